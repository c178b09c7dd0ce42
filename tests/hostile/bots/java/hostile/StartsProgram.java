// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Starts another program and leaves it running. */
public class StartsProgram extends Honest {
    public StartsProgram(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            try {
                new ProcessBuilder("sleep", "3600").start();
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return super.getPlayerMove(game, ui);
    }
}
