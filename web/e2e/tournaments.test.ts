// SPDX-License-Identifier: MIT
// Tournaments: started from the page, played by the program, guarded by a token.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { NINEFOLD, Server, visit, world } from './world';

const here = world();
const { server } = here;

/** What a bot in Python answers. */
const PLAYS = 'cur_state.get_valid_moves[0]';
const FORFEITS = 'None';
/** So slow that a server can be ended while it plays; the same file for every answer. */
const slowBot = (own: Server, answer: string): string =>
    own.file('ann.py', `import time\ndef select_move(cur_state, remain_time):\n    time.sleep(0.05)\n    return ${answer}\n`);

test('a knockout is started from the page, and seen as it is played', async () => {
    const { page, errors } = await visit(here.browser, `${server.url}#/tournaments`);
    await page.getByRole('button', { name: 'New tournament' }).click();
    await page.getByPlaceholder('Spring Cup').fill('Autumn <b>Cup</b>');
    await page.getByLabel('Kind').selectOption('knockout');
    await page.getByLabel('minimax').uncheck();
    await page.getByLabel('Engine 4').uncheck();
    await page.getByLabel('random').check();
    await page.getByLabel('first').check();
    await page.getByText('10 s', { exact: true }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByTestId('bracket').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Autumn <b>Cup</b>');
    // Greedy has a bye, random and first meet, and then there is a final.
    expect(await page.getByTestId('tie').count()).toBe(3);
    await page.getByRole('heading', { name: 'Final ranking' }).waitFor();
    expect(await page.locator('.side.winner').count()).toBe(2);
    expect(await page.locator('[data-testid="ranking"] tbody tr').first().innerText()).toContain('greedy');
    expect(errors).toEqual([]);
    await page.context().close();
});

test("a student sends a bot's file, lets it play, and sees what it wrote", async () => {
    const { page, errors } = await visit(here.browser, `${server.url}#/tournaments`);
    const file = (name: string, text: string) => ({ name, mimeType: 'text/x-python', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'New tournament' }).click();
    await page.getByPlaceholder('Spring Cup').fill('My bot');
    await page.getByLabel('Kind').selectOption('gauntlet');
    await page.getByLabel('Bot files from this computer').setInputFiles([
        file('my bot.py', 'import sys\ndef select_move(cur_state, remain_time):\n    print("I am lost", file=sys.stderr)\n    return cur_state.nothing\n'),
        file('notes.py', 'print("no bot at all")\n'),
    ]);
    await page.getByRole('alert').getByText(/notes\.py: no bot found/).waitFor();
    await page.getByRole('list', { name: 'Bots that were sent' }).getByText('my_bot', { exact: true }).waitFor();
    for (const bot of ['minimax', 'Engine 4']) await page.getByLabel(bot).uncheck();
    await page.getByTestId('plan').getByText('2 bots, 2 games').waitFor();
    await page.getByText('10 s', { exact: true }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Final ranking' }).waitFor();
    await page.getByRole('link', { name: /^game \d+\.\d+$/ }).first().click();
    await page.getByRole('heading', { name: /crashed/ }).waitFor();
    await page.getByRole('group', { name: 'What the bot wrote' }).getByText('I am lost').waitFor();
    // The refusal of the file that is no bot.
    expect(errors.filter((error) => !/400/.test(error))).toEqual([]);
    await page.context().close();
});

test('matches are listed, all or those of an event', async () => {
    await server.post('api/matches', { a: 'greedy', b: 'random', event: 'Evening', games: 2, time_control: 'none' });
    await server.post('api/matches', { a: 'greedy', b: 'first', games: 2, time_control: 'none' });
    const { page, errors } = await visit(here.browser, `${server.url}#/tournaments`);
    const rows = page.getByRole('group', { name: 'Matches' }).locator('tbody tr');
    await rows.filter({ hasText: 'greedy – random' }).getByText('2 of 2').waitFor();
    await rows.filter({ hasText: 'greedy – first' }).waitFor();
    await page.goto(`${server.url}#/tournaments/Evening`);
    await page.getByRole('heading', { name: 'Evening', level: 1 }).waitFor();
    await rows.filter({ hasText: 'greedy – first' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'greedy – random' }).click();
    await page.getByText(/Move \d+ of \d+/).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
});

test('a tournament: ranking, tables, bracket with its games, forfeits', async () => {
    const file = server.file('cup.toml', [
        'name = "Winter Cup"', 'time = "none"', 'bots = ["random", "first", "greedy", "minimax:depth=1", "mcts:sims=60"]',
        '[[stage]]', 'name = "Table"', 'type = "round-robin"', '[[stage]]', 'name = "Finals"', 'type = "double-elimination"', '',
    ].join('\n'));
    execFileSync(NINEFOLD, ['tournament', 'run', file, '--db', server.database], { stdio: 'ignore' });
    const { page, errors } = await visit(here.browser, `${server.url}#/tournaments`);
    await page.getByRole('link', { name: 'Winter Cup' }).click();
    await page.waitForURL(/#\/tournament\/\d+$/);
    await page.getByTestId('bracket').waitFor();
    expect(await page.getByTestId('ranking').locator('tbody tr').count()).toBe(5);
    const ties = page.getByTestId('bracket').getByTestId('tie');
    // A bracket of eight places: 7 above, 6 below and the final, which may be played twice.
    expect(await ties.count()).toBeGreaterThanOrEqual(13);
    expect(await page.getByTestId('bracket').locator('.tie.bye').count()).toBeGreaterThanOrEqual(3);
    expect(await page.getByTestId('bracket').locator('.side.winner').count()).toBeGreaterThanOrEqual(8);
    await page.getByTestId('bracket').getByRole('heading', { name: 'Grand final' }).first().waitFor();
    const cut = await ties.locator('.side span').evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent));
    expect(cut).toEqual([]);
    // On a phone, a name breaks after its punctuation: each part is on one line.
    await page.setViewportSize({ width: 360, height: 740 });
    const broken = await page.locator('th.bot-name').evaluateAll((names) => names.flatMap((name) => {
        const parts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
        const inside = [];
        while (parts.nextNode()) {
            const range = document.createRange();
            range.selectNodeContents(parts.currentNode);
            if (range.getClientRects().length > 1) inside.push(parts.currentNode.textContent);
        }
        return inside;
    }));
    expect(broken).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByTestId('bracket').locator('.tie-games a').first().click();
    await page.getByText(/Move \d+ of \d+/).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
});

test('a tournament whose bot changed while the server was stopped is held until the organiser decides', async () => {
    const own = new Server();
    const file = slowBot(own, PLAYS);
    await own.start();
    try {
        const { tournament } = await own.post<{ tournament: string }>('api/tournaments', {
            type: 'round-robin', event: 'Held', bots: [file, 'first'], games: 6, time_control: 'move=5s',
        });
        const { page, errors } = await visit(here.browser, `${own.url}#/tournament/${tournament}`);
        await page.getByText(/[1-9]\d* of 6 games/).waitFor();
        // The page may count a game that is still being played: one that is kept is needed.
        const kept = async () => ((await (await fetch(`${own.url}api/matches`)).json()) as { matches: { games_played: number }[] }).matches[0].games_played;
        await expect.poll(kept, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0);
        await own.kill();
        slowBot(own, FORFEITS);
        await own.start();
        await page.getByRole('alert').getByText(/Held: ann changed after game \d+/).waitFor();
        await page.getByRole('button', { name: 'Check again' }).click();
        await page.locator('.toast').getByText(/changed after game/).waitFor();
        await page.getByRole('button', { name: 'Continue as it is now' }).click();
        await page.getByRole('heading', { name: 'Final ranking' }).waitFor();
        await page.getByRole('list', { name: 'Changed while it was stopped' }).getByText('ann').waitFor();
        const ranking = page.getByTestId('ranking');
        expect(await ranking.locator('thead').innerText()).toMatch(/Score\s+Won\s+Drawn\s+Lost\s+Blocks\s+Forfeits/);
        // The table of the only stage is the ranking: it is there once.
        expect(await page.locator('table').count()).toBe(1);
        const row = await ranking.locator('tbody tr').filter({ hasText: 'first' }).innerText();
        const [, score, most] = /([\d½]+) of (\d+)/.exec(row)!;
        expect(most).toBe('6');
        expect(parseInt(score, 10)).toBeGreaterThan(0);
        // From the ranking to the games of one bot, to one that it lost, and to why.
        await ranking.getByRole('link', { name: 'ann' }).click();
        await page.getByRole('heading', { name: 'Games of ann' }).waitFor();
        const games = page.locator('.games tbody tr');
        await games.nth(5).waitFor();
        expect(await games.count()).toBe(6);
        await page.getByLabel('Forfeits only').check();
        // Only forfeits are left once the list has changed.
        await games.filter({ hasText: /unreadable answer|illegal move/ }).filter({ hasText: 'lost' }).first().getByRole('link').first().click();
        await page.getByRole('heading', { name: /gave an unreadable answer|made an illegal move/ }).waitFor();
        await page.getByRole('link', { name: 'Held, Round robin' }).waitFor();
        await page.goBack();
        await page.getByRole('checkbox', { name: 'Forfeits only', checked: true }).waitFor();
        // The refusal while the file was another.
        expect(errors.filter((error) => !/409/.test(error))).toEqual([]);
        await page.context().close();
    } finally {
        await own.end();
    }
});

test('a match whose bot changed while the server was stopped can be taken up from the page', async () => {
    const own = new Server();
    const file = slowBot(own, PLAYS);
    await own.start();
    try {
        const { match } = await own.post<{ match: { id: string } }>('api/matches', { a: file, b: 'first', event: 'Pair', games: 4, time_control: 'move=5s' });
        const state = () => own.get<{ state: string; games_played: number }>(`api/matches/${match.id}`);
        while ((await state()).games_played === 0) await new Promise((done) => setTimeout(done, 50));
        await own.kill();
        slowBot(own, FORFEITS);
        await own.start();
        // An organiser finds it where games are watched, and among the matches.
        const { page, errors } = await visit(here.browser, `${own.url}#/watch`);
        const held = page.getByRole('alert').filter({ hasText: /ann – first is held: ann changed after game \d/ });
        await held.waitFor();
        await page.goto(`${own.url}#/tournaments`);
        await held.waitFor();
        await page.getByRole('row').filter({ hasText: 'Pair' }).getByText('held').waitFor();
        expect(await held.getByRole('button').allInnerTexts()).toEqual(['Continue as it is now', 'Check again', 'Stop for good']);
        await held.getByRole('button', { name: 'Check again' }).click();
        await page.locator('.toast').getByText(/changed after game/).waitFor();
        expect((await state()).state).toBe('held');
        await held.getByRole('button', { name: 'Continue as it is now' }).click();
        await held.waitFor({ state: 'detached' });
        await page.getByText('4 of 4').waitFor();
        await page.getByRole('list', { name: 'Changed while it was stopped' }).getByText(/^ann was changed after game \d of ann – first/).waitFor();
        // The refusal while the file was another.
        expect(errors.filter((error) => !/409/.test(error))).toEqual([]);
        await page.context().close();
    } finally {
        await own.end();
    }
});

test('an organiser with a token may start tournaments, others may not', async () => {
    const guarded = new Server(['--admin-token', 'a-long-secret-of-the-organiser']);
    await guarded.start();
    try {
        const { page } = await visit(here.browser, `${guarded.url}#/tournaments`);
        await page.getByRole('button', { name: 'I am the organiser' }).click();
        expect(await page.getByRole('button', { name: 'New tournament' }).count()).toBe(0);
        await page.getByLabel("The server's admin token").fill('wrong');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('alert').waitFor();
        await page.getByLabel("The server's admin token").fill('a-long-secret-of-the-organiser');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('button', { name: 'New tournament' }).click();
        await page.getByPlaceholder('Spring Cup').fill('Guarded');
        await page.getByText('0.1 s').click();
        await page.getByRole('button', { name: 'Start' }).click();
        await page.getByRole('heading', { name: 'Guarded' }).waitFor();
        await page.context().close();
    } finally {
        await guarded.end();
    }
});
