// SPDX-License-Identifier: MIT
// Sentences about a game.
import { moveText } from './notation';
import {
    blockOf, cellOf, destinations, isFreeMove, isLegal, placeName, play, plyOf, whereIs, type Move, type Position, type Side,
} from './rules';

export function whereToPlay(position: Position): string {
    if (position.outcome) return '';
    if (plyOf(position) === 0) return 'Begin in any cell.';
    if (isFreeMove(position)) return 'Free move: any lit block.';
    return `Play in the ${position.targets.map(placeName).join(' or ')} block.`;
}

/** The same with the reason, for those who are new to it. */
export function whyThere(position: Position, last: Move): string {
    if (position.outcome || destinations(position.rules.ruleset, 0)[0] !== 0) return whereToPlay(position);
    const cell = placeName(cellOf(last));
    const other = position.side === 'x' ? 'O' : 'X';
    if (isFreeMove(position)) return `${other} played a ${cell} cell, but the ${cell} block is closed: play in any lit block.`;
    return `${other} played a ${cell} cell, so you play in the ${cell} block.`;
}

/** What a cell is called. */
export function cellLabel(position: Position, move: Move, active: boolean): string {
    const where = whereIs(move);
    const mark = position.cells[move];
    if (mark) return `${where}, ${mark.toUpperCase()}`;
    if (!active || !isLegal(position, move)) return `${where}, empty`;
    return `${where}, empty, ${sendsWhere(position, move)}`;
}

function sendsWhere(position: Position, move: Move): string {
    const next = play(position, move);
    if (next.outcome) return next.outcome.winner ? 'wins the game' : 'ends the game';
    const whom = next.side.toUpperCase();
    if (next.target === null) return `gives ${whom} a free move`;
    return `sends ${whom} to ${next.targets.map(placeName).join(' or ')}`;
}

/** What a listener hears after a move. */
export function describeMove(before: Position, move: Move): string {
    const after = play(before, move);
    const who = before.side.toUpperCase();
    let text = `${who} plays ${whereIs(move)}.`;
    if (after.owners[blockOf(move)] && !before.owners[blockOf(move)]) text += ` ${who} wins the block.`;
    if (after.outcome) {
        return `${text} ${after.outcome.winner ? `${after.outcome.winner.toUpperCase()} wins the game.` : 'The game is drawn.'}`;
    }
    const where = after.target === null ? 'anywhere, a free move' : `in the ${after.targets.map(placeName).join(' or ')} block`;
    return `${text} ${after.side.toUpperCase()} to move ${where}.`;
}

const listed = (places: number[]): string => places.map(placeName).join(', ');

/** What stands in a block, for those who listen: "left block: X at centre; O at top, right." */
export function describeBlock(position: Position, block: number): string {
    const marks = (side: Side) => [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => position.cells[9 * block + cell] === side);
    const parts = (['x', 'o'] as const).filter((side) => marks(side).length > 0).map((side) => `${side.toUpperCase()} at ${listed(marks(side))}`);
    return `${placeName(block)} block: ${parts.length > 0 ? parts.join('; ') : 'empty'}.`;
}

/** The whole board in a few sentences: who has won what, where to play, and what stands there. */
export function describeBoard(position: Position): string {
    const won = (side: Side) => [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((block) => position.owners[block] === side);
    const owners = (['x', 'o'] as const).map((side) => `${side.toUpperCase()} has won ${won(side).length > 0 ? listed(won(side)) : 'no block'}.`);
    if (position.outcome) return `${owners.join(' ')} ${howItEnded(position.outcome.ending, position.outcome.winner)}`;
    const where = position.targets.length > 2 ? 'anywhere' : `in the ${position.targets.map(placeName).join(' or ')} block`;
    const there = position.targets.length > 2 ? [] : position.targets.map((block) => describeBlock(position, block));
    return [...owners, `${position.side.toUpperCase()} plays ${where}.`, ...there].join(' ');
}

/** `share`: the mover's expected score. */
export const hintWords = (move: Move, share: number): string =>
    `Try ${moveText(move)}, ${whereIs(move)}: ${percent(share)} for you.`;

const HOW: Record<string, string> = {
    line: 'three blocks in a line',
    majority: 'more blocks',
    resigned: 'resignation',
    'game-time': 'time',
    'move-time': 'time',
    adjudicated: 'adjudication',
};

/** What the loser did; nobody wins by that. */
const FAULTS: Record<string, string> = {
    'illegal-move': 'made an illegal move',
    crash: 'crashed',
    garbage: 'gave an unreadable answer',
    flood: 'wrote too much',
    memory: 'took too much memory',
    'start-failed': 'could not be started',
    tampering: 'tampered with the game',
};

export function howItEnded(ending: string, winner: Side | null): string {
    if (ending === 'void') return 'The game was called off.';
    if (!winner) return 'No line is left to make: a draw.';
    if (FAULTS[ending]) return `${winner === 'x' ? 'O' : 'X'} ${FAULTS[ending]}: ${winner.toUpperCase()} wins.`;
    return `${winner.toUpperCase()} wins by ${HOW[ending] ?? ending}.`;
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
    if (seconds < 10) return seconds.toFixed(1);
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** `move=100ms` in words; time odds stay as they are written. */
export function timeControlWords(timeControl: string): string {
    if (timeControl === 'none' || timeControl === '') return 'no clock';
    const words = timeControl.split(',').map(limitWords);
    return words.includes(null) ? timeControl : words.filter((word) => word !== '').join(', ');
}

/** One part of a time control; empty where it goes without saying, null where it is not known. */
function limitWords(part: string): string | null {
    const [, kind, number, unit, added] = /^(\w+)=(\d+(?:\.\d+)?)(ms|s|m|h)?(?:\+(\d+(?:\.\d+)?))?$/.exec(part) ?? [];
    const time = `${Number(number) * { ms: 0.001, s: 1, m: 60, h: 3600 }[unit ?? 's']!} s`;
    switch (kind) {
        case 'move':
        case 'soft': return `${time} a move`;
        case 'hard': return `${time} at most`;
        case 'first': return `${time} for the first move`;
        case 'game': return `${time} a game`;
        case 'tc': return added ? `${time} + ${added} s a move` : `${time} a game`;
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

export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

export const FORFEITS = new Set([
    'move-time', 'game-time', 'illegal-move', 'crash', 'garbage', 'flood', 'memory', 'start-failed', 'tampering',
]);

/** Who has won, to those who play `mine`. */
export function verdict(winner: Side | null, mine: Side[]): string {
    if (!winner) return 'A draw';
    if (mine.length !== 1) return `${winner.toUpperCase()} wins`;
    return mine[0] === winner ? 'You win!' : 'You lost';
}
