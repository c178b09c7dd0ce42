// SPDX-License-Identifier: MIT
package uttt.game;

import uttt.utils.Symbol;

/**
 * One block. The interface exists in two editions: the older says getMarks/setMarks, the newer
 * getMarkInterfaces/setMarkInterfaces. Each pair falls back on the other, so that a class written
 * for either edition is complete; a class must implement one of the pairs.
 */
public interface BoardInterface extends GameRunnerInterface {
    default MarkInterface[] getMarks() {
        return getMarkInterfaces();
    }

    default void setMarks(MarkInterface[] marks) throws IllegalArgumentException {
        setMarkInterfaces(marks);
    }

    default MarkInterface[] getMarkInterfaces() {
        return getMarks();
    }

    default void setMarkInterfaces(MarkInterface[] marks) throws IllegalArgumentException {
        setMarks(marks);
    }

    /** Marks an empty cell of an open block; false (and no change) where that is not possible. */
    boolean setMarkAt(Symbol symbol, int markIndex) throws IllegalArgumentException;

    /** Won or full. */
    boolean isClosed();

    boolean isMovePossible(int markIndex) throws IllegalArgumentException;

    /** EMPTY while nobody has a line, and for a full block without one. */
    Symbol getWinner();

    /** Plain tic-tac-toe on this one block; a board that is part of a game need not offer it. */
    @Override
    default void run(PlayerInterface playerOne, PlayerInterface playerTwo, UserInterface ui)
            throws IllegalArgumentException {}
}
