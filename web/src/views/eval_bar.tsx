// SPDX-License-Identifier: MIT
import { chance, percent } from '../game/phrases';
import { words } from '../language/language';

/** X's expected score, X at the bottom unless flipped. */
export function EvalBar({ value, proved = false, flipped = false }: { value: number | null; proved?: boolean; flipped?: boolean }) {
    const share = value ?? 0.5;
    return (
        <div
            class={`eval-bar ${flipped ? 'flipped' : ''} ${value === null ? 'unknown' : ''}`}
            role="img"
            aria-label={value === null ? words.game.unknown : words.game.chances(percent(share, proved))}
        >
            <div class="share" style={{ height: `${100 * share}%` }} />
            <span class={share >= 0.5 ? 'for-x' : 'for-o'}>{value === null ? '' : chance(share >= 0.5 ? share : 1 - share, proved)}</span>
        </div>
    );
}
