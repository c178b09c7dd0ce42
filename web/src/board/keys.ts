// SPDX-License-Identifier: MIT
/** A digit key as a place of the grid: the keypad by geometry, the row of digits in reading order. */
export function digitPlace(code: string): number | null {
    const pad = /^Numpad([1-9])$/.exec(code);
    if (pad) return [6, 7, 8, 3, 4, 5, 0, 1, 2][Number(pad[1]) - 1];
    const row = /^Digit([1-9])$/.exec(code);
    return row ? Number(row[1]) - 1 : null;
}
