// SPDX-License-Identifier: MIT
package ninefold.host;

import ninefold.simulator.Simulator;
import uttt.utils.Symbol;

/** Reads the words of a `position` command into a game. */
final class GameText {
    private static final String EMPTY_BOARD = "9/9/9/9/9/9/9/9/9";

    private GameText() {}

    /** The referee has sent a text that is no position: its fault, not the bot's. */
    static final class BadText extends Exception {
        private static final long serialVersionUID = 1;

        BadText(String message) {
            super(message);
        }
    }

    /**
     * Words after `position`; {@code rules} is the ruleset with its tie-break, for `startpos`.
     *
     * @throws Forfeit where the game is played under rules that the bot's interface has not
     */
    static Simulator read(String[] words, String rules) throws BadText, Forfeit {
        boolean fromStart = words.length > 1 && words[1].equals("startpos");
        int next = fromStart ? 2 : 5;
        if (words.length < next) {
            throw new BadText("a position has four words: BLOCKS SIDE TARGET RULESET");
        }
        Simulator game = fromStart
                ? position(EMPTY_BOARD, "x", "-", rules)
                : position(words[1], words[2], words[3], words[4]);
        if (next < words.length && !words[next].equals("moves")) {
            throw new BadText("\"moves\" expected, found \"" + words[next] + "\"");
        }
        for (int i = next + 1; i < words.length; i++) {
            play(game, words[i]);
        }
        return game;
    }

    private static Simulator position(String blocks, String side, String target, String rules)
            throws BadText, Forfeit {
        if (!rules.equals("standard") && !rules.startsWith("standard+")) {
            throw new Forfeit("start-failed", "This game is played under the ruleset \"" + rules
                    + "\", but the bot's interface, uttt.game.PlayerInterface, knows only"
                    + " \"standard\".");
        }
        Simulator game = new Simulator(rules.endsWith("+majority"));
        String[] texts = blocks.split("/", -1);
        if (texts.length != 9) {
            throw new BadText("nine blocks expected, found " + texts.length);
        }
        for (int block = 0; block < 9; block++) {
            setBlock(game, block, texts[block]);
        }
        if (!side.equals("x") && !side.equals("o")) {
            throw new BadText("the side must be x or o, not \"" + side + "\"");
        }
        game.setCurrentPlayerSymbol(side.equals("x") ? Symbol.CROSS : Symbol.CIRCLE);
        if (target.length() != 1 || !target.equals("-") && !isIndex(target.charAt(0))) {
            throw new BadText("the target must be 0 to 8 or -, not \"" + target + "\"");
        }
        game.setIndexNextBoard(target.equals("-") ? -1 : target.charAt(0) - '0');
        return game;
    }

    private static void setBlock(Simulator game, int block, String text) throws BadText {
        int cell = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '1' && c <= '9') {
                cell += c - '0';
            } else if ((c == 'x' || c == 'o') && cell < 9) {
                Symbol symbol = c == 'x' ? Symbol.CROSS : Symbol.CIRCLE;
                game.getBoards()[block].getMarks()[cell++].setSymbol(symbol);
            } else {
                throw new BadText("block " + block + " cannot be read: \"" + text + "\"");
            }
        }
        if (cell != 9) {
            throw new BadText("block " + block + " has " + cell + " cells: \"" + text + "\"");
        }
    }

    private static boolean isIndex(char c) {
        return c >= '0' && c <= '8';
    }

    private static void play(Simulator game, String move) throws BadText {
        Symbol mover = game.getCurrentPlayerSymbol();
        if (move.length() != 2
                || !isIndex(move.charAt(0))
                || !isIndex(move.charAt(1))
                || !game.setMarkAt(mover, move.charAt(0) - '0', move.charAt(1) - '0')) {
            throw new BadText("the move " + move + " cannot be played");
        }
        game.setCurrentPlayerSymbol(mover.flip());
    }
}
