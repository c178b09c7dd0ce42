// SPDX-License-Identifier: MIT
// What can be read: axe on every page, and every button under the pointer and with the focus.
import type { ElementHandle, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { COLOUR_RULES, contrastProblems, loadAxe, seriousProblems } from './axe';
import { makeTour } from './tour';
import { cell, visit, waitForMarks, world } from './world';

const here = world();
const { server } = here;

let tour: Awaited<ReturnType<typeof makeTour>>;
beforeAll(async () => {
    tour = await makeTour(server);
});

/** Which of some controls cannot be read under the pointer or with the focus, one of each look. */
async function unreadable(page: Page, selector: string): Promise<string[]> {
    const looks = new Set<string>();
    const found: string[] = [];
    await loadAxe(page);
    for (const control of (await page.locator(selector).elementHandles()) as ElementHandle<HTMLElement>[]) {
        try {
            if (!(await control.isVisible()) || !(await control.isEnabled())) continue;
            const look = await control.evaluate((element) => `${element.parentElement?.className} ${element.className} ${element.getAttribute('aria-current')}`);
            if (looks.has(look)) continue;
            for (const use of ['hover', 'focus'] as const) {
                await (use === 'hover' ? control.hover({ timeout: 20_000 }) : control.focus());
                found.push(...(await contrastProblems(control)).map((problem) => `${use}: ${problem}`));
            }
            looks.add(look);
        } catch (error) {
            if (await control.isVisible()) throw error; // else the page has replaced it meanwhile
        }
    }
    expect(looks.size).toBeGreaterThan(2);
    return found;
}

test.each(['light', 'dark'] as const)('axe finds no serious problem, %s', async (colorScheme) => {
    const { page } = await visit(here.browser, server.url, { colorScheme, reducedMotion: 'reduce' });
    const found: string[] = [];
    await tour(page, async (where) => {
        found.push(...(await seriousProblems(page, where, colorScheme === 'dark' ? COLOUR_RULES : [])));
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
