// SPDX-License-Identifier: MIT
// Takes the pictures in docs/images again, from a server of its own. After: make build, scripts/fetch_npm web.
//
//   node scripts/take_pictures.mjs          NINEFOLD, CHROMIUM name the programs
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '../web/node_modules/playwright-core/index.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const ninefold = process.env.NINEFOLD ?? join(root, 'build/ninefold');
const images = join(root, 'docs/images');
const folder = mkdtempSync(join(tmpdir(), 'ninefold-pictures-'));

async function serve() {
    const server = spawn(ninefold, ['serve', '--port', '0', '--db', join(folder, 'games.db')]);
    const url = await new Promise((ready) => {
        server.stdout.on('data', (said) => {
            const at = /http:\/\/127\.0\.0\.1:\d+\//.exec(said);
            if (at) ready(at[0]);
        });
    });
    return { server, url };
}

/** A few moves against the engine, and the mouse over one more. */
async function takePlay(browser, url) {
    const context = await browser.newContext({ viewport: { width: 1140, height: 700 }, colorScheme: 'light' });
    const page = await context.newPage();
    await page.goto(url);
    const legal = page.locator('.board.active .cell.legal');
    for (let move = 0; move < 10; ++move) {
        await legal.first().waitFor();
        await legal.nth((7 * move + 3) % (await legal.count())).click();
        await page.waitForTimeout(900);
    }
    await page.getByRole('button', { name: 'Eval' }).click();
    await legal.first().waitFor();
    await legal.last().hover();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(images, 'play.png') });
    await context.close();
}

/** A game between two levels that make mistakes, reviewed. */
async function takeAnalyse(browser, url) {
    const db = join(folder, 'match.db');
    execFileSync(ninefold, ['match', 'engine:level=4', 'engine:level=3', '--games', '1', '--seed', '5',
        '--time', 'none', '--openings', 'random:2', '--db', db, '-q'], { stdio: 'ignore' });
    const game = execFileSync(ninefold, ['games', '--db', db, '--export', 'jsonl'], { encoding: 'utf8' });
    const moves = JSON.parse(game.split('\n')[0]).moves.map((ply) => ply.move ?? ply).join('');
    const context = await browser.newContext({ viewport: { width: 1180, height: 720 }, colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto(`${url}#/analyse?moves=${moves}`);
    await page.getByRole('button', { name: 'Find the mistakes' }).click();
    await page.waitForTimeout(45000);
    await page.screenshot({ path: join(images, 'analyse.png') });
    await context.close();
}

const { server, url } = await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'] });
try {
    await takePlay(browser, url);
    await takeAnalyse(browser, url);
} finally {
    await browser.close();
    server.kill('SIGINT');
    rmSync(folder, { recursive: true, force: true });
}
