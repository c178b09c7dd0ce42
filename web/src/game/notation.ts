// SPDX-License-Identifier: MIT
// Moves, rules and positions as text (docs/formats.md).
import { defaultTieBreak, lineOf, RULESETS, type Move, type Position, type Rules, type Ruleset, type Side } from './rules';

export const moveText = (move: Move): string => `${Math.floor(move / 9)}${move % 9}`;

/** Row and column on the 9x9 board, from the top left. */
export function coordinates(move: Move): { row: number; column: number } {
    const block = Math.floor(move / 9);
    const cell = move % 9;
    return { row: Math.floor(block / 3) * 3 + Math.floor(cell / 3), column: (block % 3) * 3 + (cell % 3) };
}

export const moveAt = (row: number, column: number): Move =>
    9 * (Math.floor(row / 3) * 3 + Math.floor(column / 3)) + (row % 3) * 3 + (column % 3);

/** The number of the last move in a record of this many plies: both sides' moves share one. */
export const movesAfter = (plies: number, first: Side): number => (plies === 0 ? 0 : Math.ceil((plies + (first === 'o' ? 1 : 0)) / 2));

/** The number of a move as lists show it: `1.` is X's, `1…` is O's. */
export function moveNumber(ply: number, first: Side): string {
    const isX = (ply % 2 === 1) === (first === 'x');
    return `${movesAfter(ply, first)}${isX ? '.' : '…'}`;
}

/** Reads the two digits, or a column letter from the left and a row from the bottom; null where it is neither. */
export function parseMove(text: string): Move | null {
    if (/^[0-8][0-8]$/.test(text)) return 9 * Number(text[0]) + Number(text[1]);
    if (/^[a-i][1-9]$/.test(text)) return moveAt(9 - Number(text[1]), text.charCodeAt(0) - 97);
    return null;
}

export function rulesText(rules: Rules): string {
    return rules.tieBreak === defaultTieBreak(rules.ruleset) ? rules.ruleset : `${rules.ruleset}+${rules.tieBreak}`;
}

export function parseRules(text: string): Rules | null {
    const [ruleset, tieBreak, ...rest] = text.split('+');
    if (!RULESETS.includes(ruleset as Ruleset) || rest.length > 0) return null;
    if (tieBreak !== undefined && tieBreak !== 'draw' && tieBreak !== 'majority') return null;
    return {
        ruleset: ruleset as Ruleset,
        tieBreak: tieBreak ?? defaultTieBreak(ruleset as Ruleset),
    };
}

function blockText(marks: readonly (Side | null)[], owner: Side | null): string {
    const both = lineOf(marks, 'x') !== null && lineOf(marks, 'o') !== null;
    let text = '';
    let empty = 0;
    for (const mark of [...marks, 'end'] as const) {
        if (mark === null) {
            ++empty;
            continue;
        }
        if (empty > 0) text += empty;
        empty = 0;
        if (mark !== 'end') text += both && mark === owner ? mark.toUpperCase() : mark;
    }
    return text;
}

export function positionText(position: Position): string {
    const blocks = position.owners.map((owner, b) => blockText(position.cells.slice(9 * b, 9 * b + 9), owner));
    return `${blocks.join('/')} ${position.side} ${position.target ?? '-'} ${rulesText(position.rules)}`;
}

/** The string of marks, side and target as they were set, whether or not a game can lead there. `owners`: of blocks with lines of both. */
export function draftText(
    cells: readonly (Side | null)[], side: Side, target: string, rules: string, owners: readonly (Side | null)[] = [],
): string {
    const blocks = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((b) => blockText(cells.slice(9 * b, 9 * b + 9), owners[b] ?? null));
    return `${blocks.join('/')} ${side} ${target} ${rules}`;
}
