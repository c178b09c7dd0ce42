// SPDX-License-Identifier: MIT
package uttt.game;

import uttt.utils.Move;
import uttt.utils.Symbol;

/**
 * The window of the original. Bots are given null; the interface is here so that files which name
 * it load and compile. The methods that only one edition has are optional.
 */
public interface UserInterface {
    Move getUserMove();

    void updateScreen(SimulatorInterface game);

    default void updateScreen(BoardInterface game) {}

    default void showGameOverScreen(Symbol winner) {}

    default void showGameOverScreen(SimulatorInterface game) {
        showGameOverScreen(game.getWinner());
    }

    String getUserInput(String question, String[] possibleAnswers);
}
