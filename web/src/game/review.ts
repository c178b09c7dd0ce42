// SPDX-License-Identifier: MIT
// What the moves of a game gave away.
import { moveText } from './notation';
import { isLegal, other, play, whereIs, type Move, type Position, type Side } from './rules';

export type Mistake = 'inaccuracy' | 'mistake' | 'blunder';

export interface Judgement {
    /** X's expected score after the move. */
    eval: number;
    /** Of the mover's expected score, 0..1. */
    lost: number;
    kind: Mistake | null;
    best: Move | null;
    text: string;
}

const THRESHOLDS: [Mistake, number][] = [['blunder', 0.2], ['mistake', 0.1], ['inaccuracy', 0.05]];

const givesFreeMove = (position: Position, move: Move): boolean => {
    const after = play(position, move);
    return after.outcome === null && after.target === null;
};

/**
 * Judges a move from the evaluations (X's) of the positions before and after it.
 * `best` is what the engine would have played.
 */
export function judge(before: Position, move: Move, evalBefore: number, evalAfter: number, best: Move | null): Judgement {
    const view = (value: number) => (before.side === 'x' ? value : 1 - value);
    const lost = best === move ? 0 : Math.max(0, view(evalBefore) - view(evalAfter));
    const kind = THRESHOLDS.find(([, from]) => lost >= from)?.[0] ?? null;
    return { eval: evalAfter, lost, kind, best, text: kind ? sentence(before, move, lost, best) : '' };
}

/** The moves of a line that gave away most, in their order: what to look at first. */
export function turningPoints(judgements: readonly (Judgement | undefined)[], most: number): number[] {
    return judgements.map((judgement, i) => ({ i, lost: judgement?.kind ? judgement.lost : 0 }))
        .filter(({ lost }) => lost > 0)
        .sort((a, b) => b.lost - a.lost)
        .slice(0, most)
        .map(({ i }) => i)
        .sort((a, b) => a - b);
}

export type MistakeCount = Record<Mistake, number>;

export function countMistakes(judgements: readonly (Judgement | undefined)[], first: Side): Record<Side, MistakeCount> {
    const none = (): MistakeCount => ({ inaccuracy: 0, mistake: 0, blunder: 0 });
    const count = { x: none(), o: none() };
    judgements.forEach((judgement, i) => {
        if (judgement?.kind) ++count[i % 2 === 0 ? first : other(first)][judgement.kind];
    });
    return count;
}

function sentence(before: Position, move: Move, lost: number, best: Move | null): string {
    const who = before.side.toUpperCase();
    const known = best !== null && isLegal(before, best);
    const freely = givesFreeMove(before, move) && !(known && givesFreeMove(before, best));
    const what = freely ? `${who} gave a free move and lost ${Math.round(100 * lost)} %` : `${who} lost ${Math.round(100 * lost)} %`;
    return known && best !== move ? `${what}; better was ${moveText(best)} (${whereIs(best)}).` : `${what}.`;
}
