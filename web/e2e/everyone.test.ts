// SPDX-License-Identifier: MIT
// For everyone: axe, the keyboard alone, phones.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { coordinates } from '../src/game/notation';
import { seriousProblems, settle } from './axe';
import { anyLegal, cell, markCount, NINEFOLD, visit, waitForMarks, world } from './world';

interface NewGame {
    game: { id: string };
    secret: string | null;
}

const here = world();
const { server } = here;

/** The keypad by its places: 7 is top left. */
const KEYPAD = [7, 8, 9, 4, 5, 6, 1, 2, 3].map((digit) => `Numpad${digit}`);

/** With the arrows to a cell, and Enter. */
async function byArrows(page: Page, move: number): Promise<void> {
    const onBoard = () => page.evaluate(() => document.activeElement?.closest('.board') !== null);
    for (let i = 0; i < 30 && !(await onBoard()); ++i) await page.keyboard.press('Shift+Tab');
    const cursor = Number(await page.locator('.board .cell:focus').getAttribute('data-move'));
    const [from, to] = [coordinates(cursor), coordinates(move)];
    for (let row = from.row; row !== to.row; row += Math.sign(to.row - from.row)) await page.keyboard.press(to.row > from.row ? 'ArrowDown' : 'ArrowUp');
    for (let column = from.column; column !== to.column; column += Math.sign(to.column - from.column)) {
        await page.keyboard.press(to.column > from.column ? 'ArrowRight' : 'ArrowLeft');
    }
    await page.keyboard.press('Enter');
}

const PAGES = ['#/play', '#/analyse?moves=444000', '#/watch', '#/tournaments', '#/learn', '#/learn/puzzles/3'];

describe('for everyone', () => {
    test.each(['light', 'dark'] as const)('axe finds no serious problem, %s', async (colorScheme) => {
        const cup = server.file('cup.toml', [
            `name = "Cup ${colorScheme}"`, 'time = "none"', 'bots = ["random", "first", "greedy"]',
            '[[stage]]', 'name = "Table"', 'type = "round-robin"', '[[stage]]', 'name = "Finals"', 'type = "knockout"', '',
        ].join('\n'));
        execFileSync(NINEFOLD, ['tournament', 'run', cup, '--db', server.database], { stdio: 'ignore' });
        const { tournaments } = await server.get<{ tournaments: { id: string }[] }>('api/tournaments');
        const kept = await server.get<{ games: { id: string }[] }>('api/games?limit=1');
        const open = await server.post<NewGame>('api/games', { x: { kind: 'human', name: 'Ann' }, o: { kind: 'open' } });
        const live = await server.post<NewGame>('api/games', {
            x: { kind: 'bot', bot: 'greedy' }, o: { kind: 'bot', bot: 'first' }, pace_ms: 10_000,
        });
        // O has moved last: the list marks a move in O's colour.
        const moved = await server.post<NewGame>('api/games', { x: { kind: 'human', name: 'Ann' }, o: { kind: 'human', name: 'Bob' }, moves: ['44', '40'] });
        const { page } = await visit(here.browser, server.url, { colorScheme, reducedMotion: 'reduce' });
        const found: string[] = [];
        const look = async (where: string) => found.push(...(await seriousProblems(page, where)));
        for (const hash of [
            ...PAGES, `#/game/${live.game.id}`, `#/game/${moved.game.id}`, `#/game/${open.game.id}`, `#/join/${open.game.id}/${open.secret}`,
            `#/watch/${kept.games[0].id}`, `#/tournament/${tournaments[0].id}`, '#/game/aaaaaaaaaa',
        ]) {
            await page.goto(`${server.url}${hash}`);
            await settle(page);
            if (hash.includes('analyse')) await page.locator('.cell.best').waitFor();
            await look(hash);
        }
        await page.goto(`${server.url}#/watch?match=${tournaments[0].id}&bot=greedy`);
        await page.getByRole('heading', { name: 'Games of greedy' }).waitFor();
        await settle(page);
        await look('games of a bot');
        await page.goto(`${server.url}#/tournaments`);
        await page.getByRole('button', { name: 'New tournament' }).click();
        await page.getByRole('dialog').waitFor();
        await settle(page);
        await look('new tournament');
        await page.keyboard.press('Escape');
        await page.goto(`${server.url}#/play/new`);
        await page.getByText('Online', { exact: true }).waitFor();
        await look('new game');
        // A game that was looked through, with its graph and its mistakes.
        await page.goto(`${server.url}#/analyse?moves=444000&review=1`);
        await page.getByTestId('summary').waitFor();
        await look('review');
        expect(found).toEqual([]);
        await page.context().close();
    });

    test('a whole game with the keyboard alone, from the choice of the opponent to the rematch', async () => {
        const { page, errors } = await visit(here.browser, server.url);
        const press = (key: string) => page.keyboard.press(key);
        const focused = () => page.evaluate(() => {
            const at = document.activeElement as HTMLElement | null;
            return at?.getAttribute('aria-label') ?? at?.innerText.trim() ?? '';
        });
        const tabTo = async (name: string) => {
            for (let i = 0; i < 60; ++i) {
                if ((await focused()) === name) return;
                await press('Tab');
            }
            throw new Error(`Tab never leads to ${name}`);
        };
        await page.locator('.board.active').waitFor();
        await tabTo('New game');
        await press('Enter');
        await page.getByRole('dialog', { name: 'New game' }).waitFor();
        await tabTo('Level');
        await press('Home');
        await page.getByText('Beginner').waitFor();
        await press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });

        // Turn about by arrows and Enter, and by the keypad.
        for (let turn = 0; turn < 41 && (await page.locator('.board.over').count()) === 0; ++turn) {
            await page.waitForFunction(() => document.querySelector('.board.active, .board.over'));
            if ((await page.locator('.board.over').count()) > 0) break;
            const before = await markCount(page);
            const move = Number(await anyLegal(page).getAttribute('data-move'));
            if (turn % 2 === 0) await byArrows(page, move);
            else {
                await press(KEYPAD[Math.floor(move / 9)]);
                await press(KEYPAD[move % 9]);
            }
            await page.waitForFunction((n) => document.querySelector('.board.over') !== null ||
                document.querySelectorAll('.cell.full').length >= n + 2, before);
        }
        await page.locator('.board.over').waitFor();
        await tabTo('Rematch');
        await press('Enter');
        await waitForMarks(page, 1);
        await page.locator('.board.active').waitFor();
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('a phone on its side still has a board to hit', async () => {
        const { page } = await visit(here.browser, server.url, { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });
        for (const hash of ['#/play', '#/analyse?moves=4440', '#/learn']) {
            await page.goto(`${server.url}${hash}`);
            await settle(page);
            const box = (await page.locator('.board').boundingBox())!;
            expect(box.width, hash).toBeGreaterThan(220);
            expect(box.y + box.height, hash).toBeLessThanOrEqual(360);
        }
        await page.context().close();
    });

    test('a phone of 360 pixels shows every page without scrolling sideways, and plays', async () => {
        const { page } = await visit(here.browser, server.url, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
        for (const hash of PAGES) {
            await page.goto(`${server.url}${hash}`);
            await settle(page);
            expect(await page.evaluate(() => document.documentElement.scrollWidth), hash).toBeLessThanOrEqual(360);
        }
        await page.goto(`${server.url}#/play`);
        await cell(page, '44').tap();
        await waitForMarks(page, 2);
        const box = (await cell(page, '44').boundingBox())!;
        expect(box.width).toBeGreaterThan(30);
        await page.context().close();
    });
});
