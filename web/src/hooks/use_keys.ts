// SPDX-License-Identifier: MIT
// Keys of a page, heard from everywhere on it except where one types.
import { useLayoutEffect } from 'preact/hooks';

export function useKeys(keys: Record<string, () => unknown>): void {
    // At once after a change: the next key may come before the next frame.
    useLayoutEffect(() => {
        const pressed = (e: KeyboardEvent) => {
            const target = e.target as HTMLElement;
            // The keypad chooses blocks and cells, whatever its other keys are called.
            if (e.code.startsWith('Numpad') || e.ctrlKey || e.metaKey || e.altKey || target.closest('input:not([type=radio]), select, textarea, dialog')) return;
            const action = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
            // Space presses the button that has the focus, except on the board.
            if (!action || (e.key === ' ' && target.closest('button, a') && !target.closest('.board'))) return;
            e.preventDefault();
            action();
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    });
}
