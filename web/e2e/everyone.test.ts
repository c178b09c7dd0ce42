// SPDX-License-Identifier: MIT
// For everyone: axe, the keyboard alone, phones.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { coordinates } from '../src/game/notation';
import { contrastProblems, loadAxe, seriousProblems, settle } from './axe';
import * as de from '../src/words/de';
import { en } from '../src/words/en';
import { enPages } from '../src/words/en_pages';
import * as es from '../src/words/es';
import { fontOf, withFont } from './browser';
import { makeTour } from './tour';
import { anyLegal, cell, markCount, visit, waitForMarks, world } from './world';

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

let tour: Awaited<ReturnType<typeof makeTour>>;
beforeAll(async () => {
    tour = await makeTour(server);
});

/** What of the text and the controls is cut off or spills out of its place on a screen of so many pixels. */
const spilled = (page: Page, screen: number): Promise<string[]> => page.evaluate((width) => {
    const found = [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3, input, label, legend, p, select, summary, .badge')].filter((element) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.unseen, .skip, .scroll')) return false;
        const style = getComputedStyle(element);
        const spills = style.display !== 'inline' && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
        return spills || element.getBoundingClientRect().right > width + 1;
    }).map((element) => element.outerHTML.slice(0, 100));
    return document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} wide`, ...found] : found;
}, screen);

/** Which of some controls cannot be read under the pointer or with the focus, one of each look. */
async function unreadable(page: Page, selector: string): Promise<string[]> {
    const looks = new Set<string>();
    const found: string[] = [];
    await loadAxe(page);
    for (const control of await page.locator(selector).all()) {
        if (!(await control.isVisible()) || !(await control.isEnabled())) continue;
        const look = await control.evaluate((element) => `${element.parentElement?.className} ${element.className} ${element.getAttribute('aria-current')}`);
        if (looks.has(look)) continue;
        looks.add(look);
        for (const use of ['hover', 'focus'] as const) {
            await control[use]();
            found.push(...(await contrastProblems(control)).map((problem) => `${use}: ${problem}`));
        }
    }
    expect(looks.size).toBeGreaterThan(2);
    return found;
}

describe('for everyone', () => {
    test.each(['light', 'dark'] as const)('axe finds no serious problem, %s', async (colorScheme) => {
        const { page } = await visit(here.browser, server.url, { colorScheme, reducedMotion: 'reduce' });
        const found: string[] = [];
        await tour(page, async (where) => {
            found.push(...(await seriousProblems(page, where)));
        });
        expect(found).toEqual([]);
        await page.context().close();
    });

    test.each(['light', 'dark'] as const)('every button can be read under the pointer and with the focus, %s', async (colorScheme) => {
        const { page } = await visit(here.browser, server.url, { colorScheme, reducedMotion: 'reduce' });
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        await page.getByRole('button', { name: 'Resign' }).click();
        const found = await unreadable(page, '.game button, .game a.button, .top a, .top button');
        await page.getByRole('button', { name: 'New game' }).click();
        found.push(...(await unreadable(page, 'dialog button, dialog label')));
        await page.goto(`${server.url}#/analyse?moves=444000`);
        await page.locator('.lines button').first().waitFor();
        found.push(...(await unreadable(page, '.panel button, .stepper button')));
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

    // The widest font with the longest words, and a narrow one.
    test.each([
        ['DejaVu Sans', 'en', { words: en, pages: enPages }], ['Yanone Kaffeesatz', 'en', { words: en, pages: enPages }],
        ['DejaVu Sans', 'de', de], ['DejaVu Sans', 'es', es],
    ] as const)('a phone shows every page without scrolling sideways, and plays, in %s, language %s', (font, locale, language) => withFont(font, async (browser) => {
        const { page } = await visit(browser, server.url, {
            viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce', locale,
        });
        await page.locator('.board').waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        expect(await fontOf(page, 'nav a span')).toContain(font);
        await cell(page, '44').tap();
        await waitForMarks(page, 2);
        const box = (await cell(page, '44').boundingBox())!;
        expect(box.width).toBeGreaterThan(30);
        const found: string[] = [];
        await tour(page, async (where) => {
            // The smallest phones, and what a larger one is when its text is enlarged by an eighth.
            for (const width of [320, 360]) {
                await page.setViewportSize({ width, height: 740 });
                found.push(...(await spilled(page, width)).map((what) => `${where}, ${width} pixels: ${what}`));
            }
        }, language);
        expect(found).toEqual([]);
    }));
});
