// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Ends the Java machine past every handler. */
public class Halts extends Honest {
    public Halts(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            Runtime.getRuntime().halt(0);
        }
        return super.getPlayerMove(game, ui);
    }
}
