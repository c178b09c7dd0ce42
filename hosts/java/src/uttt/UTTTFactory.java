// SPDX-License-Identifier: MIT
package uttt;

import ninefold.simulator.Board;
import ninefold.simulator.Mark;
import ninefold.simulator.Simulator;
import uttt.game.BoardInterface;
import uttt.game.MarkInterface;
import uttt.game.PlayerInterface;
import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/**
 * Makes the objects of a game for bots that ask for them by this name. A bot file that brings its
 * own UTTTFactory uses its own: BotLoader prefers it to this one.
 */
public class UTTTFactory {
    public static MarkInterface createMark(Symbol symbol, int position) {
        return new Mark(symbol, position);
    }

    public static BoardInterface createBoard() {
        return new Board();
    }

    public static SimulatorInterface createSimulator() {
        return new Simulator();
    }

    /** A player that passes every question on to the user interface. */
    public static PlayerInterface createHumanPlayer(Symbol symbol) {
        return new PlayerInterface() {
            @Override
            public Symbol getSymbol() {
                return symbol;
            }

            @Override
            public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
                if (ui == null) {
                    throw new IllegalArgumentException("A human player needs a user interface.");
                }
                return ui.getUserMove();
            }
        };
    }

    public static PlayerInterface createBonusPlayer(Symbol symbol) {
        throw new UnsupportedOperationException(
                "The factory of the host has no computer player; bring your own UTTTFactory.");
    }

    public static UserInterface createUserInterface() {
        throw new UnsupportedOperationException("Bots are run without a window.");
    }

    public static UserInterface createUserInterface(boolean playUltimate) {
        return createUserInterface();
    }
}
