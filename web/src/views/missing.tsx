// SPDX-License-Identifier: MIT
import type { ApiError } from '../server/api';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

/** In place of what an address does not lead to. `title` says what is missing, if the server knows that it is. */
export function Missing({ title, error, tab = 'play' }: { title: string; error?: ApiError; tab?: 'play' | 'watch' | 'tournaments' }) {
    const unknown = !error || error.code === 'not-found';
    return (
        <div class="card invitation missing">
            <h1>{unknown ? title : error.message}</h1>
            {unknown && error && <p class="quiet">{error.message}</p>}
            <a class="button primary" href={`#/${tab}`}>{tab === 'play' ? pageWords.missing.play : words.tabs[tab]}</a>
        </div>
    );
}
