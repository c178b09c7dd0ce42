// SPDX-License-Identifier: MIT
import { percent } from '../game/words';
import { words } from '../words/words';

/** X's expected score, X at the bottom unless flipped. */
export function EvalBar({ value, flipped = false }: { value: number | null; flipped?: boolean }) {
    const share = value ?? 0.5;
    return (
        <div
            class={`eval-bar ${flipped ? 'flipped' : ''} ${value === null ? 'unknown' : ''}`}
            role="img"
            aria-label={value === null ? words.game.unknown : words.game.chances(percent(share))}
        >
            <div class="share" style={{ height: `${100 * share}%` }} />
            <span class={share >= 0.5 ? 'for-x' : 'for-o'}>{value === null ? '' : Math.round(100 * (share >= 0.5 ? share : 1 - share))}</span>
        </div>
    );
}
