// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Returns a move that throws when it is looked at. */
public class ReturnsHostileMove extends Honest {
    public ReturnsHostileMove(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            return new Move(0, 0) {
                @Override
                public int getBoardIndex() {
                    throw new IllegalStateException("not for you");
                }
            };
        }
        return super.getPlayerMove(game, ui);
    }
}
