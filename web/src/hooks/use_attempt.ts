// SPDX-License-Identifier: MIT
// An attempt at a position that can be won: every move of one's own is looked at by the engine, which answers those
// that still win and refutes the others on the board.
import { useEffect, useRef, useState } from 'preact/hooks';
import { reviewMove } from '../engine/client';
import type { MoveReview } from '../engine/messages';
import { moveText, parseMove } from '../game/notation';
import { lossOf, tryWords } from '../game/review';
import { isLegal, other, play, playAll, type Move, type Position, type Side } from '../game/rules';
import { describeMove } from '../game/phrases';
import { sound } from '../ui/sound';
import { announce, toast } from '../ui/toast';
import { pageWords } from '../language/pages';

export type Phase = 'yours' | 'checking' | 'replying' | 'refuted' | 'solved' | 'shown';

/** An answer that comes at once would hide the move it answers. */
const CALM_MS = 350;

export interface Attempt {
    moves: Move[];
    phase: Phase;
    position: Position;
    /** Why the last move was wrong. */
    why: string;
    /** Plies to the win from where one's last move was made or is to be made, at most; null at first. */
    left: number | null;
    choose(move: Move): Promise<void>;
    again(): void;
    show(line: Move[]): void;
}

type State = Pick<Attempt, 'moves' | 'phase' | 'why' | 'left'>;

const FRESH: State = { moves: [], phase: 'yours', why: '', left: null };

/** The words for a wrong move, and the board with its refutation. */
function refuted({ moves, left }: State, after: Position, review: MoveReview, goal: Goal): State {
    const said = pageWords.coach.puzzles;
    const me = other(after.side);
    const reply = parseMove(review.refutation[0] ?? '');
    if (reply === null) return { moves, phase: 'refuted', why: said.over, left };
    const otherwise = goal === 'move'
        ? lossOf(review)
        : review.after?.winner === null ? said.drawn : review.after ? '' : said.unsure;
    const why = said.refuted(tryWords(review, me, goal === 'move') || otherwise, after.side.toUpperCase(), moveText(reply));
    return { moves: [...moves, reply], phase: 'refuted', why, left };
}

/** `win`: play until the game is won. `move`: one move that gives nothing away. */
export type Goal = 'win' | 'move';

const isRight = (review: MoveReview, goal: Goal, me: Side): boolean => (goal === 'win' ? review.after?.winner === me : !review.mistake);

/** `onEnd` hears of success once, and of failure with every error. */
export function useAttempt(from: Position, goal: Goal, onEnd: (success: boolean) => void): Attempt {
    const [state, setState] = useState<State>(FRESH);
    const latest = useRef(state);
    const me = from.side;
    const position = playAll(from, state.moves);
    const to = (next: State) => {
        latest.current = next;
        setState(next);
    };
    // Nothing is said of a position that has been left.
    useEffect(() => () => void (latest.current = FRESH), []);

    const end = (moves: Move[], success: boolean, why = '') => {
        to({ ...latest.current, moves, phase: success ? 'solved' : 'refuted', why });
        sound(success ? 'won' : 'refused');
        onEnd(success);
    };
    const answer = async (asked: State, after: Position, review: MoveReview) => {
        const right = isRight(review, goal, me);
        const reply = parseMove(review.refutation[0] ?? '');
        if (right && (goal === 'move' || reply === null)) return end(asked.moves, true);
        const next: State = right
            ? { moves: [...asked.moves, reply!], phase: 'yours', why: '', left: review.after?.plies === undefined ? null : review.after.plies - 1 }
            : refuted(asked, after, review, goal);
        if (!right) onEnd(false);
        else to((asked = { ...asked, phase: 'replying' }));
        await new Promise((wait) => setTimeout(wait, CALM_MS));
        if (latest.current !== asked) return;
        sound(right ? after.side : 'refused');
        // What was wrong is said where it is written.
        if (right) announce(describeMove(after, reply!));
        to(next);
    };
    const choose = async (move: Move) => {
        if (!isLegal(position, move)) return;
        sound(me);
        const asked: State = { ...state, moves: [...state.moves, move], phase: 'checking', why: '' };
        const after = play(position, move);
        if (after.outcome && goal === 'win') return end(asked.moves, after.outcome.winner === me, pageWords.coach.puzzles.over);
        to(asked);
        try {
            const review = await reviewMove(position, move);
            if (review && latest.current === asked) await answer(asked, after, review);
        } catch (error) {
            toast((error as Error).message, 'error');
            to(state);
        }
    };
    return {
        ...state, position, choose,
        again: () => to(FRESH),
        show: (moves) => to({ ...FRESH, moves, phase: 'shown' }),
    };
}
