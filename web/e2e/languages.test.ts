// SPDX-License-Identifier: MIT
// The page in the visitor's language.
import { expect, test } from 'vitest';
import { GERMAN, SPANISH } from '../test/languages';
import type { NewGame } from '../src/contract/types';
import { cell, visit, waitForMarks, world } from './world';

const here = world();
const { server } = here;

test.each([['de-AT', 'de', GERMAN], ['es-MX', 'es', SPANISH]] as const)('a browser that asks for %s gets it everywhere', async (locale, language, { words, pages }) => {
    const { page, errors } = await visit(here.browser, server.url, { locale });
    await page.getByRole('heading', { name: words.play.yourTurn }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await cell(page, '44').click();
    await waitForMarks(page, 2);
    await page.getByRole('button', { name: words.play.hint }).click();
    await page.locator('.cell.best').waitFor();
    expect(await cell(page, '44').getAttribute('aria-label')).toContain(words.where.move(4, 4));
    await page.getByRole('link', { name: words.tabs.learn, exact: true }).click();
    await page.getByText(pages.coach.learn.standard[0]).waitFor();
    await page.getByRole('link', { name: words.tabs.tournaments, exact: true }).click();
    await page.getByRole('button', { name: pages.tournaments.create }).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
});

test('a language that was chosen stays, whatever the browser asks for', async () => {
    const { page } = await visit(here.browser, server.url, { locale: 'de' });
    await page.getByRole('button', { name: GERMAN.words.switches.settings }).click();
    await page.getByRole('combobox', { name: GERMAN.pages.settings.language }).selectOption('es');
    await page.getByRole('heading', { name: SPANISH.words.play.yourTurn }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: SPANISH.words.play.yourTurn }).waitFor();
    expect(await page.title()).toBe('Ultimate Tic-Tac-Toe · Ninefold');
    await page.context().close();
});

/** Nobody moves; the id of the game among those that are kept. */
async function lostOnTime(): Promise<string> {
    const person = (name: string) => ({ kind: 'human', name });
    const made = await server.post<NewGame>('api/games', { x: person('Ann'), o: person('Bob'), time_control: 'move=100ms' });
    for (;;) {
        const { kept } = await server.get<NewGame['game']>(`api/games/${made.game.id}`);
        if (kept) return kept;
        await new Promise((wait) => setTimeout(wait, 50));
    }
}

test.each([['de', GERMAN], ['es', SPANISH]] as const)('how a game ended is said in %s wherever it is shown', async (locale, { words, pages }) => {
    const [before, after] = pages.verdicts.silent('X', 'TIME', '1', '100 ms').split('TIME');
    const said = new RegExp(`${before}\\d+(,\\d+)? ms${after}`);
    const id = await lostOnTime();
    const { page, errors } = await visit(here.browser, `${server.url}#/watch/${id}`, { locale });
    await page.getByTestId('status').getByText(said).waitFor();
    await page.goto(`${server.url}#/watch`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: id, exact: true }) });
    expect(await row.getByText(words.endings.short['move-time']).getAttribute('title')).toMatch(said);
    expect(errors).toEqual([]);
    await page.context().close();
});
