// SPDX-License-Identifier: MIT
// The program and the browser's engine give the same review of a game, bit for bit, and give it again.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, MoveReview } from '../engine/index.js';
import { load } from '../engine/node.js';

interface Game { start?: string; rules: string; moves: string[] }
interface NativeMove {
    move: string; eval_before: number; eval_after: number; proved_before: boolean; proved_after: boolean;
    lost: number; mistake: string | null; reasons: { kind: string; plies?: number; block?: number }[];
    best_line: string[]; refutation: string[];
}

const NINEFOLD = process.env.NINEFOLD ?? '../build/ninefold';
const folder = mkdtempSync(join(tmpdir(), 'ninefold-review-'));
const run = (...words: string[]): string => execFileSync(NINEFOLD, words, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] });

/** Both as the same rounded values. */
const fromProgram = (m: NativeMove) => ({
    move: m.move, before: [m.eval_before.toFixed(4), m.proved_before], after: [m.eval_after.toFixed(4), m.proved_after],
    lost: m.lost.toFixed(4), mistake: m.mistake ?? '', bestLine: m.best_line, refutation: m.refutation,
    reasons: m.reasons.map(({ kind, plies = 0, block = -1 }) => ({ kind, plies, block })),
});
const fromBrowser = (m: MoveReview) => ({
    move: m.move, before: [m.evalBefore.toFixed(4), m.before !== null], after: [m.evalAfter.toFixed(4), m.after !== null],
    lost: m.lost.toFixed(4), mistake: m.mistake, bestLine: m.bestLine, refutation: m.refutation, reasons: m.reasons,
});

function finish(review: ReturnType<Engine['review']>): MoveReview[] {
    for (;;) {
        const step = review.next();
        if (step.done) return step.value;
    }
}

describe('reviews', () => {
    let engine: Engine;
    let games: Game[];

    beforeAll(async () => {
        engine = (await load()).engine({ hashMb: 32 });
        const db = join(folder, 'games.db');
        for (const rules of ['standard', 'open', 'correspondence']) {
            run('match', 'greedy', 'random', '--games', '20', '--rules', rules, '--db', db, '--quiet');
        }
        const lines = run('games', '--db', db, '--limit', '1000', '--export', 'jsonl').trim().split('\n');
        writeFileSync(join(folder, 'games.jsonl'), lines.join('\n'));
        games = lines.map((line) => JSON.parse(line) as Game);
    }, 600_000);
    afterAll(() => rmSync(folder, { recursive: true }));

    const program = (name: string, ...words: string[]): NativeMove[][] =>
        run('analyze', join(folder, name), '--json', ...words).trim().split('\n').map((line) => (JSON.parse(line) as { moves: NativeMove[] }).moves);
    const browser = (game: Game, nodes?: number): MoveReview[] =>
        finish(engine.review(game.start ?? `9/9/9/9/9/9/9/9/9 x - ${game.rules}`, game.moves, { nodes }));

    test('the program and the browser agree on a thousand late positions', () => {
        const native = program('games.jsonl', '--nodes', '1500');
        expect(native).toHaveLength(games.length);
        let late = 0;
        games.forEach((game, i) => {
            const review = browser(game, 1500);
            expect(review.map(fromBrowser)).toEqual(native[i].map(fromProgram));
            late += Math.max(0, review.length - 25);
        });
        expect(late).toBeGreaterThan(1000);
    }, 600_000);

    test('the same game gets the same review every time', () => {
        // A few moves, each with as many nodes as the page and the program give it unasked.
        const beginning: Game = { rules: 'standard', moves: games[0].moves.slice(0, 6) };
        writeFileSync(join(folder, 'beginning.jsonl'), JSON.stringify({ format: 'ninefold-game', version: 1, x: 'X', o: 'O', ...beginning }));
        const once = browser(beginning);
        expect(once.map(fromBrowser)).toEqual(program('beginning.jsonl')[0].map(fromProgram));
        browser(games[1], 500);
        expect(browser(beginning)).toEqual(once);
    }, 600_000);
});
