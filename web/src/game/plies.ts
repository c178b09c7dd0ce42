// SPDX-License-Identifier: MIT
/** Wins are counted in moves of the winner's own. */
export const movesOf = (plies: number): number => Math.ceil(plies / 2);
