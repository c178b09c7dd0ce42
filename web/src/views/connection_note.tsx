// SPDX-License-Identifier: MIT
import { connection } from '../server/socket';
import { useStore } from '../storage/store';
import { pageWords } from '../language/pages';

/** Whether what is shown may be old. */
export function useCutOff(): boolean {
    const state = useStore(connection);
    return state === 'lost' || state === 'silent';
}

export function ConnectionNote() {
    return useCutOff() ? <p class="note warn" role="status">{pageWords.connection.lost}</p> : null;
}
