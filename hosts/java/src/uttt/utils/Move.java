// SPDX-License-Identifier: MIT
package uttt.utils;

/** One move: block and cell, both 0..8 row by row. Any ints are accepted; the game checks them. */
public class Move {
    private final int boardIndex;
    private final int markIndex;

    public Move(int boardIndex, int markIndex) {
        this.boardIndex = boardIndex;
        this.markIndex = markIndex;
    }

    public int getBoardIndex() {
        return boardIndex;
    }

    public int getMarkIndex() {
        return markIndex;
    }

    @Override
    public boolean equals(Object other) {
        return other != null
                && other.getClass() == getClass()
                && ((Move) other).boardIndex == boardIndex
                && ((Move) other).markIndex == markIndex;
    }

    @Override
    public int hashCode() {
        return 9 * boardIndex + markIndex;
    }

    @Override
    public String toString() {
        return "Move(" + boardIndex + ", " + markIndex + ")";
    }
}
