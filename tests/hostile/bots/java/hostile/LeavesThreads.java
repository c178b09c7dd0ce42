// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Answers, and leaves threads thinking that keep a program alive. */
public class LeavesThreads extends Honest {
    public LeavesThreads(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            for (int i = 0; i < 4; i++) {
                new Thread(LeavesThreads::think).start();
            }
        }
        return super.getPlayerMove(game, ui);
    }

    private static void think() {
        while (true) {
            Thread.onSpinWait();
        }
    }
}
