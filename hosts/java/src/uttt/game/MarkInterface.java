// SPDX-License-Identifier: MIT
package uttt.game;

import uttt.utils.Symbol;

/** One cell of a block. */
public interface MarkInterface {
    Symbol getSymbol();

    /** The cell's number in its block, 0..8. */
    int getPosition();

    void setSymbol(Symbol symbol) throws IllegalArgumentException;
}
