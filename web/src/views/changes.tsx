// SPDX-License-Identifier: MIT
// Bots that were replaced while what they play in was stopped: nobody shall find out later.
import type { ContentChange } from '../contract/types';
import { Rich } from '../ui/rich';
import { pageWords } from '../language/pages';

/** `match`: in which one. */
export function Changes({ changes }: { changes: (ContentChange & { match?: string })[] }) {
    if (changes.length === 0) return null;
    return (
        <ul class="note warn changes" aria-label={pageWords.changes.label}>
            {changes.map(({ what, match, after_games: games }) => (
                <li key={`${what} ${match} ${games}`}>
                    <Rich text={match ? pageWords.changes.changedIn(what, games, match) : pageWords.changes.changed(what, games)} />
                </li>
            ))}
        </ul>
    );
}
