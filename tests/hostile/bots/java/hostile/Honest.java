// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.BoardInterface;
import uttt.game.MarkInterface;
import uttt.game.PlayerInterface;
import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Plays the first legal move; the others differ from it in one point each. */
public class Honest implements PlayerInterface {
    protected final Symbol symbol;

    public Honest(Symbol symbol) {
        this.symbol = symbol;
    }

    @Override
    public Symbol getSymbol() {
        return symbol;
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        for (int i = 0; i < 81; i++) {
            if (game.isMovePossible(i / 9, i % 9)) {
                return new Move(i / 9, i % 9);
            }
        }
        return null;
    }

    /** From the bot's second move on. */
    protected static boolean isSecond(SimulatorInterface game) {
        int marks = 0;
        for (BoardInterface board : game.getBoards()) {
            for (MarkInterface mark : board.getMarks()) {
                marks += mark.getSymbol() == Symbol.EMPTY ? 0 : 1;
            }
        }
        return marks >= 2;
    }
}
