// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Never comes to an answer. */
public class Spins extends Honest {
    public Spins(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            while (symbol != null) {
                Thread.onSpinWait();
            }
        }
        return super.getPlayerMove(game, ui);
    }
}
