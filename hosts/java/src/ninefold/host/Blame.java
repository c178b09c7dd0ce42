// SPDX-License-Identifier: MIT
package ninefold.host;

/** Turns what a bot threw into a forfeit: the trace on standard error, a sentence for the game. */
final class Blame {
    private Blame() {}

    /** {@code doing} begins the sentence: "The constructor of Bot", "getPlayerMove". */
    static Forfeit of(Throwable thrown, String ending, String doing) {
        try {
            return described(thrown, ending, doing);
        } catch (Throwable worse) { // its message is the bot's own code
            return new Forfeit(ending, doing + " threw " + thrown.getClass().getName()
                    + ", which throws when it is looked at.");
        }
    }

    private static Forfeit described(Throwable thrown, String ending, String doing) {
        thrown.printStackTrace();
        if (thrown instanceof OutOfMemoryError) {
            return new Forfeit("memory", doing + " ran out of memory: " + thrown.getMessage()
                    + " (" + Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB are allowed).");
        }
        return new Forfeit(ending, doing + " " + reason(thrown) + place(thrown) + ".");
    }

    private static String reason(Throwable thrown) {
        String message = thrown.getMessage() == null ? "" : thrown.getMessage();
        if (thrown instanceof UnsupportedClassVersionError) {
            return "needs a newer Java than " + Runtime.version().feature() + ": " + message;
        }
        if (thrown instanceof NoClassDefFoundError && !message.startsWith("Could not init")
                || thrown instanceof ClassNotFoundException) {
            return "needs the class " + message.replace('/', '.') + ", which the bot's file lacks";
        }
        if (thrown instanceof NoSuchMethodError || thrown instanceof AbstractMethodError) {
            return "uses a method that this interface does not have: " + message;
        }
        if (thrown instanceof ClassCastException && message.contains("ninefold.simulator.")) {
            return "casts the game to a class of its own; it must use the interfaces only: "
                    + message;
        }
        if (thrown instanceof NullPointerException && message.contains("UserInterface")) {
            return "wants a user interface, but a bot has none: its ui is null ("
                    + thrown.getClass().getSimpleName() + ")";
        }
        if (thrown instanceof StackOverflowError) {
            return "called itself too deeply (StackOverflowError)";
        }
        return "threw " + thrown.getClass().getName() + (message.isEmpty() ? "" : ": " + message);
    }

    /** Where in the bot's own code it happened, if it did. */
    private static String place(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (BotLoader.NAME.equals(frame.getClassLoaderName())) {
                return " (" + frame.getFileName() + ", line " + frame.getLineNumber() + ")";
            }
        }
        return "";
    }
}
