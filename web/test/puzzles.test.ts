// SPDX-License-Identifier: MIT
// Every puzzle proved by a search of its own, which knows nothing but the rules, and by the exact solver.
import { beforeAll, describe, expect, test } from 'vitest';
import { load, type Ninefold } from '../engine/node.js';
import { LESSONS } from '../src/lessons/lessons';
import { moveText, parseMove, parsePosition, positionText } from '../src/game/notation';
import { legalMoves, play, type Position, type Side } from '../src/game/rules';
import puzzles from '../src/lessons/puzzles.json';
import { enPages } from '../src/words/en_pages';

/** Whether `side` can force its win within so many plies, whatever the other does. */
function wins(position: Position, side: Side, plies: number): boolean {
    if (position.outcome) return position.outcome.winner === side;
    if (plies === 0) return false;
    const next = legalMoves(position).map((move) => play(position, move));
    if (position.side !== side) return next.every((p) => wins(p, side, plies - 1));
    return next.some((p) => p.outcome?.winner === side) || (plies > 1 && next.some((p) => wins(p, side, plies - 1)));
}

describe('puzzles', () => {
    let ninefold: Ninefold;
    beforeAll(async () => {
        ninefold = await load();
    });

    test('there are enough of them, and none twice', () => {
        expect(puzzles.length).toBeGreaterThanOrEqual(30);
        expect(new Set(puzzles.map((p) => p.position)).size).toBe(puzzles.length);
    });

    test.each(puzzles)('$plies plies from $position', ({ position: text, plies, solution }) => {
        const position = parsePosition(text);
        expect(ninefold.position(text).position).toBe(positionText(position));
        const solving = play(position, parseMove(solution)!);
        // As fast as it says, and no faster.
        expect(wins(solving, position.side, plies - 1)).toBe(true);
        expect(wins(position, position.side, plies - 2)).toBe(false);
        for (const move of legalMoves(position)) {
            const after = play(position, move);
            if (after.outcome) {
                expect(after.outcome.winner === position.side).toBe(moveText(move) === solution);
                continue;
            }
            const solved = ninefold.solve(text, [moveText(move)], 1_000_000);
            expect(solved.known).toBe(true);
            expect(solved.known && solved.winner === position.side, moveText(move)).toBe(moveText(move) === solution);
        }
    });
});

describe('lessons', () => {
    test('every step of a lesson has a sentence', () => {
        for (const { ruleset, steps } of LESSONS) expect(enPages.learn[ruleset]).toHaveLength(steps.length);
    });

    test('every position of a lesson can come up in a game', async () => {
        const ninefold = await load();
        for (const lesson of LESSONS) {
            for (const step of lesson.steps) expect(ninefold.position(step).position).toBe(step);
        }
    });
});
