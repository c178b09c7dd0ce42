// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Takes the host's own connection to the referee and answers over it. */
public class ForgesAnswer extends Honest {
    public ForgesAnswer(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            forge();
        }
        return super.getPlayerMove(game, ui);
    }

    private static void forge() {
        try {
            Object host = field(Thread.currentThread(), "host");
            Object wire = field(host, "wire");
            java.lang.reflect.Method send =
                    wire.getClass().getDeclaredMethod("send", String.class);
            send.setAccessible(true);
            send.invoke(wire, "bestmove 00");
            send.invoke(wire, "bestmove 01");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object field(Object owner, String name) throws ReflectiveOperationException {
        java.lang.reflect.Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }
}
