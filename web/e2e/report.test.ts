// SPDX-License-Identifier: MIT
// The report of a tournament: one file, opened from the disk.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seriousProblems } from './axe';
import { NINEFOLD, visit, world } from './world';

const here = world();
const { server } = here;
let report = '';

beforeAll(() => {
    // It crashes when it is asked for a move.
    const clumsy = server.file('clumsy.py', [
        'import sys', 'for line in sys.stdin:', '    word = (line.split() + [""])[0]',
        '    if word == "ugi": print("ugiok", flush=True)', '    if word == "isready": print("readyok", flush=True)',
        '    if word == "go": sys.exit(3)', '',
    ].join('\n'));
    const file = server.file('cup.toml', [
        'name = "</script><img src=x onerror=alert(1)>"', 'time = "move=10s"', 'points = "blocks"',
        '[[bot]]', `source = ${JSON.stringify(clumsy)}`, 'name = "</script><script>throw 1</script>"',
        ...['random', 'first', 'greedy'].flatMap((bot) => ['[[bot]]', `source = "${bot}"`, `name = "${bot} & <b>co</b>"`]),
        '[[stage]]', 'name = "Table"', 'type = "round-robin"', '[[stage]]', 'name = "Finals"', 'type = "knockout"', '',
    ].join('\n'));
    report = server.file('report.html', '');
    execFileSync(NINEFOLD, ['tournament', 'run', file, '--no-sandbox', '--db', server.database], { stdio: 'ignore' });
    execFileSync(NINEFOLD, ['tournament', 'report', '--html', report, '--db', server.database], { stdio: 'ignore' });
});

const marks = (page: Page): Promise<number> => page.locator('.board .cell.full').count();

/** Opens a game of the list. The address changes first and the game after it, so only the open row tells that it is there. */
async function openGame(page: Page, row: Locator): Promise<void> {
    const name = await row.locator('td').first().innerText();
    await row.getByRole('link').first().click();
    await page.locator('.games tr.open td:first-child').getByText(name, { exact: true }).waitFor();
}

test('the games of a report can be replayed, forfeits tell why', async () => {
    const { page, errors } = await visit(here.browser, pathToFileURL(report).href);
    expect(await page.locator('h1').innerText()).toBe('</script><img src=x onerror=alert(1)>');
    expect(await page.title()).toBe('</script><img src=x onerror=alert(1)>');
    const [ratings, ...others] = await page.locator('img').all();
    expect(others).toEqual([]);
    expect(await ratings.getAttribute('alt')).toBe('</script><img src=x onerror=alert(1)>: Elo');
    expect(await ratings.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(300);
    const rows = page.locator('.games tbody tr');
    const games = await rows.count();
    expect(games).toBeGreaterThan(12);
    // A few of all stages: opening every one would show the same.
    for (let i = 0; i < games; i += 4) {
        await openGame(page, rows.nth(i));
        const moves = Number(await rows.nth(i).locator('td').nth(5).innerText());
        await page.keyboard.press('ArrowDown');
        const plies = await page.locator('.moves li').count();
        expect(Math.ceil(plies / 2)).toBe(moves);
        expect(await marks(page)).toBe(plies);
    }
    await page.getByLabel('To the start').click();
    expect(await marks(page)).toBe(0);
    expect(await page.locator('.board .block.target').count()).toBe(9);

    await page.getByLabel('Result').selectOption('forfeit');
    await expect.poll(() => rows.count()).toBeLessThan(games);
    await openGame(page, rows.first());
    await page.keyboard.press('End');
    expect(await page.getByTestId('status').innerText()).toMatch(/crashed.*exited with code 3/s);
    expect(await page.getByTestId('bracket').getByTestId('tie').count()).toBe(3);
    expect(errors).toEqual([]);
    await page.context().close();
});

test('a report tells everything, and tables lead to games', async () => {
    const { page, errors } = await visit(here.browser, pathToFileURL(report).href);
    expect(await page.locator('.report > p').first().innerText()).toMatch(/^Standard · 10 s per move · 4 bots · \d+ games · points: blocks · seed \d+ · \d{4}-/);
    expect(await page.getByTestId('ranking').locator('tbody tr').count()).toBe(4);
    const forfeits = page.locator('.forfeits');
    await forfeits.locator('summary').first().click();
    await forfeits.getByText(/against .* & <b>co<\/b>/).first().waitFor();
    await forfeits.getByText('exited with code 3').first().waitFor();
    await page.locator('.cross').getByRole('link').first().click();
    await page.getByTestId('count').getByText(/^2 games/).waitFor();
    await page.locator('.games tbody').getByRole('link').first().click();
    // What was chosen stays when one of its games is opened.
    await page.getByTestId('game').waitFor();
    expect(await page.getByTestId('count').innerText()).toMatch(/^2 games/);
    await page.locator('.tie-games a').first().click();
    await page.getByTestId('game').getByText('Finals').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
});

test('a report fits on a phone, and is accessible', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
        const { page, errors } = await visit(here.browser, `${pathToFileURL(report).href}#game-0`, { viewport: { width: 360, height: 740 }, colorScheme });
        await page.getByTestId('game').waitFor();
        await page.keyboard.press('ArrowDown');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        expect(await seriousProblems(page, colorScheme)).toEqual([]);
        expect(errors).toEqual([]);
        await page.context().close();
    }
});
