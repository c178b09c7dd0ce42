// SPDX-License-Identifier: MIT
package uttt.game;

import uttt.utils.Move;
import uttt.utils.Symbol;

/** A player: what a bot's author implements. */
public interface PlayerInterface {
    Symbol getSymbol();

    /** Chooses a move for the side to move; ui is null for a bot. */
    Move getPlayerMove(SimulatorInterface game, UserInterface ui) throws IllegalArgumentException;

    /** Chooses a cell in a game of plain tic-tac-toe; -1 says that this player does not play it. */
    default int getPlayerMove(BoardInterface game, UserInterface ui) {
        return -1;
    }
}
