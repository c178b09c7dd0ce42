// SPDX-License-Identifier: MIT
// The server's sentence on how a game ended, in the page's language. The facts are read from it: see
// src/arena/game_in_progress.cpp and src/arena/adjudicate.cpp, which write it.
import { pageWords } from '../language/pages';
import { words } from '../language/language';

type Said = typeof pageWords.verdicts;

export interface Ended {
    ending: string | null;
    detail: string;
}

const blocks = (list: string): number[] => list.split(', ').map(Number);

const fault = (ending: string | null): string =>
    (words.endings.fault as Record<string, string | undefined>)[ending ?? ''] ?? pageWords.verdicts.overTime;

/** The last two hold whatever a bot did wrong. */
const SENTENCES: [RegExp, (said: Said, parts: string[], ending: string | null) => string][] = [
    [/^([XO]) has three blocks in line$/, (said, [side]) => said.line(side)],
    [/^no line; ([XO]) has more blocks, (\d) to (\d)$/, (said, [side, more, fewer]) => said.majority(side, more, fewer)],
    [/^no line; blocks X (\d), O (\d)$/, (said, [x, o]) => said.draw(x, o)],
    [/^([XO]) resigned at move (\d+)$/, (said, [side, move]) => said.resigned(side, move)],
    [/^([XO]) took (\S+ m?s) for move (\d+); the limit was (\S+ m?s)$/,
        (said, [side, time, move, limit]) => said.slow(side, time, move, limit)],
    [/^([XO]) took (\S+ m?s) for move (\d+); it had (\S+ m?s) left for the game$/,
        (said, [side, time, move, limit]) => said.slowGame(side, time, move, limit)],
    [/^([XO]) had not answered after (\S+ m?s) at move (\d+); the limit was (\S+ m?s)$/,
        (said, [side, time, move, limit]) => said.silent(side, time, move, limit)],
    [/^([XO]) had not answered after (\S+ m?s) at move (\d+); it had (\S+ m?s) left for the game$/,
        (said, [side, time, move, limit]) => said.silentGame(side, time, move, limit)],
    [/^([XO]) played (\d\d) at move (\d+): the cell is taken by ([XO])$/, (said, [side, played, move, owner]) => said.taken(side, played, move, owner)],
    [/^([XO]) played (\d\d) at move (\d+): block (\d) is closed$/, (said, [side, played, move, block]) => said.closed(side, played, move, Number(block))],
    [/^([XO]) played (\d\d) at move (\d+): block (\d) is not a target; the mover is sent to blocks? ([\d, ]+)$/,
        (said, [side, played, move, block, targets]) => said.notSentThere(side, played, move, Number(block), blocks(targets))],
    [/^([XO]) wins by proof after move (\d+)$/, (said, [side, move]) => said.provedWin(side, move)],
    [/^a draw by proof after move (\d+)$/, (said, [move]) => said.provedDraw(move)],
    [/^both bots were sure of ([XO])'s win for (\d+) moves each, up to move (\d+)$/, (said, [side, moves, move]) => said.agreedWin(side, moves, move)],
    [/^both bots were sure of a draw for (\d+) moves each, up to move (\d+)$/, (said, [moves, move]) => said.agreedDraw(moves, move)],
    [/^called off before the second player came$/, (said) => said.calledOff],
    [/^neither bot started: X ([^]+); O ([^]+)$/, (said, [x, o]) => said.neitherStarted(x, o)],
    [/^([XO]) ([^]+), at move (\d+)$/, (said, [side, why, move], ending) => said.failedAt(side, fault(ending), why, move)],
    [/^([XO]) ([^]+), before its first move$/, (said, [side, why], ending) => said.failedFirst(side, fault(ending), why)],
];

/** The server's own sentence where it says what the page does not know. */
export function whyEnded({ ending, detail }: Ended): string {
    for (const [pattern, say] of SENTENCES) {
        const found = pattern.exec(detail);
        if (found) return say(pageWords.verdicts, found.slice(1), ending);
    }
    return detail;
}
