// SPDX-License-Identifier: MIT
package ninefold.simulator;

import java.util.Arrays;
import uttt.game.BoardInterface;
import uttt.game.PlayerInterface;
import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/**
 * The whole game under the ruleset `standard`: closed blocks take no more moves, and a target that
 * is closed means a free move. The boards may be anybody's (setBoards takes every BoardInterface),
 * so nothing derived from them is kept. Not safe for use by several threads at once.
 */
public final class Simulator implements SimulatorInterface {
    private BoardInterface[] boards = new BoardInterface[9];
    private Symbol currentPlayer = Symbol.CROSS;
    private int nextBoard = -1;
    private final boolean majorityWins;

    public Simulator() {
        this(false);
    }

    /** With {@code majorityWins}, a game that ends without a line goes to the side with more blocks. */
    public Simulator(boolean majorityWins) {
        this.majorityWins = majorityWins;
        for (int i = 0; i < 9; i++) {
            boards[i] = new Board();
        }
    }

    /** An independent game in the same position; the boards must be those this class made. */
    public Simulator copy() {
        Simulator copy = new Simulator(majorityWins);
        for (int i = 0; i < 9; i++) {
            copy.boards[i] = ((Board) boards[i]).copy();
        }
        copy.currentPlayer = currentPlayer;
        copy.nextBoard = nextBoard;
        return copy;
    }

    @Override
    public BoardInterface[] getBoards() {
        return boards;
    }

    @Override
    public void setBoards(BoardInterface[] boards) {
        if (boards == null || boards.length != 9 || Arrays.asList(boards).contains(null)) {
            throw new IllegalArgumentException("A game needs an array of nine boards.");
        }
        this.boards = boards;
    }

    @Override
    public Symbol getCurrentPlayerSymbol() {
        return currentPlayer;
    }

    @Override
    public void setCurrentPlayerSymbol(Symbol symbol) {
        if (symbol == null) {
            throw new IllegalArgumentException("The current player must not be null.");
        }
        currentPlayer = symbol;
    }

    @Override
    public boolean setMarkAt(Symbol symbol, int boardIndex, int markIndex) {
        if (symbol == null || symbol == Symbol.EMPTY || symbol != currentPlayer) {
            throw new IllegalArgumentException(
                    "It is " + currentPlayer.name() + " to move, not " + symbolName(symbol) + ".");
        }
        if (!isMovePossible(boardIndex, markIndex)
                || !boards[boardIndex].setMarkAt(symbol, markIndex)) {
            return false;
        }
        nextBoard = markIndex;
        return true;
    }

    private static String symbolName(Symbol symbol) {
        return symbol == null ? "null" : symbol.name();
    }

    @Override
    public int getIndexNextBoard() {
        return nextBoard == -1 || boards[nextBoard].isClosed() ? -1 : nextBoard;
    }

    @Override
    public void setIndexNextBoard(int index) {
        if (index != -1) {
            Lines.checkIndex(index, "board");
        }
        nextBoard = index;
    }

    @Override
    public boolean isGameOver() {
        return line() != Symbol.EMPTY || allClosed();
    }

    private Symbol line() {
        int crosses = 0;
        int circles = 0;
        for (int i = 0; i < 9; i++) {
            Symbol owner = boards[i].getWinner();
            crosses |= owner == Symbol.CROSS ? 1 << i : 0;
            circles |= owner == Symbol.CIRCLE ? 1 << i : 0;
        }
        return Lines.winner(crosses, circles);
    }

    private boolean allClosed() {
        for (BoardInterface board : boards) {
            if (!board.isClosed()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isMovePossible(int boardIndex) {
        Lines.checkIndex(boardIndex, "board");
        if (nextBoard != -1 && nextBoard != boardIndex && !boards[nextBoard].isClosed()) {
            return false;
        }
        return !boards[boardIndex].isClosed() && line() == Symbol.EMPTY;
    }

    @Override
    public boolean isMovePossible(int boardIndex, int markIndex) {
        Lines.checkIndex(boardIndex, "board");
        // Bots ask this more often than anything: the cheap half first.
        return boards[boardIndex].isMovePossible(markIndex) && isMovePossible(boardIndex);
    }

    @Override
    public Symbol getWinner() {
        Symbol line = line();
        return line == Symbol.EMPTY && majorityWins && allClosed() ? majority() : line;
    }

    private Symbol majority() {
        int lead = 0;
        for (BoardInterface board : boards) {
            Symbol owner = board.getWinner();
            lead += owner == Symbol.CROSS ? 1 : owner == Symbol.CIRCLE ? -1 : 0;
        }
        return lead > 0 ? Symbol.CROSS : lead < 0 ? Symbol.CIRCLE : Symbol.EMPTY;
    }

    @Override
    public void run(PlayerInterface playerOne, PlayerInterface playerTwo, UserInterface ui) {
        PlayerInterface mover = playerOne;
        while (!isGameOver()) {
            setCurrentPlayerSymbol(mover.getSymbol());
            Move move = mover.getPlayerMove(this, ui);
            if (!setMarkAt(mover.getSymbol(), move.getBoardIndex(), move.getMarkIndex())) {
                throw new IllegalArgumentException(move + " is against the rules.");
            }
            if (ui != null) {
                ui.updateScreen(this);
            }
            mover = mover == playerOne ? playerTwo : playerOne;
        }
        if (ui != null) {
            ui.showGameOverScreen(getWinner());
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Simulator
                && Arrays.equals(((Simulator) other).boards, boards)
                && ((Simulator) other).currentPlayer == currentPlayer
                && ((Simulator) other).getIndexNextBoard() == getIndexNextBoard();
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(boards) + 10 * currentPlayer.ordinal() + getIndexNextBoard();
    }
}
