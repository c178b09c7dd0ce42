// SPDX-License-Identifier: MIT
// The engine as the page sees it. Its worker is started when it is first asked for something.
import { moveText, parseMove, positionText } from '../game/notation';
import type { Move, Position } from '../game/rules';
import { store } from '../storage/store';
import {
    NOT_FETCHED, type FromWorker, type MoveReview, type PositionFacts, type Question, type ReviewProgress, type Solution, type StoredWin, type Thought, type ToWorker,
} from './messages';
import { words } from '../language/language';

interface Waiting {
    resolve(value: never): void;
    reject(error: Error): void;
    progress?(news: never): void;
}

/** Whether it has answered anything yet: before that, it is being fetched. */
export const isReady = store(false);

/** The name of worker.ts in this build (scripts/build_web). */
declare const WORKER_FILE: string;

let worker: Worker | undefined;
let nextId = 1;
const waiting = new Map<number, Waiting>();

function startWorker(): Worker {
    const started = new Worker(new URL(WORKER_FILE, import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        const who = waiting.get(data.id);
        if (!who) return;
        if ('progress' in data) return who.progress?.(data.progress as never);
        waiting.delete(data.id);
        if ('error' in data) return who.reject(new Error(data.error === NOT_FETCHED ? words.errors.engineDownload : data.error));
        isReady.set(true);
        who.resolve(data.answer as never);
    };
    started.onerror = () => {
        for (const who of waiting.values()) who.reject(new Error(words.errors.engineStart));
        waiting.clear();
        worker = undefined;
    };
    return started;
}

function send(message: ToWorker): void {
    (worker ??= startWorker()).postMessage(message);
}

function ask<T, P = never>(question: Question, progress?: (news: P) => void): { id: number; answer: Promise<T> } {
    const id = nextId++;
    const answer = new Promise<T>((resolve, reject) => {
        waiting.set(id, { resolve, reject, progress });
    });
    send({ id, question });
    return { id, answer };
}

/** Starts the engine and makes what it needs under these rules. */
export const prepare = (position: Position): Promise<void> =>
    ask<void>({ kind: 'prepare', position: positionText(position) }).answer;

/** What the engine's own rules say; rejects with the reason where a text is wrong. */
export const check = (position: string, moves: string[] = []): Promise<PositionFacts> =>
    ask<PositionFacts>({ kind: 'check', position, moves }).answer;

export const solve = (position: Position, nodes = 400_000): Promise<Solution> =>
    ask<Solution>({ kind: 'solve', position: positionText(position), moves: [], nodes }).answer;

export const storedWin = (position: Position): Promise<StoredWin> => ask<StoredWin>({ kind: 'stored', position: positionText(position) }).answer;

/** The longest a level thinks; only the highest ones need it. */
const MOVE_MS = 1000;

export async function engineMove(position: Position, level: number, seed: number, timeMs = MOVE_MS): Promise<{
    move: Move;
    thought: Thought;
}> {
    const thought = await ask<Thought>({
        kind: 'move', position: positionText(position), moves: [], level, seed, limits: { timeMs },
    }).answer;
    return { move: parseMove(thought.move)!, thought };
}

/** Something that takes a while. It ends with null where it was stopped before there was an answer. */
export interface Running<T> {
    stop(): void;
    done: Promise<T | null>;
}

export type Analysis = Running<Thought>;

/** One analysis runs at a time: a new one ends the one before. */
export function analyse(
    position: Position,
    { lines = 1, timeMs = 1000, moves = [] as Move[] },
    progress: (thought: Thought) => void = () => {},
): Analysis {
    const { id, answer } = ask<Thought | null, Thought>(
        { kind: 'analyse', position: positionText(position), moves: moves.map(moveText), lines, timeMs }, progress);
    return { stop: () => send({ stop: id }), done: answer };
}

/** What the moves of a game gave away: the same for the same game, always. */
export function reviewGame(start: Position, moves: Move[], progress: (news: ReviewProgress) => void): Running<MoveReview[]> {
    const { id, answer } = ask<MoveReview[] | null, ReviewProgress>(
        { kind: 'review', position: positionText(start), moves: moves.map(moveText) }, progress);
    return { stop: () => send({ stop: id }), done: answer };
}

/** What one move gives away and how it is answered, looked at as long as in a review; null where another review came between. */
export const reviewMove = async (position: Position, move: Move): Promise<MoveReview | null> =>
    (await reviewGame(position, [move], () => {}).done)?.[0] ?? null;
