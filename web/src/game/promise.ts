// SPDX-License-Identifier: MIT
// What a move promises its mover, on one scale: red for losing, grey for even, green for winning.
import type { Proven } from '../../engine/index.js';
import { words } from '../language/language';
import { moveText } from './notation';
import { movesOf } from './plies';
import { whereIs, type Move, type Side } from './rules';
import { chance, percent } from './phrases';

export interface Promised {
    /** The mover's expected score, 0..1. */
    share: number;
    proved: 'win' | 'draw' | 'loss' | null;
    /** To the end of a proved win or loss, the winner's own; 0 where that is not known. */
    moves: number;
}

export function promised({ eval: value, result }: { eval: number; result: Proven | null }, turn: Side): Promised {
    if (!result) return { share: turn === 'x' ? value : 1 - value, proved: null, moves: 0 };
    if (result.winner === null) return { share: 0.5, proved: 'draw', moves: 0 };
    const wins = result.winner === turn;
    return { share: wins ? 1 : 0, proved: wins ? 'win' : 'loss', moves: movesOf(result.plies ?? 0) };
}

export type Tone = 'good' | 'even' | 'bad';
export const toneOf = (share: number): Tone => (share > 0.55 ? 'good' : share < 0.45 ? 'bad' : 'even');

const SIGNS = { win: '✓', draw: '=', loss: '✗' };

/** Short enough for a cell; proved results have signs of their own, for those who see no colours. */
export function cellLabel({ share, proved, moves }: Promised): string {
    return proved ? `${SIGNS[proved]}${moves > 0 ? moves : ''}` : String(chance(share));
}

/** The same for those who listen. */
export function spokenPromise({ share, proved, moves }: Promised): string {
    if (proved === null) return percent(share);
    return proved === 'draw' ? words.heat.draw : words.heat[proved](moves);
}

/** Advice to the one who is to move. */
export const hintWords = (move: Move, promise: Promised): string =>
    words.hint(moveText(move), whereIs(move), promise.proved ? spokenPromise(promise) : words.forYou(percent(promise.share)));
