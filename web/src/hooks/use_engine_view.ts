// SPDX-License-Identifier: MIT
// What this page's own engine thinks of a finished game, when asked.
import { useEffect, useRef, useState } from 'preact/hooks';
import { reviewGame, type Running } from '../engine/client';
import type { MoveReview } from '../engine/messages';
import type { GameRecord } from '../game/record';
import { toast } from '../ui/toast';

export interface EngineView {
    /** X's expected score at the start and after each move. */
    values: (number | null)[] | null;
    progress: { done: number; positions: number } | null;
    ask(): void;
}

export function useEngineView(record: GameRecord | null): EngineView {
    const [values, setValues] = useState<EngineView['values']>(null);
    const [progress, setProgress] = useState<EngineView['progress']>(null);
    const running = useRef<Running<MoveReview[]> | null>(null);
    useEffect(() => () => running.current?.stop(), []);
    const ask = () => {
        if (!record || record.moves.length === 0) return;
        const mine = (running.current = reviewGame(record.start, record.moves, setProgress));
        mine.done.then((moves) => moves && setValues([moves[0].evalBefore, ...moves.map((move) => move.evalAfter)]))
            .catch((error: Error) => toast(error.message, 'error'))
            .finally(() => setProgress(null));
    };
    return { values, progress, ask };
}
