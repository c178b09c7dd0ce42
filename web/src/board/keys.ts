// SPDX-License-Identifier: MIT
/** A digit key as a place of the grid, counted from 0 at the top left as moves are written: `4` `4` plays 44. */
export function digitPlace(code: string): number | null {
    const digit = /^(?:Digit|Numpad)([0-8])$/.exec(code);
    return digit ? Number(digit[1]) : null;
}
