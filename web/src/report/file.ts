// SPDX-License-Identifier: MIT
// The tournament inside a report: its JSON, and every game as one line, taken apart when it is shown
// (docs/tournaments.md).
import type { TournamentReport } from '../contract/types';
import { parseRules } from '../game/notation';
import { emptyRecord, resultText, type GameRecord } from '../game/record';
import { start, type Move, type Side } from '../game/rules';
import { FORFEITS } from '../game/phrases';
import type { GameRow } from '../views/games_table';

export interface ReportFile {
    tournament: TournamentReport;
    /** Lines of games name them by their places here. */
    bots: string[];
    games: string[];
    /** The bots' Elo with errors, where any game counts for it. */
    ratings_svg?: string;
}

/** Which games are listed; what is '' does not matter. */
export interface Choice {
    bot: string;
    against: string;
    stage: string;
    result: '' | 'x' | 'o' | 'draw' | 'forfeit';
}

/** The characters of the moves 0 to 80. */
const MOVES = Array.from({ length: 85 }, (_, i) => String.fromCharCode(40 + i)).filter((c) => !'<>\\`'.includes(c)).join('');

export const numberOf = (line: string): number => Number(line.slice(0, line.indexOf(' ')));

/** The lines of the games that are meant, none of them taken apart further than it must be. */
export function chosen({ bots, games, tournament }: ReportFile, { bot, against, stage, result }: Choice): string[] {
    if (!bot && !against && !stage && !result) return games;
    const place = (name: string) => (name ? String(bots.indexOf(name)) : null);
    const [own, other] = [place(bot), place(against)];
    const part = stage ? String(tournament.stages.findIndex((s) => s.name === stage)) : null;
    return games.filter((line) => {
        const [, at, x, o, ending, winner] = line.split(' ', 6);
        if (part !== null && at !== part) return false;
        if (own !== null && x !== own && o !== own) return false;
        if (other !== null && x !== other && o !== other) return false;
        const forfeit = FORFEITS.has(ending);
        return !result || (result === 'forfeit' ? forfeit : result === 'draw' ? winner === '-' && !forfeit : winner === result);
    });
}

interface Parts extends GameRow {
    moves: Move[];
    opening: number;
}

function parts({ bots, tournament }: ReportFile, line: string): Parts {
    const [number, stage, x, o, ending, won, opening, packed, ...detail] = line.split(' ');
    const winner = won === '-' ? null : (won as Side);
    return {
        id: `${tournament.tournament}.${number}`, x: bots[Number(x)], o: bots[Number(o)], rules: tournament.rules,
        event: tournament.stages[Number(stage)]?.name ?? '', ending, winner, result: resultText({ ending, winner }),
        ply: packed.length, detail: detail.join(' '), moves: [...packed].map((c) => MOVES.indexOf(c)), opening: Number(opening),
    };
}

export const rowOf = (file: ReportFile, line: string): GameRow => parts(file, line);

export function recordOf(file: ReportFile, line: string): GameRecord {
    const { x, o, event, ending, winner, detail, moves, opening } = parts(file, line);
    const rules = parseRules(file.tournament.rules)!;
    return { ...emptyRecord(start(rules.ruleset, rules.tieBreak)), x, o, event, ending, winner, detail, moves, opening };
}
