// SPDX-License-Identifier: MIT
// The keyboard at the board: arrows move a cursor, two digits choose a block and a cell.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { coordinates, moveAt } from '../game/notation';
import { blockOf, cellOf, type Move } from '../game/rules';
import { digitPlace } from './keys';
import { placeOf, shownAt } from './rotation';

const STEPS: Record<string, [number, number]> = {
    ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

/** Digits, and arrows unless they have another meaning, are heard from everywhere on the page. */
export type Keyboard = 'all' | 'digits' | undefined;

export interface BoardKeys {
    /** The cell that the tab key leads to. */
    cursor: Move;
    setCursor(move: Move): void;
    /** The block that the first digit named. */
    picked: number | null;
    forget(): void;
    focus(move: Move): void;
}

const isTyping = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && (target.closest('input, select, textarea, dialog') !== null);

const isPlain = (event: KeyboardEvent): boolean => !event.altKey && !event.ctrlKey && !event.metaKey;

/** The cell beside, on the screen: where the board is turned that is another one than on the board. */
function beside(cursor: Move, [rows, columns]: [number, number], rotation: number): Move {
    const shown = 9 * placeOf(blockOf(cursor), rotation) + placeOf(cellOf(cursor), rotation);
    const { row, column } = coordinates(shown);
    const next = moveAt((row + rows + 9) % 9, (column + columns + 9) % 9);
    return 9 * shownAt(blockOf(next), rotation) + shownAt(cellOf(next), rotation);
}

export function useBoardKeys(
    grid: RefObject<HTMLElement | null>, keyboard: Keyboard, rotation: number, choose: (move: Move) => void,
): BoardKeys {
    const [cursor, setCursor] = useState<Move>(40);
    const [picked, setPicked] = useState<number | null>(null);
    const focus = (move: Move) => {
        setCursor(move);
        grid.current?.querySelector<HTMLElement>(`[data-move="${move}"]`)?.focus();
    };
    const step = (event: KeyboardEvent): boolean => {
        const by = STEPS[event.key];
        if (!by || !isPlain(event)) return false;
        focus(beside(cursor, by, rotation));
        return true;
    };
    const digit = (event: KeyboardEvent): boolean => {
        const place = digitPlace(event.code);
        if (place === null || !isPlain(event)) return false;
        const index = shownAt(place, rotation);
        if (picked === null) setPicked(index);
        else choose(9 * picked + index);
        return true;
    };
    // At once after a change: the next key may come before the next frame.
    useLayoutEffect(() => {
        if (!keyboard) return;
        const pressed = (event: KeyboardEvent) => {
            if (event.defaultPrevented || isTyping(event.target)) return;
            const here = event.target === document.body || (grid.current?.contains(event.target as Node) ?? false);
            if (event.key === 'Escape') setPicked(null);
            else if (digit(event) || (keyboard === 'all' && here && step(event))) event.preventDefault();
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    });
    return { cursor, setCursor, picked, forget: () => setPicked(null), focus };
}
