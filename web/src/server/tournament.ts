// SPDX-License-Identifier: MIT
// What follows from a tournament's report.
import type { Meeting, StageTable, TournamentReport } from '../contract/types';

/** What two bots scored against each other. */
export interface CrossScore {
    a: string;
    b: string;
    points: [number, number];
    games: number;
}

/** Who scored how much against whom, among some bots. */
export function crossOf(meetings: readonly Meeting[], names: readonly string[]): CrossScore[] {
    const meant = new Set(names);
    const cross = new Map<string, CrossScore>();
    for (const { a, b, games } of meetings) {
        if (b === null || games.length === 0 || !meant.has(a) || !meant.has(b)) continue;
        const [first, second] = a < b ? [a, b] : [b, a];
        const entry = cross.get(`${first}\n${second}`) ?? { a: first, b: second, points: [0, 0], games: 0 };
        for (const game of games) {
            entry.points[0] += game.points[first === a ? 0 : 1];
            entry.points[1] += game.points[first === a ? 1 : 0];
            ++entry.games;
        }
        cross.set(`${first}\n${second}`, entry);
    }
    return [...cross.values()];
}

/** The table of a tournament that has no other: it ranks the same bots in the same order. */
export function onlyTable(report: Pick<TournamentReport, 'stages'>): StageTable | null {
    const [stage, ...others] = report.stages;
    if (!stage || others.length > 0 || stage.tables.length !== 1) return null;
    return stage.tables[0];
}

/** How many games it will be; of a double elimination, at most. */
export function gamesPlanned(type: string, bots: number, rounds: number, games: number): number {
    if (bots < 2) return 0;
    switch (type) {
        case 'swiss': {
            const enough = Math.ceil(Math.log2(bots)) + 1;
            const all = rounds > 0 ? rounds : Math.min(enough, Math.max(1, bots - 1));
            return all * Math.floor(bots / 2) * games;
        }
        case 'gauntlet': return (bots - 1) * games;
        case 'knockout': return (bots - 1) * games;
        case 'double-elimination': return (2 * bots - 1) * games;
        default: return ((bots * (bots - 1)) / 2) * games;
    }
}
