// SPDX-License-Identifier: MIT
package hostile;

import uttt.utils.Symbol;

/** Never finishes loading. */
public class HangsAtStart extends Honest {
    private static final int READY = think();

    public HangsAtStart(Symbol symbol) {
        super(symbol);
    }

    private static int think() {
        while (Thread.currentThread().isAlive()) {
            Thread.onSpinWait();
        }
        return READY;
    }
}
