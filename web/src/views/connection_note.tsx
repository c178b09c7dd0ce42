// SPDX-License-Identifier: MIT
import { connection } from '../server/socket';
import { useStore } from '../storage/store';

export function ConnectionNote() {
    return useStore(connection) === 'lost' ? <p class="note warn" role="status">The connection is lost. Trying again…</p> : null;
}
