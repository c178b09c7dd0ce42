// SPDX-License-Identifier: MIT
// Sentences about a game.
import { moveText } from './notation';
import { isFreeMove, placeName, plyOf, whereIs, type Move, type Position, type Side } from './rules';

export function whereToPlay(position: Position): string {
    if (position.outcome) return '';
    if (plyOf(position) === 0) return 'Begin in any cell.';
    if (isFreeMove(position)) return 'Free move: any lit block.';
    return `Play in the ${position.targets.map(placeName).join(' or ')} block.`;
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
    'illegal-move': 'an illegal move',
    crash: 'a crash',
    garbage: 'an unreadable answer',
    flood: 'too much output',
    memory: 'too much memory',
    'start-failed': 'a failed start',
    tampering: 'tampering',
    adjudicated: 'adjudication',
};

export function howItEnded(ending: string, winner: Side | null): string {
    if (ending === 'void') return 'The game was called off.';
    if (!winner) return 'No line is left to make: a draw.';
    return `${winner.toUpperCase()} wins by ${HOW[ending] ?? ending}.`;
}

/** What a side has at the start, in milliseconds; null where the whole game is not limited. */
export function startingClock(timeControl: string): number | null {
    const seconds = /(?:^|,)(?:tc|game)=(\d+(?:\.\d+)?)(ms|s|m)?/.exec(timeControl);
    if (!seconds) return null;
    return Number(seconds[1]) * { ms: 1, s: 1000, m: 60_000 }[seconds[2] ?? 's']!;
}

export function clockText(ms: number): string {
    const seconds = Math.max(0, ms) / 1000;
    if (seconds < 10) return seconds.toFixed(1);
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

export const FORFEITS = new Set([
    'move-time', 'game-time', 'illegal-move', 'crash', 'garbage', 'flood', 'memory', 'start-failed', 'tampering',
]);
