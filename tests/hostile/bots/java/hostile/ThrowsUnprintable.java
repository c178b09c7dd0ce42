// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Throws an exception whose every text throws. */
public class ThrowsUnprintable extends Honest {
    public ThrowsUnprintable(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            throw new Unprintable();
        }
        return super.getPlayerMove(game, ui);
    }

    private static final class Unprintable extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new Unprintable();
        }

        @Override
        public void printStackTrace() {
            throw new Unprintable();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new Unprintable();
        }
    }
}
