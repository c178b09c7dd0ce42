// SPDX-License-Identifier: MIT
// Turning the board: which block or cell is shown at a place of a 3 x 3 grid after quarter turns to the
// right.
const TURN = [6, 3, 0, 7, 4, 1, 8, 5, 2];

export function shownAt(place: number, turns: number): number {
    for (let i = 0; i < turns % 4; ++i) place = TURN[place];
    return place;
}

/** The inverse: where a block or cell is shown. */
export const placeOf = (index: number, turns: number): number => shownAt(index, (4 - (turns % 4)) % 4);
