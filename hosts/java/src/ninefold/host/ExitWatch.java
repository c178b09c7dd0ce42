// SPDX-License-Identifier: MIT
package ninefold.host;

import java.util.Map;

/**
 * A shutdown hook that notices System.exit by the bot and turns it into a forfeit. The host itself
 * ends with halt, which runs no hooks; a signal runs them, but without a call of Runtime.exit.
 */
final class ExitWatch extends Thread {
    private final Wire wire;

    ExitWatch(Wire wire) {
        super("exit-watch");
        this.wire = wire;
    }

    @Override
    public void run() {
        for (Map.Entry<Thread, StackTraceElement[]> thread : getAllStackTraces().entrySet()) {
            StackTraceElement[] stack = thread.getValue();
            for (int i = 0; i < stack.length; i++) {
                if (stack[i].getClassName().equals("java.lang.Runtime")
                        && stack[i].getMethodName().equals("exit")) {
                    wire.send(forfeit(stack, i).line());
                    Runtime.getRuntime().halt(1);
                }
            }
        }
    }

    private static Forfeit forfeit(StackTraceElement[] stack, int exit) {
        String place = "";
        for (int i = stack.length - 1; i > exit; i--) {
            if (BotLoader.NAME.equals(stack[i].getClassLoaderName())) {
                place = " (" + stack[i].getFileName() + ", line " + stack[i].getLineNumber() + ")";
            }
        }
        return new Forfeit("crash", "The bot called System.exit" + place
                + "; a bot must return a move instead.");
    }
}
