// SPDX-License-Identifier: MIT
import uttt.game.PlayerInterface;
import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Plays the first legal move: the bot for build.sh's class-data archive and for benchmarks. */
public class FirstLegal implements PlayerInterface {
    private final Symbol symbol;

    public FirstLegal(Symbol symbol) {
        this.symbol = symbol;
    }

    @Override
    public Symbol getSymbol() {
        return symbol;
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        for (int block = 0; block < 9; block++) {
            for (int cell = 0; cell < 9; cell++) {
                if (game.isMovePossible(block, cell)) {
                    return new Move(block, cell);
                }
            }
        }
        return null;
    }
}
