// SPDX-License-Identifier: MIT
// What is going on at the server: live games and matches.
import { useEffect, useState } from 'preact/hooks';
import type { GameSummary, MatchState } from '../contract/types';
import { subscribe } from './socket';

export interface Lobby {
    games: GameSummary[];
    matches: MatchState[];
}

/** Puts the newer one in the older one's place, new ones first. */
export function replaced<T extends { id: string }>(list: T[], item: T): T[] {
    return list.some((old) => old.id === item.id) ? list.map((old) => (old.id === item.id ? item : old)) : [item, ...list];
}

export function useLobby(): Lobby | null {
    const [lobby, setLobby] = useState<Lobby | null>(null);
    useEffect(() => subscribe('lobby', {
        snapshot: (data) => setLobby(data as Lobby),
        event: (event) => setLobby((old) => {
            if (!old) return old;
            if (event.event === 'game') return { ...old, games: replaced(old.games, event.game as GameSummary) };
            if (event.event === 'match') return { ...old, matches: replaced(old.matches, event.match as MatchState) };
            return old;
        }),
    }), []);
    return lobby;
}
