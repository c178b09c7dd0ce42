// SPDX-License-Identifier: MIT
// Games through the server: two browsers, spectators, breaks of every kind, bots.
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { quietProxy, withQuietOpponent } from './quiet_proxy';
import { accept, anyLegal, cell, invite, markCount, Server, visit, waitForExactly, waitForMarks, world } from './world';

const here = world();
const { server } = here;

describe('by link', () => {
    test('two browsers play through a lost connection and a killed server, one more watches', async () => {
        const ann = (await visit(here.browser, server.url)).page;
        const link = await invite(ann);
        expect(link).toMatch(/#\/join\/[a-z0-9]{10}\/.+/);
        const bob = (await visit(here.browser, link)).page;
        await accept(bob, 'Bob');
        await ann.getByText('Your turn').waitFor();

        const guest = (await visit(here.browser, link.replace(/join\/([^/]+)\/.*/, 'game/$1'))).page;
        await cell(ann, '44').click();
        await Promise.all([waitForMarks(bob, 1), waitForMarks(guest, 1)]);
        await cell(bob, '40').click();
        await Promise.all([waitForMarks(ann, 2), waitForMarks(guest, 2)]);
        // A spectator cannot move.
        await guest.locator('.cell.empty').first().click({ force: true });
        await guest.getByText('You are watching this game.').waitFor();

        // Bob loses his connection; Ann moves meanwhile; he misses nothing.
        await bob.context().setOffline(true);
        await bob.evaluate(() => 0);
        await cell(ann, '00').click();
        await waitForMarks(ann, 3);
        await bob.context().setOffline(false);
        await waitForMarks(bob, 3);
        await cell(bob, '04').click();
        await waitForMarks(ann, 4);

        // The server dies; a move made meanwhile arrives when it is back.
        await server.kill();
        await ann.getByText('The connection is lost').waitFor();
        await cell(ann, '41').click();
        await server.start();
        await Promise.all([waitForMarks(ann, 5), waitForMarks(bob, 5), waitForMarks(guest, 5)]);
        expect(await markCount(bob)).toBe(5);

        // Undo is asked for and allowed.
        await ann.getByRole('button', { name: 'Undo' }).click();
        await bob.getByRole('button', { name: 'Allow' }).click();
        await waitForExactly(ann, 4);

        // Reload, resign, rematch with sides swapped.
        await bob.reload();
        await waitForMarks(bob, 4);
        await bob.getByRole('button', { name: 'Resign' }).click();
        await bob.getByRole('button', { name: 'Sure?' }).click();
        await ann.getByText('You win!').waitFor();
        const first = ann.url();
        await ann.getByRole('button', { name: 'Rematch' }).click();
        await bob.getByRole('button', { name: 'Accept the rematch' }).click();
        await bob.getByText('Your turn').waitFor();
        await cell(bob, '44').click();
        await waitForMarks(ann, 1);
        // Back leads to where the games began.
        await ann.goBack();
        await ann.getByTestId('online-game').waitFor();
        // The game that was over can be looked at again, and leads to its rematch.
        await ann.goto(first);
        await ann.getByText('You win!').waitFor();
        await ann.getByRole('link', { name: 'Rematch' }).click();
        await waitForMarks(ann, 1);
        for (const page of [ann, bob, guest]) await page.context().close();
    });

    test('the seat is given once, and a wrong link says so', async () => {
        const ann = (await visit(here.browser, server.url)).page;
        const link = await invite(ann);
        const bob = (await visit(here.browser, link)).page;
        await accept(bob, 'Bob <script>alert(1)</script>');
        await ann.getByText('Bob <script>alert(1)</script>').first().waitFor();
        const late = (await visit(here.browser, link)).page;
        await late.getByText('Both seats are taken: you are watching this game.').waitFor();
        await late.getByRole('heading', { name: 'Ann to move' }).waitFor();
        expect(await late.getByRole('button', { name: 'Join the game' }).count()).toBe(0);
        // A cancelled game says so.
        await ann.goto(server.url);
        const off = await invite(ann);
        await ann.getByRole('button', { name: 'Cancel game' }).click();
        await ann.getByRole('button', { name: 'Sure?' }).click();
        await ann.getByText('The game was cancelled.').waitFor();
        await late.goto(off);
        await late.getByText('The game was cancelled.').waitFor();
        const lost = (await visit(here.browser, `${server.url}#/game/aaaaaaaaaa`)).page;
        await lost.getByText('No such game').waitFor();
        for (const page of [ann, bob, late, lost]) await page.context().close();
    });

});

test('players of one name are told apart by their sides', async () => {
    const guest = { kind: 'human', name: 'Guest' };
    const { game } = await server.post<{ game: { id: string } }>('api/games', { x: guest, o: guest, moves: ['44'] });
    const { page } = await visit(here.browser, `${server.url}#/game/${game.id}`);
    await page.getByRole('heading', { name: 'Guest (O) to move' }).waitFor();
    await page.context().close();
});

test('a game against a bot of the server, with a hint', async () => {
    const { page, errors } = await visit(here.browser, server.url);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByText('Bot', { exact: true }).first().click();
    await page.getByRole('combobox').selectOption('greedy');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForURL(/#\/game\//);
    await page.getByText('Your turn').waitFor();
    await anyLegal(page).click();
    await waitForMarks(page, 2);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.cell.best').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForExactly(page, 0);
    expect(errors).toEqual([]);
    await page.context().close();
});

test('an organiser plays against a bot of their own', async () => {
    const { page, errors } = await visit(here.browser, server.url);
    const file = (name: string, text: string) => ({ name, mimeType: 'text/x-python', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByText('Bot', { exact: true }).first().click();
    await page.getByLabel('…or a file of yours').setInputFiles(file('notes.py', 'print("no bot at all")\n'));
    await page.getByRole('alert').getByText(/notes\.py: no bot found/).waitFor();
    await page.getByLabel('…or a file of yours').setInputFiles(file('mine.py', [
        'def Player(board, T, won):',
        '    block = T if T != 9 else won.index(0)',
        '    return block, board[block].index(0)',
        '',
    ].join('\n')));
    await page.getByRole('option', { name: 'mine' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('mine', { exact: true }).first().waitFor();
    await cell(page, '44').click();
    await waitForMarks(page, 2);
    expect(await page.locator('.cell.last').getAttribute('data-move')).toBe('36');
    // It gets all moves, also after one was taken back.
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForExactly(page, 0);
    await cell(page, '41').click();
    await waitForMarks(page, 2);
    expect(await page.locator('.cell.last').getAttribute('data-move')).toBe('9');
    // The refusal of the file that is no bot.
    expect(errors.filter((error) => !/400/.test(error))).toEqual([]);
    await page.context().close();
});

test('both sides see a dead connection, and a move that could not be sent is shown as such', () => withQuietOpponent(here.browser, async (proxy, ann, bob) => {
    await ann.getByText('Your turn').waitFor();
    await cell(ann, '44').click();
    await bob.getByText('Your turn').waitFor();
    proxy.silence(true);
    await ann.getByText('Bob is reconnecting…').waitFor();
    await bob.getByText('The connection is lost').waitFor();
    await cell(bob, '40').click();
    await bob.locator('.cell.unsent').waitFor();
    await bob.getByRole('heading', { name: 'Your move is not sent yet' }).waitFor();
    expect(await bob.getByText('Your turn').count()).toBe(0);
    expect(await bob.title()).not.toContain('Your turn');
    proxy.wake();
    await waitForMarks(ann, 2);
    await bob.locator('.cell.unsent').waitFor({ state: 'detached' });
    await ann.getByText('Bob is reconnecting…').waitFor({ state: 'hidden' });
}));

test('watching continues when the server is back, whatever page was open meanwhile', async () => {
    const own = new Server();
    try {
        await own.start();
        const { page } = await visit(here.browser, `${own.url}#/watch`);
        const late = (await visit(here.browser, `${own.url}#/learn`)).page;
        await page.getByText('No games yet').waitFor();
        await late.locator('.lesson').waitFor();
        // What this page is made of, so that it can be opened without a server.
        await late.evaluate(() => fetch('/').then(() => location.hash = '#/watch'));
        await late.getByText('No games yet').waitFor();
        await late.evaluate(() => location.hash = '#/learn');
        await late.locator('.lesson').waitFor();
        await own.kill();
        await page.getByText('The connection is lost').waitFor();
        await late.evaluate(() => location.hash = '#/watch');
        await late.getByText('The games cannot be fetched.').waitFor();
        await own.start();
        const x = { kind: 'bot', bot: 'first' };
        await own.post('api/games', { x, o: x, pace_ms: 0 });
        for (const each of [page, late]) {
            await each.getByText('The connection is lost').waitFor({ state: 'hidden' });
            await each.getByRole('group', { name: 'Games' }).getByRole('row').nth(1).waitFor();
            await each.context().close();
        }
    } finally {
        await own.end();
    }
});

test('a connection that dies without a word is noticed, and nothing is lost', async () => {
    const proxy = await quietProxy(() => own.port);
    const own = new Server(['--name', proxy.host]);
    try {
        await own.start();
        const { page } = await visit(here.browser, own.url);
        const link = await invite(page);
        const bob = (await visit(here.browser, link.replace(own.url, `http://${proxy.host}/`))).page;
        await accept(bob, 'Bob');
        await page.getByText('Your turn').waitFor();
        await bob.getByText('Ann to move').first().waitFor();
        proxy.silence();
        await cell(page, '44').click();
        await waitForMarks(page, 1);
        // What wakes a machine up makes it ask; else it asks every few seconds.
        await bob.evaluate(() => dispatchEvent(new Event('focus')));
        await waitForMarks(bob, 1);
        await cell(bob, '40').click();
        await waitForMarks(page, 2);
        for (const each of [page, bob]) await each.context().close();
    } finally {
        proxy.close();
        await own.end();
    }
});

test('a player who waits for anybody is seen by others, and played', async () => {
    const ann = (await visit(here.browser, server.url)).page;
    await ann.getByRole('button', { name: 'New game' }).click();
    await ann.getByText('Online', { exact: true }).click();
    await ann.getByPlaceholder('Guest').fill('Ann');
    await ann.getByLabel('Open to anyone').check();
    await ann.getByRole('button', { name: 'Play', exact: true }).click();
    await ann.getByText('Waiting for your opponent').waitFor();
    const bob = (await visit(here.browser, `${server.url}#/watch`)).page;
    const list = bob.getByRole('list', { name: 'Players who wait for an opponent' });
    await list.getByText('Ann').waitFor();
    await list.getByRole('link', { name: 'Play' }).click();
    await bob.getByPlaceholder('Guest').fill('Bob');
    await bob.getByRole('button', { name: 'Join the game' }).click();
    await ann.getByText('Your turn').waitFor();
    await cell(ann, '44').click();
    await waitForMarks(bob, 1);
    // A player who left is not listed.
    await ann.getByRole('link', { name: 'New game' }).click();
    await ann.getByText('Online', { exact: true }).click();
    await ann.getByRole('button', { name: 'Play', exact: true }).click();
    await ann.getByText('Waiting for your opponent').waitFor();
    await bob.goto(`${server.url}#/watch`);
    await list.getByText('Ann').waitFor();
    await ann.context().close();
    await list.waitFor({ state: 'detached' });
    await bob.context().close();
});

test('the list of games is chosen by rules, result and player, whole rows lead to a game, and it can be downloaded', async () => {
    const own = new Server();
    try {
        await own.start();
        const bot = (name: string) => ({ kind: 'bot', bot: name });
        for (const rules of ['standard', 'open']) await own.post('api/games', { x: bot('first'), o: bot('greedy'), rules, pace_ms: 0 });
        const { page } = await visit(here.browser, `${own.url}#/watch`);
        const rows = page.getByRole('group', { name: 'Games' }).locator('tbody tr');
        // Both appear by themselves as they end.
        await rows.nth(1).waitFor();
        await page.getByLabel('Rules').selectOption('open');
        await page.waitForFunction(() => document.querySelectorAll('.games tbody tr').length === 1);
        const winner = (await rows.first().locator('.result').innerText()) === '1-0' ? 'won by X' : 'won by O';
        await page.getByLabel('Result').selectOption({ label: winner });
        expect(page.url()).toContain('rules=open');
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download these games' }).click();
        expect(await text(await (await download).createReadStream())).toMatch(/^\[.*\[Rules "open"\].*\[Result/s);
        await page.getByLabel('Find by name').fill('nobody');
        await page.getByText('No such game').waitFor();
        await page.getByLabel('Find by name').fill('');
        await rows.first().locator('.result').click();
        await page.waitForURL(/#\/watch\/0\.\d+/);
        await page.context().close();
    } finally {
        await own.end();
    }
});
