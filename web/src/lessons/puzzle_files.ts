// SPDX-License-Identifier: MIT
// The files of puzzles, fetched when they are first looked at (docs/web.md says how they are made).
import { parsePuzzles, type Puzzle } from '../game/puzzle';
import correspondence from './puzzles/correspondence.txt';
import open from './puzzles/open.txt';
import standard from './puzzles/standard.txt';

const FILES = { standard, open, correspondence };
/** A ruleset that has puzzles. */
export type PuzzleRuleset = keyof typeof FILES;
export const PUZZLE_RULESETS = Object.keys(FILES) as PuzzleRuleset[];
const loading = new Map<PuzzleRuleset, Promise<Puzzle[]>>();

export function puzzlesOf(ruleset: PuzzleRuleset): Promise<Puzzle[]> {
    const known = loading.get(ruleset);
    if (known) return known;
    const puzzles = fetch(new URL(FILES[ruleset], import.meta.url)).then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        return parsePuzzles(await response.text());
    });
    loading.set(ruleset, puzzles);
    // What could not be fetched is fetched again when it is next needed.
    puzzles.catch(() => loading.delete(ruleset));
    return puzzles;
}
