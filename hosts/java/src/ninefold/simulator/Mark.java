// SPDX-License-Identifier: MIT
package ninefold.simulator;

import uttt.game.MarkInterface;
import uttt.utils.Symbol;

/** One cell of a block. Its symbol may be changed at will: rules are the board's business. */
public final class Mark implements MarkInterface {
    private final int position;
    private Symbol symbol;

    public Mark(Symbol symbol, int position) {
        Lines.checkIndex(position, "mark");
        setSymbol(symbol);
        this.position = position;
    }

    @Override
    public Symbol getSymbol() {
        return symbol;
    }

    @Override
    public int getPosition() {
        return position;
    }

    @Override
    public void setSymbol(Symbol symbol) {
        if (symbol == null) {
            throw new IllegalArgumentException("A mark's symbol must not be null.");
        }
        this.symbol = symbol;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Mark
                && ((Mark) other).position == position
                && ((Mark) other).symbol == symbol;
    }

    @Override
    public int hashCode() {
        return 9 * symbol.ordinal() + position;
    }

    @Override
    public String toString() {
        return symbol.toString();
    }
}
