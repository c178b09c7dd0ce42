// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Closes the host's own input. */
public class ClosesInput extends Honest {
    public ClosesInput(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            try {
                new java.io.FileInputStream(java.io.FileDescriptor.in).close();
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return super.getPlayerMove(game, ui);
    }
}
