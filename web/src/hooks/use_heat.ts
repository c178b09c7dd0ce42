// SPDX-License-Identifier: MIT
// The heat map: every move of a position with its value.
import { useEffect, useState } from 'preact/hooks';
import type { CellNote } from '../board/block';
import { analyse } from '../engine/client';
import type { Thought } from '../engine/messages';
import { parseMove, positionText } from '../game/notation';
import { cellLabel, promised, spokenPromise, type Promised } from '../game/promise';
import { legalMoves, type Move, type Position } from '../game/rules';
import { store } from '../storage/store';

export const heatShown = store(false, 'heat');

/** Enough for the order of the moves to settle. */
const HEAT_MS = 2500;

export type Notes = Map<Move, CellNote>;

export const noteOf = (promise: Promised, best: boolean): CellNote =>
    ({ label: cellLabel(promise), spoken: spokenPromise(promise), share: promise.share, proved: promise.proved, best });

/** What the engine says of the moves, on their cells. */
export const notesOf = ({ lines, turn }: Thought): Notes =>
    new Map(lines.map((line, i) => [parseMove(line.move)!, noteOf(promised(line, turn), i === 0)]));

/** The same with another move marked as the best, where there is a note on it. */
export function withBest(notes: Notes, move: Move): Notes {
    if (!notes.has(move)) return notes;
    return new Map([...notes].map(([at, note]) => [at, { ...note, best: at === move }]));
}

export function useHeat(position: Position, on: boolean): Notes | undefined {
    const text = positionText(position);
    const [heat, setHeat] = useState<{ text: string; notes: Notes } | null>(null);
    useEffect(() => {
        if (!on || position.outcome) return;
        const show = (thought: Thought | null) => thought && setHeat({ text, notes: notesOf(thought) });
        const running = analyse(position, { lines: legalMoves(position).length, timeMs: HEAT_MS }, show);
        // Without an engine there is no heat map; whatever else needs it says so.
        running.done.catch(() => {});
        return () => running.stop();
    }, [text, on]);
    return on && heat?.text === text ? heat.notes : undefined;
}
