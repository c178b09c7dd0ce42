// SPDX-License-Identifier: MIT
// The engine looking at whatever is on the board, here or on the server.
import { useEffect, useState } from 'preact/hooks';
import { analyse } from '../engine/client';
import type { Line, Thought } from '../engine/messages';
import { positionText } from '../game/notation';
import type { Position } from '../game/rules';
import { analyseThere } from '../server/socket';

const LONG_MS = 60_000;

export interface Seen {
    position: string;
    thought: Thought | null;
    problem: string | null;
}

export function useAnalysis(position: Position, on: boolean, where: 'here' | 'server', lines: number): Seen {
    const text = positionText(position);
    const [seen, setSeen] = useState<Seen>({ position: text, thought: null, problem: null });
    useEffect(() => {
        setSeen({ position: text, thought: null, problem: null });
        if (!on || position.outcome) return;
        let gone = false;
        const show = (thought: Thought | null) => !gone && thought && setSeen({ position: text, thought, problem: null });
        const fail = (error: Error) => !gone && setSeen({ position: text, thought: null, problem: error.message });
        const running = where === 'here'
            ? analyse(position, { lines, timeMs: LONG_MS }, show)
            : thinkThere(text, lines, show);
        running.done.then(show, fail);
        return () => {
            gone = true;
            running.stop();
        };
    }, [text, on, where, lines]);
    return seen.position === text ? seen : { position: text, thought: null, problem: null };
}

/** The server sends lines one by one: they are put together as they come. */
function thinkThere(position: string, lines: number, progress: (thought: Thought) => void) {
    const turn = position.split(' ')[1] as 'x' | 'o';
    const found = new Map<number, Line>();
    return analyseThere<Thought>({ position, lines, time_ms: LONG_MS }, (info) => {
        const { line = 1, eval: value, pv, depth, nodes, time, result } = info as unknown as Thought & { line: number; pv: string[] };
        if (!pv?.length) return;
        found.set(line, { move: pv[0], eval: value, pv, result: result ?? null });
        const all = [...found.keys()].sort((a, b) => a - b).map((rank) => found.get(rank)!);
        progress({ turn, move: all[0].move, eval: all[0].eval, depth, nodes, time, result: all[0].result, lines: all });
    });
}
