// SPDX-License-Identifier: MIT
// The review of a game, as the page keeps it and as the program prints it, in one form.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { NINEFOLD, type Server } from './world';

export interface ReviewedMove {
    after: string;
    lost: string;
    mistake: string | null;
    proved: boolean;
}

/** What a page says of the moves it reviewed, as it keeps it for a reload, once it has looked at this many. */
export async function reviewOf(page: Page, moves: number): Promise<ReviewedMove[]> {
    interface Kept { review?: { judgements: Map<number, { eval: number; lost: number; kind: string | null; proved: boolean }> } }
    await page.waitForFunction((count) => (history.state as Kept | null)?.review?.judgements.size === count, moves);
    return page.evaluate(() => [...(history.state as Required<Kept>).review.judgements.values()].map(({ eval: after, lost, kind, proved }) =>
        ({ after: after.toFixed(4), lost: lost.toFixed(4), mistake: kind, proved })));
}

/** What `ninefold analyze` says of the same moves. */
export function programReview(server: Server, game: { position?: string; moves: readonly string[] }): ReviewedMove[] {
    interface Said { moves: { eval_after: number; lost: number; mistake: string | null; proved_after: boolean }[] }
    const record = { format: 'ninefold-game', version: 1, x: 'X', o: 'O', rules: 'standard', ...game };
    const file = server.file('game.jsonl', `${JSON.stringify(record)}\n`);
    const { moves } = JSON.parse(execFileSync(NINEFOLD, ['analyze', file, '--json'], { encoding: 'utf8' })) as Said;
    return moves.map((said) => ({ after: said.eval_after.toFixed(4), lost: said.lost.toFixed(4), mistake: said.mistake, proved: said.proved_after }));
}
