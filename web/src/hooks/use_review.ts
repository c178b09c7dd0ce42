// SPDX-License-Identifier: MIT
// Looks at every move of a line and judges it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { reviewGame, type Running } from '../engine/client';
import type { MoveReview } from '../engine/messages';
import { judge, type Judgement } from '../game/review';
import { other, type Position } from '../game/rules';
import { node, type Tree } from '../game/tree';
import { toast } from '../ui/toast';

/** What a review found, as plain data. */
export interface ReviewState {
    judgements: ReadonlyMap<number, Judgement>;
    /** X's expected score before the first move. */
    rootEval: number | null;
    /** Whether that is certain. */
    rootProved: boolean;
    /** The moves that were looked at last: leaving them for a variation does not lose their summary. */
    line: number[];
}

export interface Review extends ReviewState {
    progress: { done: number; all: number } | null;
    find(from: Position, tree: Tree, line: number[]): Promise<void>;
    clear(): void;
    restore(state: ReviewState): void;
}

export const certainEval = (position: Position): number | null =>
    position.outcome ? (position.outcome.winner === 'x' ? 1 : position.outcome.winner === 'o' ? 0 : 0.5) : null;

const NOTHING: ReviewState = { judgements: new Map(), rootEval: null, rootProved: false, line: [] };

export function useReview(kept: ReviewState = NOTHING): Review {
    const [found, setFound] = useState<ReviewState>(kept);
    const [progress, setProgress] = useState<Review['progress']>(null);
    const run = useRef<Running<MoveReview[]> | null>(null);
    const stop = () => {
        run.current?.stop();
        run.current = null;
        setProgress(null);
    };
    useEffect(() => stop, []);

    const find = async (from: Position, tree: Tree, line: number[]) => {
        stop();
        if (line.length === 0) return;
        setProgress({ done: 0, all: line.length + 1 });
        const mine = (run.current = reviewGame(from, line.map((id) => node(tree, id).move), ({ done, positions }) => {
            if (run.current === mine) setProgress({ done, all: positions });
        }));
        try {
            const moves = await mine.done;
            if (run.current !== mine || !moves) return;
            setFound(({ judgements }) => {
                const all = new Map(judgements);
                moves.forEach((move, i) => all.set(line[i], judge(move, i % 2 === 0 ? from.side : other(from.side))));
                return { judgements: all, rootEval: moves[0].evalBefore, rootProved: moves[0].before !== null, line };
            });
        } catch (error) {
            toast((error as Error).message, 'error');
        } finally {
            if (run.current === mine) stop();
        }
    };

    const restore = (state: ReviewState) => {
        stop();
        setFound(state);
    };
    return { ...found, progress, find, clear: () => restore(NOTHING), restore };
}
