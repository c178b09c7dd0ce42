// SPDX-License-Identifier: MIT
// Bots that were replaced while what they play in was stopped: nobody shall find out later.
import type { ContentChange } from '../contract/types';

/** `match`: in which one. */
export function Changes({ changes }: { changes: (ContentChange & { match?: string })[] }) {
    if (changes.length === 0) return null;
    return (
        <ul class="note warn changes" aria-label="Changed while it was stopped">
            {changes.map(({ what, match, after_games: games }) => (
                <li key={`${what} ${match} ${games}`}>
                    <b>{what}</b> was changed after game {games}{match && ` of ${match}`}; the games since were played with the new contents.
                </li>
            ))}
        </ul>
    );
}
