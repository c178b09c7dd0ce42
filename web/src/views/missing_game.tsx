// SPDX-License-Identifier: MIT
import type { ApiError } from '../server/api';

export function MissingGame({ error }: { error: ApiError }) {
    return (
        <div class="card invitation">
            <h1>No such game</h1>
            <p class="quiet">{error.message}</p>
            <a class="button primary" href="#/play">Play a game</a>
        </div>
    );
}
