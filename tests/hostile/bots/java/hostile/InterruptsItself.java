// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Leaves its thread interrupted, as its own clock might. */
public class InterruptsItself extends Honest {
    public InterruptsItself(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            Thread.currentThread().interrupt();
        }
        return super.getPlayerMove(game, ui);
    }
}
