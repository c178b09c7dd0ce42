// SPDX-License-Identifier: MIT
// Looks at every move of a line and judges it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { analyse } from '../engine/client';
import { parseMove } from '../game/notation';
import { judge, type Judgement } from '../game/review';
import { play, type Move, type Position } from '../game/rules';
import { node, type Tree } from '../game/tree';
import { toast } from '../ui/toast';

const MS_A_MOVE = 200;

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

async function look(position: Position): Promise<{ eval: number | null; best: Move | null }> {
    const certain = certainEval(position);
    if (certain !== null) return { eval: certain, best: null };
    const thought = await analyse(position, { timeMs: MS_A_MOVE }).done;
    return { eval: thought?.eval ?? null, best: thought ? parseMove(thought.move) : null };
}

export function useReview(): Review {
    const [judgements, setJudgements] = useState<ReadonlyMap<number, Judgement>>(new Map());
    const [rootEval, setRootEval] = useState<number | null>(null);
    const [progress, setProgress] = useState<Review['progress']>(null);
    const run = useRef<{ stopped: boolean } | null>(null);
    const stop = () => {
        if (run.current) run.current.stopped = true;
        run.current = null;
        setProgress(null);
    };
    useEffect(() => stop, []);

    const find = async (from: Position, tree: Tree, line: number[]) => {
        stop();
        const mine = (run.current = { stopped: false });
        try {
            let before = from;
            setProgress({ done: 0, all: line.length });
            let known = await look(before);
            if (!mine.stopped) setRootEval(known.eval);
            for (let i = 0; i < line.length && !mine.stopped; ++i) {
                setProgress({ done: i + 1, all: line.length });
                const { move } = node(tree, line[i]);
                const after = play(before, move);
                const next = await look(after);
                if (mine.stopped) return;
                const value = next.eval ?? known.eval ?? 0.5;
                const judgement = judge(before, move, known.eval ?? value, value, known.best);
                setJudgements((old) => new Map(old).set(line[i], judgement));
                before = after;
                known = { eval: value, best: next.best };
            }
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
