// SPDX-License-Identifier: MIT
// Puzzles: a sample proved by a search of its own, which knows nothing but the rules, and by the exact solver; the
// choice among them, and what is kept of the attempts.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { load, type Ninefold } from '../engine/node.js';
import { LESSONS } from '../src/lessons/lessons';
import { moveText, positionText } from '../src/game/notation';
import { parsePosition } from '../src/game/parse_position';
import {
    afterAttempt, afterDaily, BANDS, bandOf, dailyPuzzle, dayOf, daysInARow, fits, nextPuzzle, NO_PROGRESS, parsePuzzles, results,
    reviveProgress, THEMES, type Choice, type Progress, type Puzzle,
} from '../src/game/puzzle';
import { legalMoves, play, type Position, type Side } from '../src/game/rules';
import { enPages } from '../src/language/en_pages';

const FOLDER = new URL('../src/lessons/puzzles/', import.meta.url);
const ALL: Record<string, Puzzle[]> = Object.fromEntries(readdirSync(FOLDER).map((file) => [
    file.replace('.txt', ''), parsePuzzles(readFileSync(new URL(file, FOLDER), 'utf8')),
]));

/** Whether `side` can force its win within `plies` plies, whatever the other does. */
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

    test('there are thousands, each once, and every line is whole', () => {
        const every = Object.values(ALL).flat();
        expect(every.length).toBeGreaterThanOrEqual(3000);
        expect(new Set(every.map((p) => p.id)).size).toBe(every.length);
        for (const [ruleset, puzzles] of Object.entries(ALL)) {
            for (const puzzle of puzzles) {
                const position = parsePosition(puzzle.position);
                expect(position.rules.ruleset).toBe(ruleset);
                expect(legalMoves(position)).toContain(puzzle.solution);
                expect([3, 5, 7]).toContain(puzzle.plies);
                expect(puzzle.themes.every((theme) => THEMES.includes(theme)) && puzzle.themes.length > 0).toBe(true);
            }
            // Something to do for everybody.
            for (const band of BANDS) expect(puzzles.filter((p) => bandOf(p.difficulty) === band).length, band).toBeGreaterThan(20);
        }
    });

    const sample = Object.values(ALL).flatMap((puzzles) => puzzles.filter((_, i) => i % 80 === 0));
    test.each(sample)('$plies plies from $position', ({ position: text, plies, solution }) => {
        const position = parsePosition(text);
        expect(ninefold.position(text).position).toBe(positionText(position));
        const solving = play(position, solution);
        // As fast as it says, and no faster.
        expect(wins(solving, position.side, plies - 1)).toBe(true);
        expect(wins(position, position.side, plies - 2)).toBe(false);
        for (const move of legalMoves(position)) {
            const after = play(position, move);
            if (after.outcome) {
                expect(after.outcome.winner === position.side).toBe(move === solution);
                continue;
            }
            const solved = ninefold.solve(text, [moveText(move)], 1_000_000);
            expect(solved.known).toBe(true);
            expect(solved.known && solved.winner === position.side, moveText(move)).toBe(move === solution);
        }
    });
});

describe('the choice of a puzzle', () => {
    const puzzles = ALL.standard;

    test('by theme and difficulty, new ones first', () => {
        const choice: Choice = { band: 'hard', theme: 'sacrifice' };
        let progress: Progress = NO_PROGRESS;
        const seen = new Set<string>();
        const fitting = puzzles.filter((p) => fits(p, choice));
        let id: string | null = null;
        for (let i = 0; i < fitting.length; ++i) {
            const next: Puzzle = nextPuzzle(puzzles, choice, progress, id)!;
            expect(bandOf(next.difficulty)).toBe('hard');
            expect(next.themes).toContain('sacrifice');
            seen.add((id = next.id));
            progress = afterAttempt(progress, next, i % 2 === 0);
        }
        expect(seen.size).toBe(fitting.length);
        // All were tried: then they come again.
        expect(nextPuzzle(puzzles, choice, progress, id)).not.toBeNull();
        expect(nextPuzzle([], choice, progress, null)).toBeNull();
    });

    test('the daily one depends on the date alone, and changes', () => {
        const days = Array.from({ length: 60 }, (_, i) => dayOf(new Date(2026, 10, 16 + i, 23, 59)));
        expect(days[0]).toBe('2026-11-16');
        expect(dailyPuzzle(puzzles, days[0])).toBe(dailyPuzzle([...puzzles], '2026-11-16'));
        expect(new Set(days.map((day) => dailyPuzzle(puzzles, day).id)).size).toBeGreaterThan(50);
    });
});

describe('progress', () => {
    const [one, two, three] = ALL.standard;

    test('counts first attempts only, and runs of them', () => {
        let progress = afterAttempt(afterAttempt(NO_PROGRESS, one, true), two, true);
        expect(progress).toMatchObject({ run: 2, bestRun: 2 });
        progress = afterAttempt(progress, three, false);
        expect(progress).toMatchObject({ run: 0, bestRun: 2 });
        // A second try does not make the first one good.
        expect(afterAttempt(progress, three, true)).toBe(progress);
        const all = Object.values(results(progress));
        expect(all.reduce((n, band) => n + band.tried, 0)).toBe(3);
        expect(all.reduce((n, band) => n + band.solved, 0)).toBe(2);
    });

    test('days in a row end with a day left out', () => {
        let progress = NO_PROGRESS;
        for (const day of ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-01']) progress = afterDaily(progress, day);
        expect(daysInARow(progress, '2026-03-01')).toBe(3);
        expect(daysInARow(progress, '2026-03-02')).toBe(3);
        expect(daysInARow(progress, '2026-03-03')).toBe(0);
        expect(afterDaily(progress, '2026-03-03')).toMatchObject({ days: 1, bestDays: 3 });
    });

    test('what a browser kept is read with care', () => {
        const kept = afterDaily(afterAttempt(NO_PROGRESS, one, true), '2026-11-16');
        expect(reviveProgress(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
        for (const broken of [null, 3, 'x', [], { first: null }, { first: { a: 'b' } }, { run: 1.5 }, { lastDay: 7 }]) {
            expect(reviveProgress(broken)).toEqual(NO_PROGRESS);
        }
    });
});

describe('lessons', () => {
    test('every step of a lesson has a sentence', () => {
        for (const { ruleset, steps } of LESSONS) expect(enPages.coach.learn[ruleset]).toHaveLength(steps.length);
    });

    test('every position of a lesson can come up in a game', async () => {
        const ninefold = await load();
        for (const lesson of LESSONS) {
            for (const step of lesson.steps) expect(ninefold.position(step).position).toBe(step);
        }
    });
});
