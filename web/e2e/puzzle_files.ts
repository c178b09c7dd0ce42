// SPDX-License-Identifier: MIT
// The puzzles of the page, as its tests read and solve them.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { parsePosition } from '../src/game/parse_position';
import { parsePuzzles, type Puzzle } from '../src/game/puzzle';
import { legalMoves, play, type Move, type Position, type Side } from '../src/game/rules';
import { playByDigits } from './keyboard';

export const standardPuzzles = (): Puzzle[] => parsePuzzles(readFileSync(new URL('../src/lessons/puzzles/standard.txt', import.meta.url), 'utf8'));

function wins(position: Position, side: Side, plies: number): boolean {
    if (position.outcome) return position.outcome.winner === side;
    if (plies === 0) return false;
    const next = legalMoves(position).map((move) => play(position, move));
    return position.side === side ? next.some((p) => wins(p, side, plies - 1)) : next.every((p) => wins(p, side, plies - 1));
}

const marks = (page: Page): Promise<Move[]> => page.locator('.cell.full').evaluateAll((all) => all.map((cell) => Number(cell.getAttribute('data-move'))));

/** Waits until a puzzle is on the board that fits. */
export async function shownPuzzle(page: Page, puzzles: Puzzle[], fits: (puzzle: Puzzle) => boolean): Promise<Puzzle> {
    const ids = puzzles.filter(fits).map(({ id }) => id);
    const shown = await page.waitForFunction((wanted) => {
        const id = document.querySelector<HTMLElement>('[data-puzzle]')?.dataset.puzzle;
        return id !== undefined && wanted.includes(id) && document.querySelector('.board.active') ? id : null;
    }, ids);
    const id = await shown.jsonValue();
    return puzzles.find((puzzle) => puzzle.id === id)!;
}

/** Solves the puzzle that is shown, with the digit keys. */
export async function solve(page: Page, puzzle: Puzzle): Promise<void> {
    let position = parsePosition(puzzle.position);
    const me = position.side;
    for (let plies = puzzle.plies; ; plies -= 2) {
        const move = plies === puzzle.plies ? puzzle.solution : legalMoves(position).find((m) => wins(play(position, m), me, plies - 1))!;
        await playByDigits(page, move);
        position = play(position, move);
        if (position.outcome) break;
        await page.waitForFunction((full) => document.querySelector('.board.active') !== null &&
            document.querySelectorAll('.cell.full').length === full, position.cells.filter((mark) => mark !== null).length + 1);
        const shown = await marks(page);
        position = play(position, shown.find((m) => position.cells[m] === null)!);
    }
    await page.locator('.lead.solved').waitFor();
}
