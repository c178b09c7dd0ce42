// SPDX-License-Identifier: MIT
// What the page and the engine's worker say to each other.
import type { Limits, PositionFacts, Solution, Thought } from '../../engine/index.js';

export type { Line, Proven, PositionFacts, Solution, Thought } from '../../engine/index.js';

export type Question =
    | { kind: 'prepare'; position: string }
    | { kind: 'check'; position: string; moves: string[] }
    | { kind: 'solve'; position: string; moves: string[]; nodes: number }
    /** The engine's move as an opponent. */
    | { kind: 'move'; position: string; moves: string[]; level: number; seed: number; limits: Limits }
    /** Best lines, better and better until `timeMs` are over or it is stopped. */
    | { kind: 'analyse'; position: string; moves: string[]; lines: number; timeMs: number };

export type ToWorker = { id: number; question: Question } | { stop: number };

export type FromWorker =
    | { id: number; progress: Thought }
    | { id: number; answer: Thought | PositionFacts | Solution | null }
    | { id: number; error: string };
