// SPDX-License-Identifier: MIT
// The games of this browser, one entry each: local ones whole, online ones by what a list needs.
import { endOf, revive, type LocalGame } from '../game/local_game';
import type { Side } from '../game/rules';
import { keep, keptNames, readKept } from './store';
import { tokenOf } from './tokens';

/** A game on the server, as it was last seen here. */
export interface OnlineGame {
    id: string;
    side: Side;
    x: string;
    o: string;
    rules: string;
    ply: number;
    /** `gone`: the server does not know it any more. */
    state: 'waiting' | 'running' | 'ended' | 'gone';
    winner: Side | null;
    /** Milliseconds since 1970. */
    seen: number;
}

const LOCAL = 'local.';
const ONLINE = 'online.';
/** Enough for years of evenings, and far from what a browser allows a page to keep. */
const MOST_LOCAL = 500;

/** False where the browser keeps nothing, or has no room left. */
export function keepLocal(game: LocalGame): boolean {
    if (game.moves.length === 0) return true;
    const name = `${LOCAL}${game.id}`;
    if (keep(name, game)) return true;
    forgetOldest(name);
    return keep(name, game);
}

/** Makes room: the oldest finished games go first. */
function forgetOldest(except: string): void {
    const old = localGames().filter((game) => endOf(game) !== null && `${LOCAL}${game.id}` !== except).slice(-20);
    for (const game of old) forgetLocal(game.id);
}

/** Newest first; what cannot be read is left alone. */
export function localGames(): LocalGame[] {
    const games = keptNames(LOCAL).map((name) => revive(readKept<unknown>(name, null))).filter((game) => game !== null);
    return games.sort((a, b) => b.begun - a.begun).slice(0, MOST_LOCAL);
}

export const localGame = (id: string): LocalGame | null => revive(readKept<unknown>(`${LOCAL}${id}`, null));
export const forgetLocal = (id: string): boolean => keep(`${LOCAL}${id}`, null);

export const keepOnline = (game: OnlineGame): boolean => keep(`${ONLINE}${game.id}`, game);

/** Newest first. */
export function onlineGames(): OnlineGame[] {
    return keptNames(ONLINE)
        .map((name) => readKept<OnlineGame | null>(name, null))
        .filter((game) => game !== null && typeof game.seen === 'number' && [game.id, game.x, game.o, game.rules].every((text) => typeof text === 'string'))
        .sort((a, b) => b!.seen - a!.seen) as OnlineGame[];
}

/** The seat goes with it: only who has the token can play on. */
export function forgetOnline(id: string): void {
    keep(`${ONLINE}${id}`, null);
    keep(`token.${id}`, null);
}

/** The game on the server that waits for this browser, if there is one. */
export const unfinishedOnline = (): OnlineGame | null =>
    onlineGames().find((game) => (game.state === 'running' || game.state === 'waiting') && tokenOf(game.id) !== null) ?? null;
