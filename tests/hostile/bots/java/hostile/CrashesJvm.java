// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Writes to address 0 past the checks of Java. */
public class CrashesJvm extends Honest {
    public CrashesJvm(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            try {
                java.lang.reflect.Field field =
                        Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
                field.setAccessible(true);
                field.getType().getMethod("putAddress", long.class, long.class)
                        .invoke(field.get(null), 0L, 0L);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return super.getPlayerMove(game, ui);
    }
}
