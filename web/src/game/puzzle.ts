// SPDX-License-Identifier: MIT
// Puzzles as `ninefold puzzles` writes them, the choice among them, and what one has made of them. Plain data.
import { parseMove } from './notation';
import type { Move } from './rules';

export const THEMES = ['capture', 'sacrifice', 'free-move', 'quiet'] as const;
export type Theme = (typeof THEMES)[number];

/** Levels of the engine that find a puzzle, in three groups. */
export const BANDS = ['easy', 'medium', 'hard'] as const;
export type Band = (typeof BANDS)[number];

export interface Puzzle {
    /** The same for the same position, whatever else is in the file. */
    id: string;
    position: string;
    solution: Move;
    /** To the end with best play. */
    plies: number;
    /** The lowest level of the engine that finds it: 1..9, 10 where none does. */
    difficulty: number;
    themes: Theme[];
}

export interface Choice {
    band: Band | 'any';
    theme: Theme | 'any';
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return hash;
}

export const bandOf = (difficulty: number): Band => (difficulty <= 2 ? 'easy' : difficulty <= 5 ? 'medium' : 'hard');

function parseLine(line: string): Puzzle {
    const [position, solution, plies, difficulty, themes] = line.split('; ');
    return {
        id: hashOf(position).toString(36), position, solution: parseMove(solution)!, plies: Number(plies), difficulty: Number(difficulty),
        themes: themes.split(',') as Theme[],
    };
}

/** The puzzles of a file, shuffled: files are sorted by position, and neighbours there look alike. */
export const parsePuzzles = (text: string): Puzzle[] =>
    text.trimEnd().split('\n').map(parseLine).sort((a, b) => (a.id < b.id ? -1 : 1));

export const fits = (puzzle: Puzzle, { band, theme }: Choice): boolean =>
    (band === 'any' || bandOf(puzzle.difficulty) === band) && (theme === 'any' || puzzle.themes.includes(theme));

/** The next one that fits and was not tried yet, after `id`; one that was tried where there is no other. */
export function nextPuzzle(puzzles: readonly Puzzle[], choice: Choice, progress: Progress, id: string | null): Puzzle | null {
    const from = puzzles.findIndex((puzzle) => puzzle.id === id) + 1;
    const fitting = [...puzzles.slice(from), ...puzzles.slice(0, from)].filter((puzzle) => fits(puzzle, choice));
    return fitting.find((puzzle) => !(puzzle.id in progress.first) && puzzle.id !== id) ?? fitting[0] ?? null;
}

/** `2026-11-16`, by the clock on the wall. */
export const dayOf = (date: Date): string =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The puzzle of a day: neither trivial nor for hours, and the same for everybody. */
export function dailyPuzzle(puzzles: readonly Puzzle[], day: string): Puzzle {
    const worthy = puzzles.filter(({ difficulty }) => difficulty >= 3 && difficulty <= 7);
    return worthy[hashOf(day) % worthy.length];
}

export interface Progress {
    /** How the first attempt at each puzzle went, by id: its difficulty, below 0 where it failed. */
    first: Record<string, number>;
    /** First attempts in a row that succeeded, now and at best. */
    run: number;
    bestRun: number;
    /** Daily puzzles solved, on days in a row up to `lastDay`. */
    lastDay: string;
    days: number;
    bestDays: number;
}

export const NO_PROGRESS: Progress = { first: {}, run: 0, bestRun: 0, lastDay: '', days: 0, bestDays: 0 };

/** What a browser kept; it may be damaged, or written by another version. */
export function reviveProgress(kept: unknown): Progress {
    if (kept === null || typeof kept !== 'object' || Array.isArray(kept)) return NO_PROGRESS;
    const all = { ...NO_PROGRESS, ...(kept as Partial<Progress>) };
    const counts = [all.run, all.bestRun, all.days, all.bestDays, ...Object.values(all.first ?? {})];
    const whole = all.first !== null && typeof all.first === 'object' && typeof all.lastDay === 'string' && counts.every(Number.isInteger);
    return whole ? all : NO_PROGRESS;
}

/** Only the first attempt counts. It succeeds without an error, a hint or a look at the solution. */
export function afterAttempt(progress: Progress, puzzle: Puzzle, success: boolean): Progress {
    if (puzzle.id in progress.first) return progress;
    const run = success ? progress.run + 1 : 0;
    return {
        ...progress, run, bestRun: Math.max(run, progress.bestRun),
        first: { ...progress.first, [puzzle.id]: success ? puzzle.difficulty : -puzzle.difficulty },
    };
}

const dayBefore = (day: string): string => {
    const [year, month, date] = day.split('-').map(Number);
    return dayOf(new Date(year, month - 1, date - 1, 12));
};

/** The daily puzzle of `day` was solved, with however many attempts. */
export function afterDaily(progress: Progress, day: string): Progress {
    if (progress.lastDay === day) return progress;
    const days = progress.lastDay === dayBefore(day) ? progress.days + 1 : 1;
    return { ...progress, lastDay: day, days, bestDays: Math.max(days, progress.bestDays) };
}

/** Days in a row as of `day`: yesterday's still count, today's puzzle may come. */
export const daysInARow = ({ lastDay, days }: Progress, day: string): number => (lastDay === day || lastDay === dayBefore(day) ? days : 0);

/** Of the puzzles tried, how many were solved at the first attempt. */
export function results(progress: Progress): Record<Band, { solved: number; tried: number }> {
    const all = { easy: { solved: 0, tried: 0 }, medium: { solved: 0, tried: 0 }, hard: { solved: 0, tried: 0 } };
    for (const value of Object.values(progress.first)) {
        const band = all[bandOf(Math.abs(value))];
        ++band.tried;
        if (value > 0) ++band.solved;
    }
    return all;
}
