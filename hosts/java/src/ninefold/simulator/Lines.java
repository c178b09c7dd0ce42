// SPDX-License-Identifier: MIT
package ninefold.simulator;

import uttt.utils.Symbol;

/** The eight lines of a 3x3 grid, of cells or of blocks. A mask has bit i set for place i. */
final class Lines {
    private static final int[] LINES = {
        0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001,
        0b001010100
    };

    private Lines() {}

    /** Whose line there is, given the places of each, or EMPTY. */
    static Symbol winner(int crosses, int circles) {
        for (int line : LINES) {
            if ((crosses & line) == line) {
                return Symbol.CROSS;
            }
            if ((circles & line) == line) {
                return Symbol.CIRCLE;
            }
        }
        return Symbol.EMPTY;
    }

    /** Refuses an index that is not 0..8; {@code what} names it in the message. */
    static void checkIndex(int index, String what) {
        if (index < 0 || index > 8) {
            throw new IllegalArgumentException(
                    "The " + what + " index must be 0 to 8, not " + index + ".");
        }
    }
}
