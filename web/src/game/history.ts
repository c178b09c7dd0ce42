// SPDX-License-Identifier: MIT
// What this browser's games against the engine came to, by level, and which level to try next.
import { toQuery } from './link';
import { endOf, startOf, type LocalGame } from './local_game';
import type { Side } from './rules';

/** A finished game of one person against the engine. */
export interface Played {
    level: number;
    result: 'won' | 'drawn' | 'lost';
    /** 0..100, where the game was reviewed. */
    accuracy: number | null;
}

export interface Standing {
    won: number;
    drawn: number;
    lost: number;
    /** Of the games that were reviewed, the latest last, and their mean. */
    accuracies: number[];
    accuracy: number | null;
}

/** The person's side of a game against the engine; null where it is another kind of game. */
export function personIn({ players: { x, o } }: LocalGame): Side | null {
    if (x.kind === o.kind) return null;
    return x.kind === 'human' ? 'x' : 'o';
}

/** The address of a review that keeps the accuracy of the person, where there is one. */
export function reviewQuery(game: LocalGame): string {
    const person = personIn(game);
    return `${toQuery(startOf(game), game.moves)}&review=${person ? `${person}&game=${game.id}` : '1'}`;
}

/** `games` newest first, and so is what comes of them. `accuracies`: by the games' ids. */
export function playedGames(games: readonly LocalGame[], accuracies: Record<string, number>): Played[] {
    return games.flatMap((game) => {
        const side = personIn(game);
        const end = endOf(game);
        if (!side || !end) return [];
        const engine = game.players[side === 'x' ? 'o' : 'x'];
        if (engine.kind !== 'engine') return [];
        const result = end.winner === null ? 'drawn' : end.winner === side ? 'won' : 'lost';
        return [{ level: engine.level, result, accuracy: accuracies[game.id] ?? null } satisfies Played];
    });
}

export function standingAgainst(played: readonly Played[], level: number): Standing {
    const own = played.filter((game) => game.level === level);
    const count = (result: Played['result']) => own.filter((game) => game.result === result).length;
    const known = own.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));
    return {
        won: count('won'), drawn: count('drawn'), lost: count('lost'), accuracies: known.reverse(),
        accuracy: known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) / known.length),
    };
}

/** "5–2", and "5–2–1" with a draw: won, lost, drawn. */
export const scoreText = ({ won, lost, drawn }: Standing): string => [won, lost, ...(drawn > 0 ? [drawn] : [])].join('–');

/** Games at a level before another one is suggested. */
const ENOUGH = 4;

/** The level to try next, from the last games: higher after three wins of four, lower after four losses; else null. */
export function suggestedLevel(played: readonly Played[]): number | null {
    const last = played.slice(0, ENOUGH);
    if (last.length < ENOUGH || last.some(({ level }) => level !== last[0].level)) return null;
    const { level } = last[0];
    const won = last.filter(({ result }) => result === 'won').length;
    if (won >= ENOUGH - 1 && level < 10) return level + 1;
    return last.every(({ result }) => result === 'lost') && level > 1 ? level - 1 : null;
}
