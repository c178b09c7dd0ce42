// SPDX-License-Identifier: MIT
// Going through the moves of a game: by itself at some speed, with the arrow keys, or to a move that was picked.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

export interface Steps {
    /** The move that is shown, from 0 to the last. */
    shown: number;
    /** The newest move is shown, whatever comes. */
    follows: boolean;
    playing: boolean;
    /** Moves a second. */
    speed: number;
    pick(ply: number): void;
    follow(): void;
    toggle(): void;
    setSpeed(speed: number): void;
}

/** `follow`: the game is still played, and begins to be shown at its newest move; else it is replayed from its first. */
export function useSteps(last: number, follow: boolean, ended: boolean): Steps {
    const [ply, setPly] = useState<number | null>(follow ? null : 0);
    const [playing, setPlaying] = useState(!follow);
    const [speed, setSpeed] = useState(1);
    const shown = Math.min(ply ?? last, last);
    const pick = (to: number) => {
        setPlaying(false);
        setPly(Math.max(0, Math.min(last, to)));
    };
    useEffect(() => {
        if (!playing || ply === null) return;
        if (ply >= last) {
            if (ended) setPlaying(false);
            return;
        }
        // Unless somebody has picked another move meanwhile.
        const timer = setTimeout(() => setPly((now) => (now === ply ? ply + 1 : now)), 1000 / speed);
        return () => clearTimeout(timer);
    }, [playing, ply, last, speed, ended]);
    useStepKeys({ ArrowLeft: shown - 1, ArrowRight: shown + 1, ArrowUp: 0, ArrowDown: last, Home: 0, End: last }, pick);
    const toggle = () => {
        if (!playing) setPly(shown >= last ? 0 : shown);
        setPlaying(!playing);
    };
    return { shown, follows: ply === null, playing, speed, pick, follow: () => setPly(null), toggle, setSpeed };
}

function useStepKeys(to: Record<string, number>, pick: (ply: number) => void): void {
    // At once after a change: the next key may come before the next frame.
    useLayoutEffect(() => {
        const pressed = (e: KeyboardEvent) => {
            if (!(e.key in to) || (e.target as HTMLElement).closest('input, select, textarea, dialog')) return;
            e.preventDefault();
            pick(to[e.key]);
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    });
}
