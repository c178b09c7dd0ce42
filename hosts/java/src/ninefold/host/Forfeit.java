// SPDX-License-Identifier: MIT
package ninefold.host;

/** The bot has lost by its own fault: the ending's name, and a sentence for its author. */
final class Forfeit extends Exception {
    private static final long serialVersionUID = 1;
    private static final int MAX_SENTENCE = 1000;

    private final String ending;

    Forfeit(String ending, String sentence) {
        super(oneLine(sentence));
        this.ending = ending;
    }

    /** The protocol's line. */
    String line() {
        return "forfeit " + ending + " " + getMessage();
    }

    /** Text on one line, of bounded length: messages of exceptions are the bot's to write. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && line.length() < MAX_SENTENCE; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return line.toString();
    }
}
