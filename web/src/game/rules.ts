// SPDX-License-Identifier: MIT
// The rules, small and pure, so that a click is answered at once. The engine's own rules (WebAssembly) are
// what they are tested against, move by move.
import rulesets from '../../../hosts/python/rulesets.json';
import { words } from '../language/language';

export type TieBreak = 'draw' | 'majority';
export type Side = 'x' | 'o';
/** 0..80 = 9 * block + cell. */
export type Move = number;

export interface Rules {
    ruleset: Ruleset;
    tieBreak: TieBreak;
}

export interface Outcome {
    ending: 'line' | 'majority' | 'draw';
    winner: Side | null;
}

/** A value: making a move makes a new one. */
export interface Position {
    readonly rules: Rules;
    /** 81 marks. */
    readonly cells: readonly (Side | null)[];
    /** Who owns each block. */
    readonly owners: readonly (Side | null)[];
    readonly side: Side;
    /** The cell last played while it restricts the mover. */
    readonly target: number | null;
    /** Blocks the mover may play in; empty when the game is over. */
    readonly targets: readonly number[];
    readonly outcome: Outcome | null;
}

export const LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
] as const;

const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8];

export type Ruleset = keyof typeof rulesets;
export const RULESETS = Object.keys(rulesets) as Ruleset[];
/** As choices of a control. */
export const rulesetChoices = <R extends Ruleset>(offered: readonly R[]) => offered.map((value) => ({ value, label: words.rules[value] }));

/** Whether a won block can be played in until it is full. */
export const wonStaysOpen = (ruleset: Ruleset): boolean => rulesets[ruleset].won_stays_open;

export const other = (side: Side): Side => (side === 'x' ? 'o' : 'x');
export const blockOf = (move: Move): number => Math.floor(move / 9);
export const cellOf = (move: Move): number => move % 9;

export const defaultTieBreak = (ruleset: Ruleset): TieBreak => rulesets[ruleset].tie_break as TieBreak;

/** The line that `side` has in nine marks, or null. */
export function lineOf(marks: readonly (Side | null)[], side: Side): readonly number[] | null {
    return LINES.find((line) => line.every((i) => marks[i] === side)) ?? null;
}

const blockCells = (cells: readonly (Side | null)[], block: number) => cells.slice(9 * block, 9 * block + 9);

export function isClosed(position: Pick<Position, 'rules' | 'cells' | 'owners'>, block: number): boolean {
    if (position.owners[block] && !wonStaysOpen(position.rules.ruleset)) return true;
    return blockCells(position.cells, block).every((mark) => mark !== null);
}

/** The blocks that a mark in `cell` sends to, whether or not they are open. */
export const destinations = (ruleset: Ruleset, cell: number): number[] => rulesets[ruleset].destinations[cell];

function outcomeOf(rules: Rules, owners: readonly (Side | null)[], anyOpen: boolean): Outcome | null {
    for (const side of ['x', 'o'] as const) {
        if (lineOf(owners, side)) return { ending: 'line', winner: side };
    }
    if (anyOpen) return null;
    const balance = owners.filter((s) => s === 'x').length - owners.filter((s) => s === 'o').length;
    if (rules.tieBreak === 'majority' && balance !== 0) {
        return { ending: 'majority', winner: balance > 0 ? 'x' : 'o' };
    }
    return { ending: 'draw', winner: null };
}

/** Puts a position together: targets and outcome follow from the rest. */
export function assemble(
    rules: Rules,
    cells: readonly (Side | null)[],
    owners: readonly (Side | null)[],
    side: Side,
    sentBy: number | null,
): Position {
    const parts = { rules, cells, owners };
    const open = ALL.filter((block) => !isClosed(parts, block));
    const sent = sentBy === null ? [] : destinations(rules.ruleset, sentBy).filter((b) => open.includes(b));
    const outcome = outcomeOf(rules, owners, open.length > 0);
    const restricted = outcome === null && sent.length > 0;
    return {
        ...parts,
        side,
        target: restricted ? sentBy : null,
        targets: outcome ? [] : restricted ? sent : open,
        outcome,
    };
}

export function start(ruleset: Ruleset = 'standard', tieBreak: TieBreak = defaultTieBreak(ruleset)): Position {
    return assemble({ ruleset, tieBreak }, Array(81).fill(null), Array(9).fill(null), 'x', null);
}

export const isLegal = (position: Position, move: Move): boolean =>
    position.targets.includes(blockOf(move)) && position.cells[move] === null;

export function legalMoves(position: Position): Move[] {
    return position.targets.flatMap((block) =>
        ALL.map((cell) => 9 * block + cell).filter((move) => position.cells[move] === null));
}

/** Precondition: the move is legal. */
export function play(position: Position, move: Move): Position {
    const block = blockOf(move);
    const cells = position.cells.slice();
    cells[move] = position.side;
    const owners = position.owners.slice();
    if (!owners[block] && lineOf(blockCells(cells, block), position.side)) owners[block] = position.side;
    return assemble(position.rules, cells, owners, other(position.side), cellOf(move));
}

/** The position after the moves; stops before the first illegal one. */
export function playAll(position: Position, moves: readonly Move[]): Position {
    for (const move of moves) {
        if (!isLegal(position, move)) break;
        position = play(position, move);
    }
    return position;
}

export const plyOf = (position: Position): number => position.cells.filter((mark) => mark !== null).length;

/** Whether the mover may choose among all open blocks though somebody sent it somewhere. */
export const isFreeMove = (position: Position): boolean =>
    position.outcome === null && position.target === null && plyOf(position) > 0;

export const whereIs = (move: Move): string => words.where.move(blockOf(move), cellOf(move));

/** Why a click does nothing, as a sentence for the person who clicked; null if the move is legal. */
export function whyIllegal(position: Position, move: Move): string | null {
    const block = blockOf(move);
    if (position.outcome) return words.illegal.over;
    if (position.cells[move]) return words.illegal.taken;
    if (position.targets.includes(block)) return null;
    const owner = position.owners[block];
    if (owner && isClosed(position, block)) return words.illegal.won(block, owner.toUpperCase());
    if (isClosed(position, block)) return words.illegal.full(block);
    return words.illegal.elsewhere(position.side.toUpperCase(), position.targets);
}
