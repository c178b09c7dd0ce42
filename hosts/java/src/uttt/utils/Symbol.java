// SPDX-License-Identifier: MIT
package uttt.utils;

/** What a cell holds, and who a player is. The order of the constants is part of the interface. */
public enum Symbol {
    CROSS("X"),
    CIRCLE("O"),
    EMPTY(" ");

    private final String text;

    Symbol(String text) {
        this.text = text;
    }

    /** The other player's symbol; EMPTY stays EMPTY. */
    public Symbol flip() {
        return this == CROSS ? CIRCLE : this == CIRCLE ? CROSS : EMPTY;
    }

    @Override
    public String toString() {
        return text;
    }
}
