// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Waits for its own thread to end. */
public class Deadlocks extends Honest {
    public Deadlocks(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            try {
                Thread.currentThread().join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return super.getPlayerMove(game, ui);
    }
}
