// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Ends the program as a script would. */
public class Exits extends Honest {
    public Exits(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            System.exit(0);
        }
        return super.getPlayerMove(game, ui);
    }
}
