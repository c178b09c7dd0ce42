// SPDX-License-Identifier: MIT
// The engine's advice in a game in this browser.
import { useRef, useState } from 'preact/hooks';
import * as engine from '../engine/client';
import type { LocalGame } from '../game/local_game';
import { parseMove } from '../game/notation';
import { hintWords, promised, type Promised } from '../game/promise';
import type { Move } from '../game/rules';
import { announce, toast } from '../ui/toast';
import { noteOf, withBest, type Notes } from './use_heat';
import type { Sitting } from './use_local_game';

interface Hint {
    game: LocalGame;
    move: Move;
    promise: Promised;
}

/** A move that the engine would play, shown until the next one is made; on the heat map, where that is shown. */
export function useHint({ game, position }: Sitting, heat: Notes | undefined): { notes: Notes | undefined; words: string | null; ask(): Promise<void> } {
    const [hint, setHint] = useState<Hint | null>(null);
    const latest = useRef(game);
    latest.current = game;
    const ask = async () => {
        try {
            const thought = await engine.analyse(position, { timeMs: 600 }).done;
            if (!thought || latest.current !== game) return;
            const move = parseMove(thought.move)!;
            const promise = promised(thought, position.side);
            setHint({ game, move, promise });
            announce(hintWords(move, promise));
        } catch (error) {
            toast((error as Error).message, 'error');
        }
    };
    if (hint?.game !== game) return { notes: heat, words: null, ask };
    const { move, promise } = hint;
    return { notes: heat ? withBest(heat, move) : new Map([[move, noteOf(promise, true)]]), words: hintWords(move, promise), ask };
}
