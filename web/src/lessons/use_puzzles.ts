// SPDX-License-Identifier: MIT
// The puzzles of a ruleset, fetched when they are wanted; what a person has solved, and wants next.
import { useEffect, useState } from 'preact/hooks';
import { NO_PROGRESS, reviveProgress, type Choice, type Progress, type Puzzle } from '../game/puzzle';
import { store } from '../storage/store';
import { PUZZLE_RULESETS, puzzlesOf, type PuzzleRuleset } from './puzzle_files';

export const kept = store<Progress>(NO_PROGRESS, 'puzzles.progress', reviveProgress);
const FIRST_CHOICE: Choice & { ruleset: PuzzleRuleset } = { ruleset: 'standard', band: 'easy', theme: 'any' };
export const chosen = store(FIRST_CHOICE, 'puzzles.choice', (found) => {
    const choice = { ...FIRST_CHOICE, ...(found as Partial<typeof FIRST_CHOICE> | null) };
    return PUZZLE_RULESETS.includes(choice.ruleset) ? choice : FIRST_CHOICE;
});

interface Loaded {
    ruleset: PuzzleRuleset;
    puzzles: Puzzle[] | null;
    problem: boolean;
    retry(): void;
}

export function usePuzzles(ruleset: PuzzleRuleset): Loaded {
    const [loaded, setLoaded] = useState<{ ruleset: PuzzleRuleset; puzzles: Puzzle[] | null; problem: boolean } | null>(null);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
        let gone = false;
        puzzlesOf(ruleset).then(
            (puzzles) => !gone && setLoaded({ ruleset, puzzles, problem: false }),
            () => !gone && setLoaded({ ruleset, puzzles: null, problem: true }));
        return () => void (gone = true);
    }, [ruleset, attempt]);
    const current = loaded?.ruleset === ruleset ? loaded : { ruleset, puzzles: null, problem: false };
    return { ...current, retry: () => setAttempt((n) => n + 1) };
}
