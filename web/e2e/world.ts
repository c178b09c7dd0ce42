// SPDX-License-Identifier: MIT
// A server of our own on a free port with an empty database, and browsers to look at it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFailed } from 'vitest';

export const NINEFOLD = process.env.NINEFOLD ?? '../build/ninefold';

export class Server {
    private process: ChildProcess | null = null;
    private readonly folder = mkdtempSync(join(tmpdir(), 'ninefold-web-'));
    port = 0;

    constructor(private readonly options: string[] = []) {}

    get database(): string {
        return join(this.folder, 'games.db');
    }

    /** A file of its own, beside the database. */
    file(name: string, text: string): string {
        const path = join(this.folder, name);
        writeFileSync(path, text);
        return path;
    }

    get url(): string {
        return `http://127.0.0.1:${this.port}/`;
    }

    /** Starts it, on the port of last time if there was one. */
    async start(): Promise<void> {
        const started = spawn(NINEFOLD, ['serve', '--port', String(this.port), '--db', this.database, ...this.options], {
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        this.process = started;
        let said = '';
        await new Promise<void>((ready, failed) => {
            const hear = (data: Buffer) => {
                said += data.toString();
                const at = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
                if (at) {
                    this.port = Number(at[1]);
                    ready();
                }
            };
            started.stdout.on('data', hear);
            started.stderr.on('data', hear);
            started.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
        });
    }

    /** As rudely as can be. */
    async kill(): Promise<void> {
        const running = this.process;
        if (!running) return;
        running.removeAllListeners('exit');
        const ended = once(running, 'exit');
        running.kill('SIGKILL');
        await ended;
        this.process = null;
    }

    async end(): Promise<void> {
        await this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }

    async get<T>(path: string): Promise<T> {
        return (await (await fetch(`${this.url}${path}`)).json()) as T;
    }

    async post<T>(path: string, body: unknown): Promise<T> {
        const response = await fetch(`${this.url}${path}`, {
            method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
        });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return (await response.json()) as T;
    }
}

/** What the browser itself logs while a server is down; the last one when it looks for a newer offline copy just then. */
const SERVER_DOWN = /WebSocket connection|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|^An unknown error occurred when fetching the script\.$/;

/** A fresh visitor; every error that the page logs is collected. */
export async function visit(
    browser: Browser,
    url: string,
    options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
    // Without motion, which a machine without a graphics card would paint all the time.
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
        if (message.type() === 'error' && !SERVER_DOWN.test(message.text())) errors.push(message.text());
    });
    page.setDefaultTimeout(120_000);
    onTestFailed(async () => {
        if (page.isClosed()) return;
        const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
        console.log(`${page.url()} showed:\n${text}\nand logged:\n${errors.join('\n')}`);
    });
    await page.goto(url);
    return { page, errors };
}

/** A server for the tests of one file, and the browser that all files share; it is there once they run. */
export function world(): { server: Server; browser: Browser } {
    const made = { server: new Server(), browser: undefined as unknown as Browser };
    beforeAll(async () => {
        await made.server.start();
        made.browser = await chromium.connect(inject('browser'));
    });
    afterAll(async () => {
        await made.browser?.close();
        await made.server.end();
    });
    return made;
}

export const cell = (page: Page, move: string) => page.locator(`.game [data-move="${9 * Number(move[0]) + Number(move[1])}"]`);

export const markCount = (page: Page): Promise<number> => page.locator('.game .cell.full').count();

export async function waitForMarks(page: Page, count: number): Promise<void> {
    await page.waitForFunction((n) => document.querySelectorAll('.game .cell.full').length >= n, count);
}

/** Waits until exactly `count` cells are full: after an undo there are fewer. */
export async function waitForExactly(page: Page, count: number): Promise<void> {
    await page.waitForFunction((n) => document.querySelectorAll('.game .cell.full').length === n, count);
}

/** The first cell that may be played. */
export const anyLegal = (page: Page) => page.locator('.game .board.active .cell.legal').first();

/** Opens a game as Ann, and returns the link for the other player. */
export async function invite(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByText('Online', { exact: true }).click();
    await page.getByPlaceholder('Guest').fill('Ann');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    return page.getByTestId('link').inputValue();
}

/** Takes the open seat of Ann's game; the answer has come once the board is there. */
export async function accept(page: Page, name: string): Promise<void> {
    await page.getByText('Ann invites you').waitFor();
    await page.getByPlaceholder('Guest').fill(name);
    await page.getByRole('button', { name: 'Join the game' }).click();
    await page.locator('.game .board').waitFor();
}
