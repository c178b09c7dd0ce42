// SPDX-License-Identifier: MIT
// Nothing gets lost: games, analyses and reviews, and what happens where the browser keeps nothing.
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { accept, anyLegal, cell, invite, markCount, visit, waitForExactly, waitForMarks, world } from './world';

const here = world();
const { server } = here;

/** A game with a clock as the page keeps it, but for a part of it. */
const damaged = (part: object): string => JSON.stringify({
    id: 'a', begun: 1, ruleset: 'standard', tieBreak: 'draw', players: { x: { kind: 'human', name: 'You' }, o: { kind: 'engine', level: 2 } }, moves: [], undone: [],
    ended: null, seed: 1, clock: { startMs: 60_000, incrementMs: 0 }, left: [{ x: 60_000, o: 60_000 }], turnSince: 1, ...part,
});

describe('games', () => {
    test('a new game in the middle of one can be taken back, and the other stays among my games', async () => {
        const { page, errors } = await visit(here.browser, server.url);
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        const begin = async () => {
            await page.getByRole('button', { name: 'New game' }).click();
            await page.getByRole('button', { name: 'Play', exact: true }).click();
            await waitForExactly(page, 0);
        };
        await begin();
        await page.getByRole('button', { name: 'Resume it' }).click();
        await waitForExactly(page, 2);
        await begin();
        await page.getByRole('link', { name: 'My games' }).click();
        const games = page.getByRole('group', { name: 'Not finished' });
        expect(await games.getByRole('row').nth(1).innerText()).toMatch(/Engine 2 \(Novice\)\s+\w+ \d+, \d{4}\s+running\s+Standard\s+1\s/);
        await games.getByRole('button', { name: 'Resume' }).click();
        await waitForExactly(page, 2);
        await page.goto(`${server.url}#/games`);
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download', exact: true }).click();
        expect(await text((await (await download).createReadStream()))).toContain('[Rules "standard"]');
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Sure?' }).click();
        await page.getByText('No games yet').waitFor();
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('a game that is over is listed with its result, and can be looked through', async () => {
        const { page } = await visit(here.browser, server.url);
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        await page.getByRole('button', { name: 'Resign' }).click();
        // Whoever leaves at once, before anything is painted, loses nothing.
        await page.getByRole('button', { name: 'Sure?' }).evaluate((button: HTMLElement) => {
            button.click();
            location.hash = '#/games';
        });
        const games = page.getByRole('group', { name: 'Finished' });
        await games.getByText('You lost').waitFor();
        await games.getByRole('button', { name: 'Open' }).click();
        await page.getByTestId('summary').waitFor();
        await page.context().close();
    });

    test('the same game in two tabs is one: neither loses it on time, nor overwrites it', async () => {
        const { page } = await visit(here.browser, server.url);
        await page.getByRole('button', { name: 'New game' }).click();
        await page.getByText('1 + 1', { exact: true }).click();
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        const other = await page.context().newPage();
        await other.goto(server.url);
        await waitForMarks(other, 2);
        await anyLegal(page).click();
        await waitForMarks(page, 4);
        await waitForExactly(other, 4);
        await anyLegal(other).click();
        await waitForMarks(other, 6);
        await waitForExactly(page, 6);
        await page.getByRole('button', { name: 'Undo' }).click();
        await waitForExactly(other, 4);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Sure?' }).click();
        await other.getByText('You lost').waitFor();
        await page.context().close();
    });

    test('a private game on the server leaves a way back', async () => {
        const ann = (await visit(here.browser, server.url)).page;
        const link = await invite(ann);
        const bob = (await visit(here.browser, link)).page;
        await accept(bob, 'Bob');
        await ann.getByText('Your turn').waitFor();
        await cell(ann, '44').click();
        await waitForMarks(bob, 1);
        await ann.goto(`${server.url}#/play`);
        await ann.getByTestId('online-game').getByText('Your online game against Bob is not over.').waitFor();
        await ann.goto(`${server.url}#/games`);
        await ann.getByRole('row', { name: /Bob/ }).getByRole('button', { name: 'Resume' }).click();
        await ann.waitForURL(/#\/game\//);
        await waitForExactly(ann, 1);
        await ann.context().close();
        await bob.context().close();
    });
});

describe('analysis', () => {
    test('a reload keeps the variations, the place among them and the review', async () => {
        const { page } = await visit(here.browser, `${server.url}#/analyse?moves=44400004`);
        await page.getByRole('button', { name: 'Find the mistakes' }).click();
        await page.getByTestId('summary').waitFor();
        await page.getByLabel('To the start').click();
        await cell(page, '00').click();
        await waitForExactly(page, 1);
        // Off the main line, with its review still there.
        expect(await page.locator('.move-tree .variation').count()).toBe(1);
        await page.getByTestId('summary').waitFor();
        await page.reload();
        await waitForExactly(page, 1);
        expect(await page.locator('.move-tree .variation').count()).toBe(1);
        await page.getByTestId('summary').waitFor();
        // Away and back by the tabs.
        await page.getByRole('link', { name: 'Learn', exact: true }).click();
        await page.locator('.lesson').waitFor();
        await page.getByRole('link', { name: 'Analyse', exact: true }).click();
        await page.locator('.move-tree .variation').waitFor();
        await page.context().close();
    });

    test('an address that is chosen in the moment of a move is opened', async () => {
        const { page } = await visit(here.browser, `${server.url}#/analyse`);
        await cell(page, '44').evaluate((target: HTMLElement) => {
            target.click();
            location.hash = '#/analyse?moves=444000';
        });
        await waitForExactly(page, 3);
        await page.waitForURL(/moves=444000/);
        await page.context().close();
    });

    test('other rules leave what was there one step back', async () => {
        const { page } = await visit(here.browser, `${server.url}#/analyse?moves=4440`);
        await page.getByLabel('To the start').click();
        await cell(page, '00').click();
        await page.getByLabel('Rules').selectOption('open');
        await waitForExactly(page, 0);
        await page.getByRole('button', { name: 'Undo' }).click();
        await waitForExactly(page, 1);
        expect(await page.getByLabel('Rules').inputValue()).toBe('standard');
        expect(await page.locator('.move-tree .variation').count()).toBe(1);
        await page.context().close();
    });

    test('every move of a line can be clicked', async () => {
        const { page } = await visit(here.browser, `${server.url}#/analyse?moves=444000`);
        const third = page.locator('.lines li').first().locator('.pv button').nth(2);
        await third.click({ trial: true });
        // Without the pointer: the engine may put another line there between press and release.
        await third.dispatchEvent('click');
        await waitForExactly(page, 6);
        await page.context().close();
    });
});

describe('where something is wrong', () => {
    test('a browser that keeps nothing says so, and plays on', async () => {
        const { page, errors } = await visit(here.browser, 'about:blank');
        await page.addInitScript(() => {
            Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('forbidden', 'SecurityError'); } });
        });
        await page.goto(server.url);
        await cell(page, '44').click();
        await page.getByText('This browser keeps nothing').waitFor();
        await waitForMarks(page, 2);
        await page.goto(`${server.url}#/games`);
        await page.getByText('No games yet').waitFor();
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('a full storage says so, and the game continues', async () => {
        const { page } = await visit(here.browser, server.url);
        await page.evaluate(() => {
            let text = 'x'.repeat(1 << 20);
            while (text.length > 0) {
                try {
                    localStorage.setItem(`filler${Math.random()}`, text);
                } catch {
                    text = text.slice(0, text.length >> 1);
                }
            }
        });
        await cell(page, '44').click();
        await page.getByText('This browser keeps nothing').waitFor();
        await waitForMarks(page, 2);
        await page.context().close();
    });

    test.each(['{"moves":[1,2', '{"moves":[0,0],"left":[{},{},{}],"players":{"x":{},"o":{}}}', '[]', damaged({ ruleset: 'constructor' }), damaged({ left: [null] })])('a damaged game is reported: %s', async (damage) => {
        const { page, errors } = await visit(here.browser, server.url);
        await page.evaluate((text) => localStorage.setItem('ninefold.game', text), damage);
        await page.reload();
        await page.getByText('The saved game could not be read').waitFor();
        expect(await markCount(page)).toBe(0);
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test.each([
        ['#/play/new', 'setup', '{"ruleset":"chess"}'], ['#/learn/puzzles', 'puzzles.choice', 'null'], ['#/learn/puzzles', 'puzzles.progress', '{"first":null}'],
        ['#/games', 'online.b', '{"id":"b","seen":1}'], ['#/games', 'accuracies', 'null'],
    ])('%s is drawn though %s is %s', async (hash, name, damage) => {
        const { page, errors } = await visit(here.browser, `${server.url}icon.svg`);
        await page.evaluate(([key, text]) => localStorage.setItem(`ninefold.${key}`, text), [name, damage]);
        await page.goto(`${server.url}${hash}`);
        await page.locator('main :is(.board, .sheet, .puzzle)').first().waitFor();
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('a server that speaks another API is reported, and the rest works', async () => {
        const { page, errors } = await visit(here.browser, 'about:blank');
        await page.route('**/api/version', (route) => route.fulfill({ json: { name: 'ninefold', version: '0.9.0' } }));
        await page.goto(`${server.url}#/watch`);
        const warning = page.getByText('This server speaks version 0 of the API, and this page version 1');
        await warning.waitFor();
        await page.getByRole('link', { name: 'Play', exact: true }).click();
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        await warning.waitFor({ state: 'detached' });
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('a link that was cut short is reported', async () => {
        const { page } = await visit(here.browser, `${server.url}#/analyse?moves=44400`);
        await page.getByText('The link is incomplete').waitFor();
        await cell(page, '44').click();
        await waitForExactly(page, 1);
        await page.context().close();
    });
});
