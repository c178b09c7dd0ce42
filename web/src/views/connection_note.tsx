// SPDX-License-Identifier: MIT
import { connection } from '../server/socket';
import { useStore } from '../storage/store';
import { pageWords } from '../words/pages';

export function ConnectionNote() {
    return useStore(connection) === 'lost' ? <p class="note warn" role="status">{pageWords.connection.lost}</p> : null;
}
