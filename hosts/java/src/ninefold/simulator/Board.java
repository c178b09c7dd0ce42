// SPDX-License-Identifier: MIT
package ninefold.simulator;

import java.util.Arrays;
import uttt.game.BoardInterface;
import uttt.game.MarkInterface;
import uttt.game.PlayerInterface;
import uttt.game.UserInterface;
import uttt.utils.Symbol;

/**
 * One block. getMarks gives out the block's own marks, not copies: the newer edition promises that,
 * and bots take a move back by setting a mark to EMPTY.
 */
public final class Board implements BoardInterface {
    private MarkInterface[] marks = new MarkInterface[9];

    public Board() {
        for (int i = 0; i < 9; i++) {
            marks[i] = new Mark(Symbol.EMPTY, i);
        }
    }

    /** An independent block with the same marks. */
    Board copy() {
        Board copy = new Board();
        for (int i = 0; i < 9; i++) {
            copy.marks[i].setSymbol(marks[i].getSymbol());
        }
        return copy;
    }

    @Override
    public MarkInterface[] getMarks() {
        return marks;
    }

    @Override
    public void setMarks(MarkInterface[] marks) {
        if (marks == null || marks.length != 9 || Arrays.asList(marks).contains(null)) {
            throw new IllegalArgumentException("A board needs an array of nine marks.");
        }
        this.marks = marks;
    }

    @Override
    public boolean setMarkAt(Symbol symbol, int markIndex) {
        if (symbol == null) {
            throw new IllegalArgumentException("The symbol must not be null.");
        }
        if (!isMovePossible(markIndex)) {
            return false;
        }
        marks[markIndex].setSymbol(symbol);
        return true;
    }

    @Override
    public boolean isClosed() {
        return isFull() || getWinner() != Symbol.EMPTY;
    }

    private boolean isFull() {
        for (MarkInterface mark : marks) {
            if (mark.getSymbol() == Symbol.EMPTY) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isMovePossible(int markIndex) {
        Lines.checkIndex(markIndex, "mark");
        return marks[markIndex].getSymbol() == Symbol.EMPTY && getWinner() == Symbol.EMPTY;
    }

    @Override
    public Symbol getWinner() {
        int crosses = 0;
        int circles = 0;
        for (int i = 0; i < 9; i++) {
            Symbol symbol = marks[i].getSymbol();
            crosses |= symbol == Symbol.CROSS ? 1 << i : 0;
            circles |= symbol == Symbol.CIRCLE ? 1 << i : 0;
        }
        return Lines.winner(crosses, circles);
    }

    @Override
    public void run(PlayerInterface playerOne, PlayerInterface playerTwo, UserInterface ui) {
        PlayerInterface mover = playerOne;
        while (!isClosed()) {
            int cell = mover.getPlayerMove(this, ui);
            if (!setMarkAt(mover.getSymbol(), cell)) {
                throw new IllegalArgumentException("Cell " + cell + " is not free.");
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
        return other instanceof Board && Arrays.equals(((Board) other).marks, marks);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(marks);
    }

    @Override
    public String toString() {
        return Arrays.toString(marks);
    }
}
