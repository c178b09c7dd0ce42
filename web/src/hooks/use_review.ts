// SPDX-License-Identifier: MIT
// Looks at every move of a line and judges it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { reviewGame, type Running } from '../engine/client';
import type { MoveReview } from '../engine/messages';
import { judge, type Judgement } from '../game/review';
import { other, type Position } from '../game/rules';
import { node, type Tree } from '../game/tree';
import { toast } from '../ui/toast';

export interface Review {
    judgements: ReadonlyMap<number, Judgement>;
    /** X's expected score before the first move. */
    rootEval: number | null;
    progress: { done: number; all: number } | null;
    find(from: Position, tree: Tree, line: number[]): Promise<void>;
    clear(): void;
}

export const certainEval = (position: Position): number | null =>
    position.outcome ? (position.outcome.winner === 'x' ? 1 : position.outcome.winner === 'o' ? 0 : 0.5) : null;

export function useReview(): Review {
    const [judgements, setJudgements] = useState<ReadonlyMap<number, Judgement>>(new Map());
    const [rootEval, setRootEval] = useState<number | null>(null);
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
            setRootEval(moves[0].evalBefore);
            setJudgements((old) => {
                const all = new Map(old);
                moves.forEach((move, i) => all.set(line[i], judge(move, i % 2 === 0 ? from.side : other(from.side))));
                return all;
            });
        } catch (error) {
            toast((error as Error).message, 'error');
        } finally {
            if (run.current === mine) stop();
        }
    };

    const clear = () => {
        stop();
        setJudgements(new Map());
        setRootEval(null);
    };
    return { judgements, rootEval, progress, find, clear };
}
