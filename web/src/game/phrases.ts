// SPDX-License-Identifier: MIT
// Sentences about a game, put together from the words of the page's language.
import { words } from '../language/language';
import { parseRules } from './notation';
import {
    blockOf, cellOf, defaultTieBreak, destinations, isFreeMove, isLegal, play, plyOf, whereIs, type Move, type Position, type Side,
} from './rules';

const named = (side: Side): string => side.toUpperCase();

export function whereToPlay(position: Position): string {
    if (position.outcome) return '';
    if (plyOf(position) === 0) return words.where.begin;
    return isFreeMove(position) ? words.where.free : words.where.playIn(position.targets);
}

/** The same with the reason, for those who are new to it. */
export function whyThere(position: Position, last: Move): string {
    if (position.outcome || destinations(position.rules.ruleset, 0)[0] !== 0) return whereToPlay(position);
    const other = position.side === 'x' ? 'O' : 'X';
    return isFreeMove(position) ? words.where.freeBecauseOf(other, cellOf(last)) : words.where.becauseOf(other, cellOf(last));
}

/** What a cell is called. */
export function cellLabel(position: Position, move: Move, active: boolean): string {
    const where = whereIs(move);
    const mark = position.cells[move];
    if (mark) return words.spoken.cell(where, named(mark));
    if (!active || !isLegal(position, move)) return words.spoken.cell(where, words.spoken.empty);
    return words.spoken.cell(where, words.spoken.emptyBut(sendsWhere(position, move)));
}

function sendsWhere(position: Position, move: Move): string {
    const next = play(position, move);
    if (next.outcome) return next.outcome.winner ? words.spoken.wins : words.spoken.ends;
    return next.target === null ? words.spoken.givesFree(named(next.side)) : words.spoken.sends(named(next.side), next.targets);
}

/** What a listener hears after a move. */
export function describeMove(before: Position, move: Move): string {
    const after = play(before, move);
    const who = named(before.side);
    const said = [words.spoken.plays(who, whereIs(move))];
    if (after.owners[blockOf(move)] && !before.owners[blockOf(move)]) said.push(words.spoken.winsBlock(who));
    if (after.outcome) said.push(after.outcome.winner ? words.spoken.winsGame(named(after.outcome.winner)) : words.spoken.drawn);
    else said.push(after.target === null ? words.spoken.freeMove(named(after.side)) : words.spoken.toMove(named(after.side), after.targets));
    return said.join(' ');
}

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** What stands in a block, for those who listen: "left block: X at centre; O at top, right." */
export function describeBlock(position: Position, block: number): string {
    const marks = (side: Side) => PLACES.filter((cell) => position.cells[9 * block + cell] === side);
    return words.spoken.marks(block, marks('x'), marks('o'));
}

/** The whole board in a few sentences: who has won what, where to play, and what stands there. */
export function describeBoard(position: Position): string {
    const won = (side: Side) => PLACES.filter((block) => position.owners[block] === side);
    const owners = (['x', 'o'] as const).map((side) => words.spoken.hasWon(named(side), won(side)));
    if (position.outcome) return `${owners.join(' ')} ${howItEnded(position.outcome.ending, position.outcome.winner)}`;
    if (position.targets.length > 2) return [...owners, words.spoken.anywhere(named(position.side))].join(' ');
    const there = position.targets.map((block) => describeBlock(position, block));
    return [...owners, words.spoken.playsIn(named(position.side), position.targets), ...there].join(' ');
}

/** A member of a list of words, by a name that the server may be the first to know. */
export const wordFor = (list: Record<string, string>, name: string): string => (Object.hasOwn(list, name) ? list[name] : name);

export function howItEnded(ending: string, winner: Side | null): string {
    if (ending === 'void') return words.endings.void;
    if (!winner) return ending === 'adjudicated' ? words.endings.agreedDraw : words.endings.draw;
    const fault = (words.endings.fault as Record<string, string | undefined>)[ending];
    if (fault) return words.endings.loses(winner === 'x' ? 'O' : 'X', fault, named(winner));
    return words.endings.wins(named(winner), wordFor(words.endings.how, ending));
}

