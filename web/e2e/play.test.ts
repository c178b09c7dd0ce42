// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { anyLegal, cell, markCount, visit, waitForExactly, waitForMarks, world } from './world';

const here = world();
const { server } = here;

describe('play', () => {
    test('against the engine, with undo, hint and rematch', async () => {
        const { page, errors } = await visit(here.browser, server.url);
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        await page.getByRole('button', { name: 'Undo' }).click();
        await waitForExactly(page, 0);
        await page.getByRole('button', { name: 'Redo' }).click();
        await waitForMarks(page, 2);
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.locator('.cell.best').waitFor();
        expect(await page.getByTestId('status').innerText()).toMatch(/Try \d\d, .* block, .* cell: \d+ % for you/);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Sure?' }).click();
        await page.getByTestId('status').getByText('You lost').waitFor();
        await page.getByRole('button', { name: 'Rematch' }).click();
        // Sides are swapped: the engine begins.
        await waitForMarks(page, 1);
        await page.locator('.board.active').waitFor();
        expect(errors).toEqual([]);
        await page.context().close();
    });

    test('the evaluation bar shows the end, whatever was being thought', async () => {
        const { page } = await visit(here.browser, server.url);
        const bar = page.locator('.eval-bar:not(.unknown)');
        const toggle = page.getByRole('button', { name: 'Eval', exact: true });
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        await toggle.click();
        await bar.waitFor();
        await toggle.click();
        await page.getByRole('button', { name: 'Resign' }).click();
        await toggle.evaluate((button: HTMLElement) => {
            button.click();
            // In the middle of a slice.
            setTimeout(() => document.querySelector<HTMLElement>('.tools .danger')!.click(), 150);
        });
        await page.getByText('You lost').waitFor();
        // The slice ends, and tells what it found.
        await page.waitForTimeout(600);
        expect(await bar.getAttribute('aria-label')).toBe('X\'s winning chances: 0 %');
        await page.context().close();
    });

    test('an illegal click explains itself; the last game survives a reload', async () => {
        const { page } = await visit(here.browser, server.url);
        await cell(page, '40').click();
        await waitForMarks(page, 2);
        const last = await page.locator('.cell.last').getAttribute('data-move');
        await page.locator(`[data-move="${last}"]`).click({ force: true });
        await page.getByText('That cell is taken.').waitFor();
        await page.locator('.board.active .block.idle .cell.empty').first().click({ force: true });
        await page.locator('.toast', { hasText: /sends X to|already won|full/ }).waitFor();
        expect(await markCount(page)).toBe(2);
        await page.reload();
        await waitForMarks(page, 2);
        await page.context().close();
    });

    test('hovering a cell shows where it sends the opponent', async () => {
        const { page } = await visit(here.browser, server.url);
        await cell(page, '42').hover();
        expect(await page.locator('.block.sent').getAttribute('aria-label')).toContain('top right');
        await page.context().close();
    });

    test('with the keyboard alone: arrows and Enter, and digits for block and cell', async () => {
        const { page } = await visit(here.browser, server.url);
        await page.locator('.board').waitFor();
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await waitForMarks(page, 2);
        expect(await page.locator('.moves button').first().innerText()).toContain('42');
        const before = await markCount(page);
        const move = Number(await anyLegal(page).getAttribute('data-move'));
        await page.keyboard.press(`Digit${Math.floor(move / 9)}`);
        await page.locator('.block.picked').waitFor();
        await page.keyboard.press(`Digit${move % 9}`);
        await waitForMarks(page, before + 2);
        await page.getByTestId('announcements').filter({ hasText: /plays .* block, .* cell/ }).waitFor({ state: 'attached' });
        await page.keyboard.press('s');
        await page.getByTestId('announcements').filter({ hasText: /X has won no block\. O has won no block\. X plays in the .* block\./ }).waitFor({ state: 'attached' });
        await page.keyboard.press('PageUp');
        await waitForExactly(page, before + 1);
        await page.keyboard.press('PageDown');
        await waitForExactly(page, before + 2);
        // To the menus and back, without a mouse.
        await page.keyboard.press('Shift+Tab');
        expect(await page.evaluate(() => document.activeElement?.closest('.board') === null)).toBe(true);
        await page.context().close();
    });

    test('a clock runs out', async () => {
        const { page } = await visit(here.browser, server.url);
        await page.clock.install();
        await page.reload();
        await page.getByRole('button', { name: 'New game' }).click();
        await page.getByText('Same device').click();
        await page.getByText('1 + 1').click();
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await cell(page, '44').click();
        await page.clock.fastForward(62_000);
        await page.getByText('X wins on time.').waitFor();
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keys' }).waitFor();
        await page.context().close();
    });

    test('plays and analyses without a network, once it was there', async () => {
        const { page } = await visit(here.browser, 'about:blank');
        // Listens before anything is loaded, so that the word cannot be missed.
        await page.addInitScript(() => {
            const here = window as unknown as { kept: Promise<void> };
            here.kept = new Promise((done) => {
                navigator.serviceWorker?.addEventListener('message', (e) => e.data === 'ready-for-offline' && done());
            });
        });
        await page.goto(server.url);
        await page.evaluate(() => {
            navigator.serviceWorker.startMessages();
            return (window as unknown as { kept: Promise<void> }).kept;
        });
        await page.context().setOffline(true);
        await page.reload();
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        await page.goto(`${server.url}#/analyse?moves=4440`);
        await page.locator('.lines button').first().waitFor();
        await page.context().close();
    });

    test('an engine that could not be fetched is fetched again', async () => {
        const { page } = await visit(here.browser, 'about:blank', { serviceWorkers: 'block' });
        await page.context().route('**/*.wasm', (route) => route.abort());
        await page.goto(server.url);
        await cell(page, '44').click();
        await page.getByText('Engine not available offline').waitFor();
        await page.context().unroute('**/*.wasm');
        await page.getByRole('button', { name: 'Try again' }).click();
        await waitForMarks(page, 2);
        await page.getByText('Your turn').waitFor();
        await page.context().close();
    });

    test('new players are shown the game, and why the target is where it is, until they know it', async () => {
        const { page } = await visit(here.browser, server.url);
        await page.getByTestId('welcome').waitFor();
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        await page.getByTestId('status').getByText(/O played a .* cell, so you play in the .* block\./).waitFor();
        await page.getByRole('button', { name: 'I know it' }).click();
        await page.getByTestId('status').getByText(/^Play in the .* block\.$/).waitFor();
        await page.reload();
        await page.getByText('Your turn').waitFor();
        expect(await page.getByTestId('welcome').count()).toBe(0);
        await page.context().close();
    });

    test('under open and correspondence rules too, with either tie-break', async () => {
        for (const [rules, majority, net] of [
            ['Open', false, 'open'], ['Open', true, 'open_majority'],
            ['Correspondence', true, 'correspondence'], ['Correspondence', false, 'correspondence_draw'],
        ] as const) {
            const { page, errors } = await visit(here.browser, server.url);
            const fetched = page.waitForRequest((request) => request.url().includes(`/${net}-`));
            await page.getByRole('button', { name: 'New game' }).click();
            await page.getByText(rules, { exact: true }).click();
            await page.getByLabel('If nobody gets three in a row, most blocks wins').setChecked(majority);
            await page.getByRole('button', { name: 'Play', exact: true }).click();
            await cell(page, '40').click();
            await waitForMarks(page, 2);
            await fetched;
            expect(errors).toEqual([]);
            await page.context().close();
        }
    });

    test('keys undo, hint and start a new game', async () => {
        const { page } = await visit(here.browser, server.url);
        await cell(page, '44').click();
        await waitForMarks(page, 2);
        await page.locator('.board.active').waitFor();
        await page.keyboard.press('h');
        await page.locator('.cell.best').waitFor();
        await page.keyboard.press('u');
        await waitForExactly(page, 0);
        await page.keyboard.press('n');
        await page.getByRole('dialog', { name: 'New game' }).waitFor();
        await page.context().close();
    });

    test('a change of page closes the dialog that is open', async () => {
        const { page } = await visit(here.browser, `${server.url}#/play`);
        const dialogs = page.getByRole('dialog');
        await page.getByRole('link', { name: 'Learn', exact: true }).click();
        await page.locator('.lesson').waitFor();
        await page.getByRole('button', { name: 'Settings' }).click();
        await dialogs.waitFor();
        await page.goBack();
        await page.locator('.board.active').waitFor();
        await dialogs.waitFor({ state: 'detached' });
        // The address that opens the choice of a new game.
        await page.goto(`${server.url}#/play/new`);
        await dialogs.waitFor();
        await page.goBack();
        await dialogs.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Settings' }).click();
        await dialogs.waitFor();
        await page.goForward();
        await page.getByRole('dialog', { name: 'New game' }).waitFor();
        expect(await dialogs.count()).toBe(1);
        await page.goto(`${server.url}#/learn`);
        await page.locator('.lesson').waitFor();
        expect(await dialogs.count()).toBe(0);
        expect(page.url()).toContain('#/learn');
        await page.context().close();
    });

    test('the board shows the numbers of its cells when that is wanted', async () => {
        const { page } = await visit(here.browser, server.url);
        await page.locator('.board').waitFor();
        expect(await page.locator('.coordinate').count()).toBe(0);
        await page.getByRole('button', { name: 'Settings' }).click();
        await page.getByLabel('Show the numbers of cells').check();
        await page.keyboard.press('Escape');
        expect(await cell(page, '47').locator('.coordinate').innerText()).toBe('47');
        await page.reload();
        await page.locator('.coordinate').first().waitFor();
        await page.context().close();
    });

    test('the first sight says what is played, and how it is won, on a phone with a new game in sight', async () => {
        for (const [reducedMotion, moving] of [['no-preference', true], ['reduce', false]] as const) {
            const { page } = await visit(here.browser, server.url, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, reducedMotion });
            await page.locator('.board').waitFor();
            expect(await page.title()).toBe('Ultimate Tic-Tac-Toe · Ninefold');
            await page.getByText('Three in a row win a block, three blocks in a row the game.').waitFor();
            const inSight = async () => {
                const box = (await page.getByRole('button', { name: 'New game' }).boundingBox())!;
                const bar = (await page.locator('.top nav').boundingBox())!;
                return box.y >= 0 && box.y + box.height <= bar.y;
            };
            expect(await inSight()).toBe(true);
            // It covers neither whose turn it is nor what to do.
            const told = (await page.getByTestId('status').locator('p').boundingBox())!;
            expect(told.y + 20).toBeLessThanOrEqual((await page.getByRole('button', { name: 'New game' }).boundingBox())!.y);
            const picture = page.getByRole('img', { name: /Three in a row win a block/ });
            expect(await picture.evaluate((svg) => svg.getAnimations({ subtree: true }).length > 0)).toBe(moving);
            await picture.scrollIntoViewIfNeeded();
            expect(await inSight()).toBe(true);
            await page.context().close();
        }
    });

    test('the page can be installed', async () => {
        const { page } = await visit(here.browser, server.url);
        const session = await page.context().newCDPSession(page);
        const { url, errors, data } = await session.send('Page.getAppManifest');
        expect(errors).toEqual([]);
        const { icons, display } = JSON.parse(data!) as { icons: { src: string; type: string }[]; display: string };
        expect(display).toBe('standalone');
        for (const { src, type } of icons) {
            const response = await page.request.get(new URL(src, url).href);
            expect([response.status(), response.headers()['content-type']]).toEqual([200, type]);
        }
        await page.context().close();
    });
});
