// SPDX-License-Identifier: MIT
// Who met whom, and knockouts seen from that: whoever loses plays no more.
import type { GameSummary, MatchState } from './types';

/** Two bots and what they scored against each other. */
export interface Pairing {
    /** Of its first game. */
    game: string;
    a: string;
    b: string;
    score: [number, number];
    games: number;
    finished: boolean;
}

export interface Tie extends Pairing {
    winner: string | null;
}

const points = (game: GameSummary): [number, number] =>
    game.winner === 'x' ? [1, 0] : game.winner === 'o' ? [0, 1] : [0.5, 0.5];

const numberOf = (game: GameSummary): number => Number(game.id.split('.')[1]);

/** A tournament run from a file is one long match: its meetings are found in its games. */
export function pairingsOf(games: GameSummary[], finished: boolean): Pairing[] {
    const found = new Map<string, Pairing>();
    for (const game of [...games].sort((p, q) => numberOf(p) - numberOf(q))) {
        if (!game.ending || game.ending === 'void') continue;
        const key = [game.x, game.o].sort().join('\n');
        const known = found.get(key) ?? { game: game.id, a: game.x, b: game.o, score: [0, 0], games: 0, finished };
        const [x, o] = points(game);
        const [a, b] = known.a === game.x ? [x, o] : [o, x];
        found.set(key, { ...known, score: [known.score[0] + a, known.score[1] + b], games: known.games + 1 });
    }
    return [...found.values()];
}

export interface Stage {
    name: string;
    pairings: Pairing[];
}

/** Games say their stage behind the tournament's name: `Spring Cup, Groups`. */
export function stagesOf(games: GameSummary[], tournament: string, finished: boolean): Stage[] {
    const byStage = new Map<string, GameSummary[]>();
    for (const game of [...games].sort((p, q) => numberOf(p) - numberOf(q))) {
        const name = game.event.startsWith(`${tournament}, `) ? game.event.slice(tournament.length + 2) : '';
        byStage.set(name, [...(byStage.get(name) ?? []), game]);
    }
    return [...byStage].map(([name, of]) => ({ name, pairings: pairingsOf(of, finished) }));
}

export const pairingOf = (match: MatchState): Pairing => ({
    game: `${match.id}.0`, a: match.a, b: match.b, score: match.score, games: match.games_played,
    finished: match.state === 'finished',
});

/** Rounds from first to last, or null where the pairings, in the order they were played, are no knockout. */
export function bracketOf(pairings: Pairing[]): Tie[][] | null {
    const round = new Map<string, number>();
    const rounds: Tie[][] = [];
    for (const [i, pairing] of pairings.entries()) {
        const { a, b, score } = pairing;
        const goesOn = (bot: string) => pairings.slice(i + 1).some((later) => later.a === bot || later.b === bot);
        const [first, second] = [goesOn(a), goesOn(b)];
        if (first && second) return null;
        const better = score[0] > score[1] ? a : score[0] < score[1] ? b : null;
        const next = first ? a : second ? b : null;
        // Level ties are decided in other ways, but nobody goes on who scored less.
        if (next && better && next !== better) return null;
        const at = Math.max(round.get(a) ?? 0, round.get(b) ?? 0);
        (rounds[at] ??= []).push({ ...pairing, winner: next ?? (pairing.finished ? better : null) });
        round.set(a, at + 1);
        round.set(b, at + 1);
    }
    const shrinks = rounds.every((ties, i) => i === 0 || ties.length <= rounds[i - 1].length);
    return rounds.length >= 2 && shrinks ? rounds : null;
}
