// SPDX-License-Identifier: MIT
// Every page and dialog there is, with something to show on each.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { ENGLISH, type WholeLanguage } from '../test/languages';
import { settle } from './axe';
import { NINEFOLD, type Server } from './world';

interface NewGame {
    game: { id: string };
    secret: string | null;
}

/** As Watch hands them to Analyse. */
const LONG_NAMES = 'x=Alexandra+Wolkenstein&o=Bartholomew/_MSSV';

/** Makes a tournament and games of every kind, and returns the addresses of the pages that show them. */
async function furnish(server: Server): Promise<{ hashes: string[]; tournament: string }> {
    const cup = server.file('cup.toml', [
        'name = "Cup"', 'time = "none"', 'bots = ["random", "first", "greedy"]',
        '[[stage]]', 'name = "Table"', 'type = "round-robin"', '[[stage]]', 'name = "Finals"', 'type = "knockout"', '',
    ].join('\n'));
    execFileSync(NINEFOLD, ['tournament', 'run', cup, '--db', server.database], { stdio: 'ignore' });
    const { tournaments } = await server.get<{ tournaments: { id: string }[] }>('api/tournaments');
    const kept = await server.get<{ games: { id: string }[] }>('api/games?limit=1');
    const open = await server.post<NewGame>('api/games', { x: { kind: 'human', name: 'Ann' }, o: { kind: 'open' } });
    const live = await server.post<NewGame>('api/games', {
        x: { kind: 'bot', bot: 'greedy' }, o: { kind: 'bot', bot: 'first' }, pace_ms: 10_000,
    });
    // O has moved last: the list marks a move in O's colour.
    const moved = await server.post<NewGame>('api/games', { x: { kind: 'human', name: 'Ann' }, o: { kind: 'human', name: 'Bob' }, moves: ['44', '40'] });
    const tournament = tournaments[0].id;
    return {
        tournament,
        hashes: [
            '#/play', '#/games', '#/analyse?moves=444000', `#/analyse?moves=444000&${LONG_NAMES}`, '#/watch', '#/tournaments', '#/learn', '#/learn/puzzles', '#/learn/puzzles/daily', '#/learn/proof',
            `#/game/${live.game.id}`, `#/game/${moved.game.id}`, `#/game/${open.game.id}`, `#/join/${open.game.id}/${open.secret}`,
            `#/watch/${kept.games[0].id}`, `#/tournament/${tournament}`, '#/game/aaaaaaaaaa',
        ],
    };
}

type Look = (where: string) => Promise<void>;

/** Fills a server; the tour it returns shows a page everything there is, and calls `look` at each stop. */
export async function makeTour(server: Server): Promise<(page: Page, look: Look, language?: WholeLanguage) => Promise<void>> {
    const { hashes, tournament } = await furnish(server);
    return async (page, look, { words, pages } = ENGLISH) => {
        const go = async (hash: string) => {
            await page.goto(`${server.url}${hash}`);
            await settle(page);
        };
        for (const hash of hashes) {
            await go(hash);
            if (hash.includes('analyse')) await page.locator('.cell.best').waitFor();
            await look(hash);
        }
        await go(`#/watch?match=${tournament}&bot=greedy`);
        await page.getByRole('heading', { name: pages.games.of('greedy') }).waitFor();
        await settle(page);
        await look('games of a bot');
        await go('#/tournaments');
        await page.getByRole('button', { name: pages.tournaments.create }).click();
        await page.getByRole('dialog').waitFor();
        await settle(page);
        await look('new tournament');
        await page.keyboard.press('Escape');
        await go('#/play/new');
        for (const opponent of Object.values(words.setup.opponents)) {
            await page.getByRole('dialog').getByText(opponent, { exact: true }).first().click();
            await settle(page);
            await look(`new game, ${opponent}`);
        }
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: words.switches.settings }).click();
        await page.getByRole('dialog', { name: pages.settings.title }).waitFor();
        await look('settings');
        await page.keyboard.press('Escape');
        // A game that was looked through, with its graph and its mistakes.
        await page.goto(`${server.url}#/analyse?moves=444000&review=1&${LONG_NAMES}`);
        await page.getByTestId('summary').waitFor();
        await look('review');
    };
}
