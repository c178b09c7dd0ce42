// SPDX-License-Identifier: MIT
package hostile;

import uttt.game.SimulatorInterface;
import uttt.game.UserInterface;
import uttt.utils.Move;
import uttt.utils.Symbol;

/** Takes memory until there is none. */
public class EatsMemory extends Honest {
    public EatsMemory(Symbol symbol) {
        super(symbol);
    }

    @Override
    public Move getPlayerMove(SimulatorInterface game, UserInterface ui) {
        if (isSecond(game)) {
            java.util.List<byte[]> hoard = new java.util.ArrayList<>();
            while (true) {
                hoard.add(new byte[1 << 20]);
            }
        }
        return super.getPlayerMove(game, ui);
    }
}
