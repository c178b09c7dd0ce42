// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Prints 20 MB before its move. */
public class Floods extends Honest {
    public Floods(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            String line = "x".repeat(1 << 20);
            for (int i = 0; i < 20; i++) {
                System.out.println(line);
            }
        }
        return super.getPlayerMove(game, ui);
    }
}
