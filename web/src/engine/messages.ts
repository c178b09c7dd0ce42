// SPDX-License-Identifier: MIT
// What the page and the engine's worker say to each other.
import type { Limits, MoveReview, PositionFacts, Solution, StoredWin, Thought } from '../../engine/index.js';

export type { Line, Mistake, MoveReview, Proven, PositionFacts, Reason, Solution, StoredWin, Thought } from '../../engine/index.js';

export interface ReviewProgress {
    done: number;
    positions: number;
}

export type Question =
    | { kind: 'prepare'; position: string }
    | { kind: 'check'; position: string; moves: string[] }
    | { kind: 'solve'; position: string; moves: string[]; nodes: number }
    /** X's proved win under open rules. */
    | { kind: 'stored'; position: string }
    /** The engine's move as an opponent. */
    | { kind: 'move'; position: string; moves: string[]; level: number; seed: number; limits: Limits }
    /** Best lines, better and better until `timeMs` are over or it is stopped. */
    | { kind: 'analyse'; position: string; moves: string[]; lines: number; timeMs: number }
    /** Every move of a game, by nodes: the same answer on every machine. */
    | { kind: 'review'; position: string; moves: string[] };

/** The error of what could not be fetched: the page has the words for it. */
export const NOT_FETCHED = 'not-fetched';

export type ToWorker = { id: number; question: Question } | { stop: number };

export type FromWorker =
    | { id: number; progress: Thought | ReviewProgress }
    | { id: number; answer: Thought | PositionFacts | Solution | StoredWin | MoveReview[] | null }
    | { id: number; error: string };
