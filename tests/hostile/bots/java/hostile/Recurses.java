// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Calls itself without end. */
public class Recurses extends Honest {
    public Recurses(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            return getPlayerMove(game, ui);
        }
        return super.getPlayerMove(game, ui);
    }
}
