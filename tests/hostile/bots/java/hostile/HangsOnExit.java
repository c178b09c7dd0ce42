// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Ends the program, and thinks for ever while it ends. */
public class HangsOnExit extends Honest {
    public HangsOnExit(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            Runtime.getRuntime().addShutdownHook(new Thread(HangsOnExit::think));
            System.exit(0);
        }
        return super.getPlayerMove(game, ui);
    }

    private static void think() {
        while (true) {
            Thread.onSpinWait();
        }
    }
}
