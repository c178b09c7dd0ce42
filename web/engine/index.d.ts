// SPDX-License-Identifier: MIT
/** `x` moves first. */
export type Side = 'x' | 'o';

/** A proven result: the winner and within how many plies, or a draw. */
export interface Proven {
    winner: Side | null;
    plies?: number;
}

export interface Line {
    move: string;
    /** X's expected score, 0..1. */
    eval: number;
    pv: string[];
    result: Proven | null;
}

export interface Thought {
    turn: Side;
    /** The move to play. */
    move: string;
    /** X's expected score, 0..1. */
    eval: number;
    depth: number;
    nodes: number;
    /** Seconds. */
    time: number;
    result: Proven | null;
    /** Best first. */
    lines: Line[];
}

export interface PositionFacts {
    position: string;
    turn: Side | null;
    legal: string[];
    ending: 'line' | 'majority' | 'draw' | null;
    winner: Side | null;
}

export type Solution =
    | { known: true; winner: Side | null; move: string | null; nodes: number }
    | { known: false; nodes: number };

export type StoredWin = { wins: false } | { wins: true; move: string | null; plies: number };

export interface EngineOptions {
    /** 1 beginner .. 10 full strength. */
    level?: number;
    /** How many best moves to find. */
    lines?: number;
    /** Of the weaker levels' misjudgements. */
    seed?: number;
}

/** What one question allows; without any limit a level's own limit holds, and full strength never ends. */
export interface Limits {
    timeMs?: number;
    nodes?: number;
    depth?: number;
}

export type Mistake = 'inaccuracy' | 'mistake' | 'blunder';

/** One thing that a mistake did. `plies`: to the win. `block`: 0..8, -1 where none is meant. */
export interface Reason {
    kind: 'misses-win' | 'allows-win' | 'allows-block' | 'misses-block' | 'free-move';
    plies: number;
    block: number;
}

/** What the engine thinks of one move of a game. Evaluations are X's expected score, 0..1. */
export interface MoveReview {
    move: string;
    evalBefore: number;
    evalAfter: number;
    /** What is proved of the positions before and after the move. */
    before: Proven | null;
    after: Proven | null;
    /** Of the mover's expected score, 0..1. */
    lost: number;
    mistake: Mistake | '';
    /** Weightiest first. */
    reasons: Reason[];
    /** Begins with the best move. */
    bestLine: string[];
    /** The best replies to the move that was played. */
    refutation: string[];
}

export interface Engine {
    setOptions(options?: EngineOptions): void;
    newGame(): void;
    /** Makes what thinking under the rules of this position needs, so that it falls on no clock. */
    prepare(position: string): void;
    think(position: string, moves?: string[], limits?: Limits): Thought;
    /**
     * Reviews a game, one position at a time. The same game gets the same review on every machine, and from
     * `ninefold analyze` too. Another review or question in between spoils it.
     */
    review(position: string, moves: string[], limits?: { nodes?: number }): Generator<{ done: number; positions: number }, MoveReview[]>;
}

export declare class Ninefold {
    /**
     * Hands in the network file for these rules (`standard`, `standard+majority`, …), before the first question
     * under them. Without one the engine uses its hand-made evaluation.
     */
    addNet(rules: string, bytes: ArrayBuffer | Uint8Array): void;
    position(position: string, moves?: string[]): PositionFacts;
    perft(position: string, depth: number): number;
    solve(position: string, moves?: string[], nodes?: number): Solution;
    /** X's proved win under open rules: whether it leads through this position, and X's move where X is to move. */
    storedWin(position: string, moves?: string[]): StoredWin;
    engine(options?: { hashMb?: number }): Engine;
}

type Source = BufferSource | WebAssembly.Module | Response;
export declare function load(wasm: Source | Promise<Source>): Promise<Ninefold>;
