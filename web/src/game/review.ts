// SPDX-License-Identifier: MIT
// What the moves of a game gave away.
import type { Mistake, MoveReview, Reason } from '../../engine/index.js';
import { moveText, parseMove } from './notation';
import { pageWords } from '../language/pages';
import { movesOf } from './plies';
import { other, whereIs, type Move, type Side } from './rules';
import { chance } from './phrases';

export type { Mistake };

export interface Judgement {
    /** X's expected score after the move. */
    eval: number;
    /** Whether that is certain. */
    proved: boolean;
    /** Of the mover's expected score, 0..1. */
    lost: number;
    kind: Mistake | null;
    best: Move | null;
    /** What the opponent does about it. */
    refutation: Move[];
    /** What was wrong with it, to follow a word for it; empty where nothing was. */
    why: string;
    text: string;
}

/** The engine's review of a move by `side`, in words. */
export function judge(review: MoveReview, side: Side): Judgement {
    const moves = (texts: string[]) => texts.map(parseMove).filter((move) => move !== null);
    const best = moves(review.bestLine)[0] ?? null;
    return {
        eval: review.evalAfter, proved: review.after !== null, lost: review.lost, kind: review.mistake || null, best,
        refutation: moves(review.refutation), why: review.mistake ? tryWords(review, side, true) || lossOf(review) : '', text: review.mistake ? sentence(review, side, best) : '',
    };
}

/** The moves of a line that gave away most, in their order: what to look at first. Without a limit, every mistake. */
export function turningPoints(judgements: readonly (Judgement | undefined)[], most = Infinity): number[] {
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

/** All of it can be lost only where both positions are certain. */
export const lossOf = ({ lost, before, after }: MoveReview): string => pageWords.review.loses(chance(lost, before !== null && after !== null));

/** The result after a move, where that is certain: "O wins, proved"; otherwise empty. */
export function provedWords({ proved, eval: value }: Pick<Judgement, 'proved' | 'eval'>): string {
    return proved ? pageWords.review.proved(value > 0.5 ? 'X' : value < 0.5 ? 'O' : '') : '';
}

/** The move from which on the game's result was certain and stayed so; null where it was at most with the last one. */
export function provedFrom(judgements: readonly (Judgement | undefined)[]): number | null {
    const last = judgements.at(-1);
    const from = judgements.findLastIndex((judgement) => !judgement?.proved || judgement.eval !== last?.eval) + 1;
    return from < judgements.length - 1 ? from : null;
}

/** What a try did, to follow a word for it: "lets O win in 2"; empty where nothing special can be said. */
export function tryWords(review: MoveReview, side: Side, withMissedWins: boolean): string {
    const told = review.reasons.filter(({ kind }) => withMissedWins || kind !== 'misses-win').slice(0, 2);
    return told.map((reason) => reasonText(reason, side)).join(', ');
}

/** From a move's loss: 100 where nothing was given away, 67 for 10 %, 45 for 20 %. */
const moveAccuracy = (lost: number): number => 100 * Math.exp(-4 * lost);

/** How well each side played, 0..100: the mean over its moves; null for a side without any. */
export function accuracies(judgements: readonly (Judgement | undefined)[], first: Side): Record<Side, number | null> {
    const of = (side: Side) => {
        const own = judgements.filter((judgement, i) => judgement && (i % 2 === 0 ? first : other(first)) === side) as Judgement[];
        return own.length === 0 ? null : Math.round(own.reduce((sum, { lost }) => sum + moveAccuracy(lost), 0) / own.length);
    };
    return { x: of('x'), o: of('o') };
}

/** The moves of a side that were mistakes, in their order. */
export const mistakesOf = (judgements: readonly (Judgement | undefined)[], first: Side, side: Side): number[] =>
    judgements.flatMap((judgement, i) => (judgement?.kind && (i % 2 === 0 ? first : other(first)) === side ? [i] : []));

function reasonText({ kind, plies, block }: Reason, side: Side): string {
    const opponent = other(side).toUpperCase();
    switch (kind) {
        case 'misses-win': return pageWords.review.missesWin(movesOf(plies));
        case 'allows-win':
            return movesOf(plies) <= 1 ? pageWords.review.completesLine(opponent) : pageWords.review.allowsWin(opponent, movesOf(plies));
        case 'allows-block': return pageWords.review.allowsBlock(opponent, block);
        case 'misses-block': return pageWords.review.missesBlock(block);
        case 'free-move': return pageWords.review.freeMove;
    }
}

function sentence(review: MoveReview, side: Side, best: Move | null): string {
    const parts = [...review.reasons.slice(0, 2).map((reason) => reasonText(reason, side)), lossOf(review)];
    return pageWords.review.sentence(side.toUpperCase(), parts, best === null ? '' : `${moveText(best)} (${whereIs(best)})`);
}
