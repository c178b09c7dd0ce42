// SPDX-License-Identifier: MIT
package uttt.game;

import uttt.utils.Symbol;

/** The whole game. */
public interface SimulatorInterface extends GameRunnerInterface {
    BoardInterface[] getBoards();

    void setBoards(BoardInterface[] boards) throws IllegalArgumentException;

    Symbol getCurrentPlayerSymbol();

    void setCurrentPlayerSymbol(Symbol symbol) throws IllegalArgumentException;

    /**
     * Plays a move of the current player and moves the target; whose turn it is stays as it was
     * (setCurrentPlayerSymbol changes that). False, and no change, for a move against the rules.
     *
     * @throws IllegalArgumentException for an index outside 0..8 or the other player's symbol
     */
    boolean setMarkAt(Symbol symbol, int boardIndex, int markIndex)
            throws IllegalArgumentException;

    /** The block the next move must be in, or -1 for a free move. */
    int getIndexNextBoard();

    void setIndexNextBoard(int index) throws IllegalArgumentException;

    boolean isGameOver();

    boolean isMovePossible(int boardIndex) throws IllegalArgumentException;

    boolean isMovePossible(int boardIndex, int markIndex) throws IllegalArgumentException;

    /** EMPTY until the game is over, and for a draw. */
    Symbol getWinner();
}
