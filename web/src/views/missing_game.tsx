// SPDX-License-Identifier: MIT
import type { ApiError } from '../server/api';
import { pageWords } from '../language/pages';

export function MissingGame({ error }: { error: ApiError }) {
    return (
        <div class="card invitation">
            <h1>{pageWords.missing.title}</h1>
            <p class="quiet">{error.message}</p>
            <a class="button primary" href="#/play">{pageWords.missing.play}</a>
        </div>
    );
}
