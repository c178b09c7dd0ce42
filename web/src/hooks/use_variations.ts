// SPDX-License-Identifier: MIT
// The game under analysis: its tree of moves, and where one is in it.
import { useState } from 'preact/hooks';
import type { GameRecord } from '../game/record';
import { playAll, type Move, type Position } from '../game/rules';
import {
    addMove, lineFrom, lineThrough, movesTo, node, promote, removeBranch, ROOT, treeOf, type Tree,
} from '../game/tree';

export type Step = 'first' | 'back' | 'forward' | 'last';

/** All that makes an analysis, as plain data. */
export interface VariationState {
    base: GameRecord;
    tree: Tree;
    current: number;
}

export interface Variations extends VariationState {
    /** Moves to the current node, and the position there. */
    moves: Move[];
    position: Position;
    /** Ids of the line through the current node, to its end. */
    line: number[];
    /** At the end, or after `at` moves. */
    open(record: GameRecord, at?: number | null): void;
    restore(state: VariationState): void;
    goOn(move: Move): void;
    goTo(id: number): void;
    step(by: Step): void;
    /** Deletes the current move and what follows. */
    cut(): void;
    /** Makes the current line the main one. */
    raise(): void;
    onMainLine: boolean;
}

export function useVariations(initial: () => VariationState): Variations {
    const [state, setState] = useState(initial);
    const { base, tree, current } = state;
    const change = (part: Partial<typeof state>) => setState((old) => ({ ...old, ...part }));
    const moves = movesTo(tree, current);
    return {
        base, tree, current, moves,
        position: playAll(base.start, moves),
        line: lineThrough(tree, current),
        onMainLine: current === ROOT || lineFrom(tree, ROOT).includes(current),
        open: (record, ply = null) => setState(opened(record, ply)),
        restore: ({ base: was, tree: grown, current: at }) => setState({ base: was, tree: grown, current: at }),
        goTo: (id) => change({ current: id }),
        goOn: (move) => setState((old) => {
            const next = addMove(old.tree, old.current, move);
            return { ...old, tree: next.tree, current: next.id };
        }),
        // From the state of that moment: keys may come faster than pictures.
        step: (by) => setState((old) => ({ ...old, current: stepped(old.tree, old.current, by) })),
        cut: () => setState((old) => {
            if (old.current === ROOT) return old;
            const cut = removeBranch(old.tree, old.current);
            return { ...old, tree: cut.tree, current: cut.at };
        }),
        raise: () => change({ tree: promote(tree, current) }),
    };
}

/** At the end, or after `at` moves. */
export function opened(base: GameRecord, at: number | null): VariationState {
    const tree = treeOf(base.moves);
    const line = [ROOT, ...lineFrom(tree, ROOT)];
    return { base, tree, current: line[Math.min(at ?? line.length, line.length - 1)] };
}

function stepped(tree: Tree, from: number, by: Step): number {
    switch (by) {
        case 'first': return ROOT;
        case 'back': return from === ROOT ? ROOT : node(tree, from).parent;
        case 'forward': return node(tree, from).children[0] ?? from;
        case 'last': return lineFrom(tree, from).at(-1) ?? from;
    }
}
