// SPDX-License-Identifier: MIT
package uttt.game;

/** Something that two players can play to its end. */
public interface GameRunnerInterface {
    void run(PlayerInterface playerOne, PlayerInterface playerTwo, UserInterface ui)
            throws IllegalArgumentException;
}
