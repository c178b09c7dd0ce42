// SPDX-License-Identifier: MIT
import type { Side } from '../game/rules';

/** X and O differ in shape as well as in colour. */
export function Mark({ side, class: name = '' }: { side: Side; class?: string }) {
    return (
        <svg class={`mark ${side} ${name}`} viewBox="0 0 100 100" aria-hidden="true">
            {side === 'x' ? (
                <>
                    <path d="M24 24L76 76" pathLength={1} />
                    <path d="M76 24L24 76" pathLength={1} />
                </>
            ) : (
                <circle cx="50" cy="50" r="28" pathLength={1} transform="rotate(-90 50 50)" />
            )}
        </svg>
    );
}
