// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Damages the game it was given. */
public class DamagesGame extends Honest {
    public DamagesGame(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            Move move = super.getPlayerMove(game, ui);
            game.setIndexNextBoard(3);
            game.setCurrentPlayerSymbol(Symbol.EMPTY);
            java.util.Arrays.fill(game.getBoards(), null);
            return move;
        }
        return super.getPlayerMove(game, ui);
    }
}
