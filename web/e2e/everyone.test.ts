// SPDX-License-Identifier: MIT
// For everyone: the keyboard alone, a phone on its side.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { coordinates } from '../src/game/notation';
import { settle } from './axe';
import { tabTo } from './keyboard';
import { anyLegal, markCount, visit, waitForMarks, world } from './world';

const here = world();
const { server } = here;

/** As moves are written: 0 is top left. */
const KEYPAD = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((digit) => `Numpad${digit}`);

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

describe('for everyone', () => {
    test('a whole game with the keyboard alone, from the choice of the opponent to the rematch', async () => {
        const { page, errors } = await visit(here.browser, server.url);
        const press = (key: string) => page.keyboard.press(key);
        await page.locator('.board.active').waitFor();
        await tabTo(page, 'New game');
        await press('Enter');
        await page.getByRole('dialog', { name: 'New game' }).waitFor();
        await tabTo(page, 'Level');
        await press('Home');
        await page.getByText('Beginner').waitFor();
        await press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });

        // By arrows and Enter first, then by the keypad: an arrow goes one cell at a time.
        for (let turn = 0; turn < 41 && (await page.locator('.board.over').count()) === 0; ++turn) {
            await page.waitForFunction(() => document.querySelector('.board.active, .board.over'));
            if ((await page.locator('.board.over').count()) > 0) break;
            const before = await markCount(page);
            const move = Number(await anyLegal(page).getAttribute('data-move'));
            if (turn === 0) await byArrows(page, move);
            else {
                await press(KEYPAD[Math.floor(move / 9)]);
                await press(KEYPAD[move % 9]);
            }
            await page.waitForFunction((n) => document.querySelector('.board.over') !== null ||
                document.querySelectorAll('.cell.full').length >= n + 2, before);
        }
        await page.locator('.board.over').waitFor();
        await tabTo(page, 'Rematch');
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
});