/** In a table. */
export const endingWords = (ending: string | null): string => (ending === null ? '' : wordFor(words.endings.short, ending));

/** A day, as it is written in the page's language. */
export const dateWords = (when: number | string): string => {
    const date = new Date(when);
    return Number.isNaN(date.getTime()) ? '' : date.toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });
};

/** `standard+majority` in words. */
export function rulesWords(text: string): string {
    const rules = parseRules(text);
    if (!rules) return text;
    const name = words.rules[rules.ruleset];
    return rules.tieBreak === defaultTieBreak(rules.ruleset) ? name : words.rules[rules.tieBreak](name);
}

/** Who plays, in words: `engine:level=4` is a bot's name for those who write bots. */
export function playerWords(name: string): string {
    const level = /^engine:level=(\d+)$/.exec(name);
    if (level) return words.players.engine(Number(level[1]));
    return name === 'Guest' ? words.players.guest : name;
}

/** What a side has at the start, in milliseconds; null where the whole game is not limited. With time
    odds the control is `X …; O …`. */
export function startingClock(timeControl: string, side: Side): number | null {
    const odds = /^X (.*); O (.*)$/.exec(timeControl);
    const own = odds ? odds[side === 'x' ? 1 : 2] : timeControl;
    const seconds = /(?:^|,)(?:tc|game)=(\d+(?:\.\d+)?)(ms|s|m)?/.exec(own);
    if (!seconds) return null;
    return Number(seconds[1]) * { ms: 1, s: 1000, m: 60_000 }[seconds[2] ?? 's']!;
}

export function clockText(ms: number): string {
    const seconds = Math.max(0, ms) / 1000;
    if (seconds < 10) return words.numbers.decimal(seconds, 1);
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** `move=100ms` in words; time odds stay as they are written. */
export function timeControlWords(timeControl: string): string {
    if (timeControl === 'none' || timeControl === '') return words.time.none;
    const limits = timeControl.split(',').map(limitWords);
    return limits.includes(null) ? timeControl : limits.filter((limit) => limit !== '').join(', ');
}

/** One part of a time control; empty where it goes without saying, null where it is not known. */
function limitWords(part: string): string | null {
    const [, kind, number, unit, added] = /^(\w+)=(\d+(?:\.\d+)?)(ms|s|m|h)?(?:\+(\d+(?:\.\d+)?))?$/.exec(part) ?? [];
    const time = words.time.seconds(Number(number) * { ms: 0.001, s: 1, m: 60, h: 3600 }[unit ?? 's']!);
    switch (kind) {
        case 'move':
        case 'soft': return words.time.perMove(time);
        case 'hard': return words.time.atMost(time);
        case 'first': return words.time.firstMove(time);
        case 'game': return words.time.perGame(time);
        case 'tc': return added ? words.time.added(time, words.time.seconds(Number(added))) : words.time.perGame(time);
        case 'grant': return '';
        default: return null;
    }
}

/** Roughly how long: `40 s`, `12 min`, `3 h 05 min`. */
export function duration(ms: number): string {
    if (ms < 90_000) return `${Math.max(1, Math.round(ms / 1000))} s`;
    const minutes = Math.round(ms / 60_000);
    if (minutes < 90) return `${minutes} min`;
    return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Chances in percent. Only what is proved is certain: everything else is 1 to 99. */
export function chance(share: number, proved = false): number {
    const whole = Math.round(100 * share);
    return proved ? whole : Math.min(99, Math.max(1, whole));
}

export const percent = (share: number, proved = false): string => `${chance(share, proved)} %`;

export const FORFEITS = new Set([
    'move-time', 'game-time', 'illegal-move', 'crash', 'garbage', 'flood', 'memory', 'start-failed', 'tampering',
]);

/** Who has won, to those who play `mine`. */
export function verdict(winner: Side | null, mine: Side[]): string {
    if (!winner) return words.endings.drawTitle;
    if (mine.length !== 1) return words.endings.winsTitle(named(winner));
    return mine[0] === winner ? words.endings.youWin : words.endings.youLost;
}
