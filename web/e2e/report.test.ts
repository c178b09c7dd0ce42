// SPDX-License-Identifier: MIT
// The report of a tournament: one file, opened from the disk.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
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

test('every game of a report can be replayed, forfeits tell why', async () => {
    const { page, errors } = await visit(here.browser, pathToFileURL(report).href);
    expect(await page.locator('h1').innerText()).toBe('</script><img src=x onerror=alert(1)>');
    expect(await page.locator('img').count()).toBe(0);
    const rows = page.locator('#list tr');
    const games = await rows.count();
    expect(games).toBeGreaterThan(12);
    for (let i = 0; i < games; i++) {
        await rows.nth(i).click();
        const moves = Number(await rows.nth(i).locator('td').nth(5).innerText());
        expect(await page.locator('#moves b').count()).toBe(moves);
        expect(await page.locator('#board .cell.x, #board .cell.o').count()).toBe(moves);
    }
    await page.locator('#first').click();
    expect(await page.locator('#board .cell.x, #board .cell.o').count()).toBe(0);
    expect(await page.locator('#board .block.target').count()).toBe(9);

    await page.selectOption('#ending', 'forfeit');
    await rows.first().click();
    expect(await page.locator('#how').innerText()).toContain('crash – ');
    expect(await page.getByText('exited with code 3').count()).toBeGreaterThan(1);
    expect(await page.locator('svg.bracket rect').count()).toBe(3);
    expect(errors).toEqual([]);
    await page.context().close();
});

test('a report fits on a phone', async () => {
    const { page, errors } = await visit(here.browser, `${pathToFileURL(report).href}#game-0`, {
        viewport: { width: 360, height: 740 },
    });
    await page.locator('#viewer.open').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(errors).toEqual([]);
    await page.context().close();
});
