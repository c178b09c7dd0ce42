// SPDX-License-Identifier: MIT
// What a share link says of a game.
import { moveText, positionText, rulesText } from './notation';
import { defaultTieBreak, start, type Move, type Position } from './rules';

/** An empty board alone is not enough: O may move first, or X be sent to a block. */
export const isUsualStart = (position: Position): boolean =>
    positionText(position) === positionText(start(position.rules.ruleset, position.rules.tieBreak));

export interface LinkDetails {
    x?: string;
    o?: string;
    /** How many of the moves are on the board; all, where nothing is said. */
    at?: number;
}

/** What a share link carries behind `#/analyse?`. */
export function toQuery(from: Position, moves: readonly Move[], { x, o, at }: LinkDetails = {}): string {
    const query = new URLSearchParams();
    if (isUsualStart(from)) {
        const { ruleset, tieBreak } = from.rules;
        if (ruleset !== 'standard' || tieBreak !== defaultTieBreak(ruleset)) query.set('rules', rulesText(from.rules));
    } else query.set('position', positionText(from));
    if (moves.length > 0) query.set('moves', moves.map(moveText).join(''));
    if (at !== undefined && at < moves.length) query.set('at', String(at));
    if (x) query.set('x', x);
    if (o) query.set('o', o);
    return query.toString();
}
