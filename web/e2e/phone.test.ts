// SPDX-License-Identifier: MIT
// Every page on a phone, in three languages, with a wide and a narrow font.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ENGLISH, GERMAN, SPANISH } from '../test/languages';
import { fontOf, withFont } from './browser';
import { makeTour } from './tour';
import { cell, visit, waitForMarks, world } from './world';

const here = world();
const { server } = here;

let tour: Awaited<ReturnType<typeof makeTour>>;
beforeAll(async () => {
    tour = await makeTour(server);
});

/** What of the text and the controls is cut off or spills out of its place on a screen of `screen` pixels. */
const spilled = (page: Page, screen: number): Promise<string[]> => page.evaluate((width) => {
    const found = [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3, input, label, legend, p, select, summary, .badge, .board, .eval-bar, .player, .player .name')].filter((element) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.unseen, .skip, .scroll')) return false;
        const style = getComputedStyle(element);
        const spills = style.display !== 'inline' && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
        const { left, right } = element.getBoundingClientRect();
        return spills || left < -1 || right > width + 1;
    }).map((element) => element.outerHTML.slice(0, 100));
    return document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} wide`, ...found] : found;
}, screen);

/** Results and endings that are cut off in a list of games: names and events may be. */
const cutOff = (page: Page): Promise<string[]> => page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.games td:not(:has(> a), .quiet)')].filter((td) => td.scrollWidth > td.clientWidth + 1).map((td) => td.innerText));

// The widest font with the longest words, and a narrow one.
test.each([
    ['DejaVu Sans', 'en', ENGLISH], ['Yanone Kaffeesatz', 'en', ENGLISH], ['DejaVu Sans', 'de', GERMAN], ['DejaVu Sans', 'es', SPANISH],
] as const)('a phone shows every page without scrolling sideways, and plays, in %s, language %s', (font, locale, language) => withFont(font, async (browser) => {
    const { page } = await visit(browser, server.url, {
        viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce', locale,
    });
    await page.locator('.board').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await fontOf(page, 'nav a span')).toContain(font);
    // How a block and the game are won is said above what covers the lower edge, and *New game* is in sight; on a short phone, too.
    for (const height of [640, 740]) {
        await page.setViewportSize({ width: 360, height });
        const goal = (await page.getByText(language.words.play.firstMove).boundingBox())!;
        const bar = (await page.locator('.new-game').boundingBox())!;
        expect(goal.y + goal.height).toBeLessThan(bar.y);
        expect(bar.y + bar.height).toBeLessThan((await page.locator('.top nav').boundingBox())!.y + 1);
        expect((await cell(page, '44').boundingBox())!.width).toBeGreaterThan(30);
        expect(await spilled(page, 360)).toEqual([]);
    }
    await cell(page, '44').tap();
    await waitForMarks(page, 2);
    // All that one can do in a game is in sight, above the bar.
    for (const height of [640, 740]) {
        await page.setViewportSize({ width: 360, height });
        const tools = await page.locator('.tools button').all();
        expect(tools.length).toBe(6);
        const bar = (await page.locator('.new-game').boundingBox())!;
        for (const tool of tools) {
            const box = (await tool.boundingBox())!;
            expect(box.y + box.height, `${await tool.innerText()} at ${height}`).toBeLessThanOrEqual(bar.y);
        }
    }
    const found: string[] = [];
    await tour(page, async (where) => {
        // The smallest phones, and what a larger one is when its text is enlarged by an eighth.
        for (const width of [320, 360]) {
            await page.setViewportSize({ width, height: 740 });
            found.push(...[...(await spilled(page, width)), ...(await cutOff(page))].map((what) => `${where}, ${width} pixels: ${what}`));
        }
    }, language);
    expect(found).toEqual([]);
}));
