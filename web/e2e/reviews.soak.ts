// SPDX-License-Identifier: MIT
// A whole game gets the same review RUNS times, in the page and from the program: half of the runs on the machine
// as it is, half while every processor has more to do than it can. (`make soak-reviews`)
import { spawn, type ChildProcess } from 'node:child_process';
import { cpus } from 'node:os';
import { expect, test } from 'vitest';
import { programReview, reviewOf, type ReviewedMove } from './reviews';
import { visit, world } from './world';

const RUNS = Number(process.env.RUNS ?? 20);
const here = world();

/** Two weak players, who make mistakes of every kind. */
const GAME = '1886677884455888855113355332255228877555566557744776600444400772244223311006666441111463'.match(/../g)!;

async function pageReview(): Promise<ReviewedMove[]> {
    const { page, errors } = await visit(here.browser, `${here.server.url}#/analyse?moves=${GAME.join('')}&review=1`);
    const review = await reviewOf(page, GAME.length);
    expect(errors).toEqual([]);
    await page.context().close();
    return review;
}

/** Twice as many busy programs as there are processors. */
const disturb = (): ChildProcess[] => Array.from({ length: 2 * cpus().length }, () => spawn(process.execPath, ['-e', 'for (;;);']));

test(`${RUNS} reviews of one game by the page and ${RUNS} by the program are the same`, async () => {
    const first = programReview(here.server, { moves: GAME });
    expect(new Set(first.map(({ mistake }) => mistake)).size).toBeGreaterThan(2);
    let others: ChildProcess[] = [];
    try {
        for (let run = 0; run < RUNS; run++) {
            if (run === Math.floor(RUNS / 2)) others = disturb();
            const started = Date.now();
            expect(programReview(here.server, { moves: GAME })).toEqual(first);
            const between = Date.now();
            expect(await pageReview()).toEqual(first);
            const [program, page] = [between - started, Date.now() - between].map((ms) => (ms / 1000).toFixed(1));
            console.log(`run ${run + 1}, ${others.length} other programs: the same; program ${program} s, page ${page} s`);
        }
    } finally {
        for (const other of others) other.kill('SIGKILL');
    }
}, 3_600_000);
