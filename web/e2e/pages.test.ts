// SPDX-License-Identifier: MIT
// Analyse, Watch, Learn; weight.
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { moveText } from '../src/game/notation';
import { parsePosition } from '../src/game/parse_position';
import { dailyPuzzle } from '../src/game/puzzle';
import { legalMoves } from '../src/game/rules';
import { ENGLISH, GERMAN, SPANISH } from '../test/languages';
import { playByDigits, tabTo } from './keyboard';
import { shownPuzzle, solve, standardPuzzles } from './puzzle_files';
import { programReview, reviewOf } from './reviews';
import { cell, markCount, visit, waitForExactly, waitForMarks, world } from './world';

const puzzles = standardPuzzles();
const here = world();
const { server } = here;

describe('analyse', () => {
    test('lines, keys, variations, share link, paste and export', async () => {
        const { page, errors } = await visit(here.browser, `${server.url}#/analyse?moves=444000`);
        await waitForMarks(page, 3);
        await page.locator('.lines button').first().waitFor();
        expect(await page.getByTestId('depth').innerText()).toMatch(/depth \d+ · .* nodes/);
        await page.locator('.cell.best').waitFor();

        await page.keyboard.press('ArrowLeft');
        await waitForMarks(page, 2);
        await page.locator('.lines button').first().waitFor();
        await page.keyboard.press('Home');
        await page.waitForFunction(() => document.querySelectorAll('.cell.full').length === 0);
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await waitForMarks(page, 2);
        // Space plays the best move, or another one starts a variation.
        await page.locator('.lines button').first().waitFor();
        await cell(page, '03').click();
        await waitForMarks(page, 3);
        expect(await page.locator('.variation').count()).toBe(1);
        await page.locator('.cell.best').waitFor();
        await page.keyboard.press('Space');
        await waitForMarks(page, 4);
        await page.waitForURL(/#\/analyse\?moves=444003\d\d$/);
        const shared = page.url();
        // A step back and a reload lose nothing of the line.
        await page.keyboard.press('ArrowLeft');
        await page.waitForURL(/#\/analyse\?moves=444003\d\d&at=3$/);
        await page.reload();
        await waitForExactly(page, 3);
        await page.keyboard.press('ArrowRight');
        await waitForExactly(page, 4);
        await page.locator('.lines button').first().waitFor();
        // Hovering a line shows it on the board.
        await page.locator('.lines button').first().hover();
        await page.locator('.mark.ghost').first().waitFor();

        await page.keyboard.press('f');
        expect(await page.locator('.board .block').first().getAttribute('aria-label')).toContain('bottom left');
        await page.keyboard.press('l');
        await page.getByText('The engine is off').waitFor();
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keys' }).waitFor();
        await page.keyboard.press('Escape');

        await page.getByRole('button', { name: 'Paste a position or game' }).click();
        await page.getByRole('textbox').fill('9/9/9/9/9/9/9/9/9 o - standard');
        await page.getByRole('button', { name: 'Open' }).click();
        await page.getByRole('alert').waitFor();
        await page.getByRole('textbox').fill('1. 44 40 2. 00 01 *');
        await page.getByRole('button', { name: 'Open' }).click();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        await page.waitForFunction(() => document.querySelectorAll('.cell.full').length === 4);

        await page.getByRole('button', { name: 'Save' }).click();
        expect(await page.getByTestId('position').innerText()).toMatch(/ x 1 standard$/);
        const saved = async (name: string) => {
            const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
            return buffer(await download.createReadStream());
        };
        expect((await saved('Text')).toString()).toContain('1. 44 40\n2. 00 01');
        expect(JSON.parse((await saved('JSON')).toString())).toMatchObject({ moves: ['44', '40', '00', '01'] });
        expect((await saved('SVG')).toString()).toMatch(/^<svg xmlns/);
        expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');
        await page.keyboard.press('Escape');
        expect(errors).toEqual([]);

        const friend = (await visit(here.browser, shared)).page;
        await waitForMarks(friend, 4);
        for (const p of [page, friend]) await p.context().close();
    });

    test('mistakes are found and explained as by the program, and a graph is drawn, with the keyboard alone', async () => {
        // A puzzle's position, and not its solution.
        const [{ position, solution }] = puzzles;
        const bad = legalMoves(parsePosition(position)).find((move) => move !== solution)!;
        const { page } = await visit(here.browser, `${server.url}#/analyse?position=${encodeURIComponent(position)}`);
        await page.locator('.cell.legal').first().waitFor();
        const marks = await markCount(page);
        await playByDigits(page, bad);
        await waitForExactly(page, marks + 1);
        await tabTo(page, 'Find the mistakes', 'Shift+Tab');
        await page.keyboard.press('Enter');
        await page.getByTestId('judgement').filter({ hasText: /loses \d+ %; better was/ }).waitFor();
        await page.locator('.graph canvas').waitFor();
        expect(await reviewOf(page, 1)).toEqual(programReview(server, { position, moves: [moveText(bad)] }));
        // The summary leads back to the mistake, and from there to another try.
        await page.keyboard.press('ArrowLeft');
        await page.getByTestId('judgement').waitFor({ state: 'hidden' });
        await tabTo(page, new RegExp(`${moveText(bad)}\\s.*better was`, 's'));
        await page.keyboard.press('Enter');
        await page.getByTestId('judgement').waitFor();
        await tabTo(page, /^Try the mistakes of [XO] again$/, 'Shift+Tab');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Find a better move' }).waitFor();
        await page.context().close();
    });

    test('a review lists the moves that lost most, and all mistakes when asked', async () => {
        const { page } = await visit(here.browser, `${server.url}#/analyse?moves=444554466448844224233403355553388556655225500558&review=1`);
        const summary = page.getByTestId('summary');
        await summary.getByRole('heading', { name: 'The moves that lost most' }).waitFor();
        const counts = (await summary.locator('dd').allInnerTexts()).join().matchAll(/(\d+) (blunder|mistake|inaccurac)/g);
        const all = [...counts].reduce((sum, [, n]) => sum + Number(n), 0);
        expect(await summary.getByRole('listitem').count()).toBe(4);
        await summary.getByRole('button', { name: `Show all ${all}` }).click();
        await summary.getByRole('heading', { name: 'All mistakes' }).waitFor();
        expect(await summary.getByRole('listitem').count()).toBe(all);
        await page.context().close();
    });

    test('a review calls the players by plain words', async () => {
        const { page } = await visit(here.browser, `${server.url}#/analyse?moves=4440&x=engine:level=7&o=Guest&review=1`, { locale: 'de' });
        const summary = page.getByTestId('summary');
        await summary.getByText('Engine 7', { exact: true }).waitFor();
        await summary.getByText('Gast', { exact: true }).waitFor();
        await page.context().close();
    });

    test('the engine of the server thinks too', async () => {
        const { page } = await visit(here.browser, `${server.url}#/analyse?moves=4440`);
        await page.getByRole('combobox', { name: 'Where the engine runs' }).selectOption('server');
        await page.locator('.lines button').first().waitFor();
        await page.context().close();
    });
});

describe('watch', () => {
    test('a finished game is replayed at any speed', async () => {
        await server.post('api/tournaments', { bots: ['first', 'greedy'], event: 'Quick', games: 2 });
        let id = '';
        while (!id) {
            const kept = await server.get<{ games: { id: string }[] }>('api/games?limit=1');
            id = kept.games[0]?.id ?? '';
            if (!id) await new Promise((wait) => setTimeout(wait, 50));
        }
        const { page } = await visit(here.browser, `${server.url}#/watch/${id}`);
        await page.getByRole('slider', { name: 'Speed' }).fill('5');
        await waitForMarks(page, 10);
        await page.getByRole('button', { name: 'To the end' }).click();
        await page.getByText(/wins (with|on|by)|Draw/).first().waitFor();
        // Its bots said nothing of their chances; this page's engine does, when asked.
        expect(await page.locator('.graph').count()).toBe(0);
        await page.getByRole('button', { name: 'Show what the engine thinks' }).click();
        await page.locator('.graph canvas').waitFor();
        await page.context().close();
    });

    test('a live match is watched move by move', async () => {
        const { match } = await server.post<{ match: { id: string } }>('api/matches', {
            a: 'mcts:sims=150000', b: 'mcts:sims=100000', games: 4, time_control: 'move=20s', event: 'Evening',
        });
        const { page, errors } = await visit(here.browser, `${server.url}#/watch`);
        await page.getByTestId('live').filter({ hasText: 'mcts' }).first().click();
        await page.locator('.game .board').waitFor();
        await waitForMarks(page, (await markCount(page)) + 2);
        expect(errors).toEqual([]);
        await server.post(`api/matches/${match.id}/stop`, {});
        await page.context().close();
    });
});

describe('learn', () => {
    test('lessons can be tried, puzzles solved and failed', async () => {
        const { page, errors } = await visit(here.browser, `${server.url}#/learn`);
        for (let i = 0; i < 5; ++i) await page.getByRole('button', { name: 'Next' }).click();
        await page.getByText('Three blocks in a row').waitFor();
        await page.goto(`${server.url}#/learn/open`);
        await page.locator('.cell.legal').first().click();
        await page.getByRole('button', { name: 'Back to the lesson' }).click();
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('a wrong move is refuted on the board, a right one answered; only the first try counts', async () => {
        const puzzle = puzzles.find((p) => p.plies === 3)!;
        const { page, errors } = await visit(here.browser, `${server.url}#/learn/puzzles/standard/${puzzle.id}`);
        await page.getByRole('heading', { name: /win in 2/ }).waitFor();
        const marks = await page.locator('.cell.full').count();
        await page.locator(`.cell.legal:not([data-move="${puzzle.solution}"])`).first().click();
        await page.getByText(/^That .* answers \d\d\.$/).waitFor();
        expect(await page.locator('.cell.full').count()).toBe(marks + 2);
        await page.getByRole('heading', { name: /win in 2$/ }).waitFor();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.locator(`[data-move="${puzzle.solution}"]`).click();
        // After the answer some move wins.
        await page.locator('.board.active').waitFor();
        await page.getByRole('heading', { name: /win in 1$/ }).waitFor();
        await page.locator('.cell.legal[aria-label*="wins the game"]').first().click();
        await page.getByText('Solved!').waitFor();
        await page.getByRole('heading', { name: /win in 2$/ }).waitFor();
        await page.getByText('0 of 1').waitFor();
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('puzzles by theme and difficulty, and a streak that a reload keeps, with the keyboard alone', async () => {
        const { page, errors } = await visit(here.browser, `${server.url}#/learn/puzzles`);
        await page.waitForURL(/puzzles\/standard\/\w+$/);
        const first = await shownPuzzle(page, puzzles, () => true);
        let before = first.themes.includes('capture') ? '' : first.id;
        await page.getByRole('radio', { name: 'Capture' }).focus();
        await page.keyboard.press('Space');
        for (let n = 0; n < 2; ++n) {
            const puzzle = await shownPuzzle(page, puzzles, (p) => p.id !== before && p.themes.includes('capture') && p.difficulty <= 2);
            before = puzzle.id;
            await page.getByRole('heading', { name: `win in ${(puzzle.plies + 1) / 2}` }).waitFor();
            await solve(page, puzzle);
            // The button has the focus.
            if (n === 0) await page.keyboard.press('Enter');
        }
        await page.getByText('2 in a row').waitFor();
        await page.reload();
        await page.getByText('2 in a row').waitFor();
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('the daily puzzle is everybody\'s, and its days are counted', async () => {
        const { page } = await visit(here.browser, `${server.url}#/learn/puzzles`);
        await page.clock.setFixedTime(new Date(2026, 10, 16, 12));
        await page.getByRole('link', { name: "Today's puzzle" }).click();
        const puzzle = dailyPuzzle(puzzles, '2026-11-16');
        await page.locator(`[data-puzzle="${puzzle.id}"]`).getByText('Daily puzzle, 11/16/2026').waitFor();
        expect(await page.locator('.cell.legal').count()).toBe(legalMoves(parsePosition(puzzle.position)).length);
        await page.keyboard.press('h');
        await page.locator('.cell .warm').first().waitFor();
        await page.context().close();
    });
});

test('an address that leads nowhere says so, and where to go', async () => {
    const { page } = await visit(here.browser, server.url);
    const leads = async (hash: string, title: string, link: string, to: string) => {
        await page.goto(`${server.url}${hash}`);
        await page.getByRole('heading', { name: title }).waitFor();
        expect(await page.getByRole('main').getByRole('link', { name: link }).getAttribute('href')).toBe(to);
    };
    await leads('#/tournament/99', 'No such tournament', 'Tournaments', '#/tournaments');
    await leads('#/watch/9.9', 'No such game', 'Watch', '#/watch');
    await leads('#/constructor', 'No such page', 'Play a game', '#/play');
    await leads('#/games', 'My games', 'New game', '#/play/new');
    expect(await page.title()).toBe('My games · Ninefold');
    await page.context().close();
});

describe('weight', () => {
    test.each([['en-GB', ENGLISH], ['de-AT', GERMAN], ['es-MX', SPANISH]] as const)('the first load is small in %s; nothing comes from elsewhere', async (locale, { words }) => {
        const context = await here.browser.newContext({ locale });
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Network.enable');
        const sizes = new Map<string, number>();
        const urls = new Map<string, string>();
        session.on('Network.responseReceived', (e) => urls.set(e.requestId, e.response.url));
        session.on('Network.loadingFinished', (e) => sizes.set(urls.get(e.requestId) ?? '', e.encodedDataLength));
        await page.goto(server.url);
        await page.getByRole('heading', { name: words.play.yourTurn }).waitFor();
        // The engine is fetched once the board is there.
        const ofPage = [...sizes].filter(([url]) => !/worker|\.wasm|\.nfnet/.test(url));
        const total = ofPage.reduce((sum, [, size]) => sum + size, 0);
        console.log(`first load in ${locale} ${(total / 1000).toFixed(1)} kB`);
        expect(total).toBeGreaterThan(30_000);
        expect(total).toBeLessThan(45_000);
        expect([...sizes.keys()].filter((url) => url && !url.startsWith(server.url))).toEqual([]);
        await context.close();
    });
});

test('a shared link has a preview with a picture of its position, and opens the analysis', async () => {
    const link = `${server.url}analyse?moves=444000&at=2&x=Ann&o=%22%3E%3Cb%3E`;
    const html = await (await fetch(link)).text();
    const [, image] = /<meta property="og:image" content="([^"]*)"/.exec(html)!;
    expect(/<meta property="og:title" content="([^"]*)"/.exec(html)![1]).toBe('Ann – &quot;&gt;&lt;b&gt;');
    const picture = await fetch(image.replaceAll('&amp;', '&'));
    expect(picture.headers.get('content-type')).toBe('image/png');
    const { page, errors } = await visit(here.browser, link);
    await waitForExactly(page, 2);
    expect(page.url()).toContain('#/analyse?moves=444000&at=2');
    // The browser can show it, too.
    const size = await page.evaluate(async (url) => {
        const image = await createImageBitmap(await (await fetch(url)).blob());
        return [image.width, image.height];
    }, '/api/picture?moves=444000&at=2');
    expect(size).toEqual([600, 600]);
    expect((await fetch(`${server.url}api/picture?moves=444`)).status).toBe(400);
    expect(errors).toEqual([]);
    await page.context().close();
});
