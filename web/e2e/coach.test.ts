// SPDX-License-Identifier: MIT
// What helps people get better: mistakes tried again, the heat map, the proof of open rules.
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { moveText } from '../src/game/notation';
import { standardPuzzles } from './puzzle_files';
import { anyLegal, cell, visit, waitForExactly, world } from './world';

const here = world();
const { server } = here;
const puzzle = standardPuzzles().find((p) => p.plies === 3 && p.position.includes(' x '))!;

/** The address of a game that begins at a puzzle, with the first move that does not solve it. */
async function addressWithAMistake(): Promise<string> {
    const position = encodeURIComponent(puzzle.position);
    const { page } = await visit(here.browser, `${server.url}#/analyse?position=${position}`);
    await page.locator('.cell.legal').first().waitFor();
    const bad = await page.locator(`.cell.legal:not([data-move="${puzzle.solution}"])`).first().getAttribute('data-move');
    await page.context().close();
    return `#/analyse?position=${position}&moves=${moveText(Number(bad))}`;
}

test('the board stops where one erred, refutes a wrong try, and continues when a better move is found', async () => {
    const address = await addressWithAMistake();
    const { page, errors } = await visit(here.browser, `${server.url}${address}&retry=x&game=7`);
    await page.getByRole('heading', { name: 'Find a better move for X' }).waitFor();
    const marks = await page.locator('.cell.full').count();
    await page.getByText(/was played\. It /).waitFor();
    // The same move again, and its refutation.
    await page.locator(`.cell.legal:not([data-move="${puzzle.solution}"])`).first().click();
    await page.getByText(/^That .* answers \d\d\.$/).waitFor();
    await waitForExactly(page, marks + 2);
    expect(await page.getByRole('heading').allInnerTexts()).toEqual(['Find a better move for X']);
    const top = async (what: string) => (await page.locator(what).boundingBox())!.y;
    expect(Math.abs(await top('.board') - await top('.panel .card'))).toBeLessThan(3);
    await page.keyboard.press('r');
    await waitForExactly(page, marks);
    await page.keyboard.press(`Digit${Math.floor(puzzle.solution / 9)}`);
    await page.keyboard.press(`Digit${puzzle.solution % 9}`);
    await page.getByText(`Good! ${moveText(puzzle.solution)} is the best move.`).waitFor();
    await page.getByRole('heading', { name: 'Find a better move for X' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Found at the first try: 0 of 1.').waitFor();
    await page.keyboard.press('Enter');
    // Back at the review, which tells the accuracy, and what is certain.
    await page.getByText(/accuracy \d+ %/).waitFor();
    const certain = /(X wins|O wins|draw), proved$/i;
    expect(await page.getByTestId('summary').locator('li').innerText()).toMatch(certain);
    expect(await page.getByTestId('judgement').innerText()).toMatch(certain);
    expect(await page.getByTestId('graph-words').innerText()).toMatch(certain);
    // What there was before the mistake, where the graph is pointed at.
    await page.locator('.graph').hover({ position: { x: 40, y: 60 } });
    await page.getByTestId('graph-words').getByText('X wins, proved', { exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('ninefold.accuracies'))).toMatch(/^\{"7":\d+\}$/);
    expect(errors).toEqual([]);
    await page.context().close();
});

test('the heat map shades every move, and marks proved ones apart', async () => {
    const { page, errors } = await visit(here.browser, `${server.url}#/analyse?position=${encodeURIComponent(puzzle.position)}`);
    await page.getByText('Heat map').click();
    await page.waitForFunction(() => document.querySelectorAll('.cell.legal .warm').length === document.querySelectorAll('.cell.legal').length);
    await page.locator(`.cell.proved.win[data-move="${puzzle.solution}"]`).waitFor();
    expect(await page.locator(`[data-move="${puzzle.solution}"] .warm`).innerText()).toBe('✓2');
    expect(await page.locator(`[data-move="${puzzle.solution}"]`).getAttribute('aria-label')).toContain('wins in 2, proved');
    // Also on Play, when asked.
    await page.goto(`${server.url}#/play`);
    await page.locator('.board.active').waitFor();
    const heated = () => page.waitForFunction(() => document.querySelectorAll('.cell.legal .warm').length === 81);
    await heated();
    // A hint and the heat map can be asked for in any order, and both are shown.
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByTestId('status').getByText(/^Try \d\d, .* for you\.$/).waitFor();
    await heated();
    const heat = page.getByRole('button', { name: 'Heat', exact: true });
    await heat.click();
    await page.waitForFunction(() => document.querySelectorAll('.warm').length === 1);
    await heat.click();
    await heated();
    expect(await page.locator('.cell.best').count()).toBe(1);
    await cell(page, '44').click();
    await page.locator('.board.active').waitFor();
    await heat.click();
    await page.waitForFunction(() => document.querySelectorAll('.warm').length === 0);
    await page.goto(`${server.url}#/learn`);
    await page.getByRole('button', { name: 'Heat map' }).click();
    await page.locator('.cell .warm').first().waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
});

test("X's proved win under open rules: the empty board says so, and O may try anything", async () => {
    const { page, errors } = await visit(here.browser, `${server.url}#/analyse?rules=open`);
    await page.locator('.lines').getByText('wins in 22, proved').waitFor();
    await page.locator('.cell.best[data-move="40"]').waitFor();
    await page.goto(`${server.url}#/learn/proof`);
    const any = page.getByRole('button', { name: 'Any move' });
    const marks = (n: number) => page.waitForFunction((full) => document.querySelector('.board.over') !== null ||
        (document.querySelector('.board.active') !== null && document.querySelectorAll('.cell.full').length === full), n);
    await marks(1);
    // One unit throughout: X's own moves.
    const proof = page.getByTestId('proof');
    await proof.getByText('with 22 moves of its own at most').waitFor();
    await proof.getByText("X's move 1 was 44. X needs at most 21 more moves.").waitFor();
    await any.click();
    await marks(3);
    await proof.getByText("X's move 2 was").waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    for (let n = 1; n < 44; n += 2) {
        await marks(n);
        if ((await page.locator('.board.over').count()) > 0) break;
        await any.click();
    }
    await page.locator('.board.over').waitFor();
    await page.getByTestId('proof').getByText(/^X wins/).last().waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
});

test('a finished game leads to its mistakes, and its accuracy is kept by level', async () => {
    const { page } = await visit(here.browser, server.url);
    await anyLegal(page).click();
    await page.locator('.board.active').waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Sure?' }).click();
    await page.getByRole('link', { name: 'Try your mistakes' }).click();
    await page.getByTestId('retry').waitFor();
    await page.goto(`${server.url}#/games`);
    await page.getByTestId('history').getByRole('row', { name: /2 · Novice\s+0–1\s+\d+ %\s+\d+/ }).waitFor();
    await page.getByRole('group', { name: 'Finished' }).getByText(/^accuracy \d+ %$/).waitFor();
    await page.context().close();
});

test('the standing against a level is shown after a game, and a next level suggested after a few', async () => {
    const { page } = await visit(here.browser, server.url);
    await page.locator('.board.active').waitFor();
    const lose = async () => {
        await anyLegal(page).click();
        await page.locator('.board.active').waitFor();
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Sure?' }).click();
        await page.getByTestId('after-game').waitFor();
    };
    for (let n = 1; n <= 4; ++n) {
        await lose();
        expect(await page.getByTestId('after-game').innerText()).toContain(`0–${n} against Novice`);
        expect(await page.getByRole('button', { name: 'Play Beginner' }).count()).toBe(n === 4 ? 1 : 0);
        if (n < 4) {
            await page.getByRole('button', { name: 'Rematch' }).click();
            await page.locator('.board.active').waitFor();
        }
    }
    await page.getByRole('button', { name: 'Play Beginner' }).click();
    await page.locator('.player').getByText('Beginner').waitFor();
    await page.context().close();
});

test('the editor sets up positions and says what no game can lead to', async () => {
    const { page, errors } = await visit(here.browser, `${server.url}#/analyse`);
    await page.getByRole('button', { name: 'Set up a position' }).click();
    const at = (move: number) => page.locator(`.board.editor [data-move="${move}"]`);
    await page.getByText('A game can lead to this position.').waitFor();
    await at(40).click();
    await page.getByText('X has 1 and O has 0').waitFor();
    await at(41).click();
    await page.getByText('X has 2 and O has 0: X begins').waitFor();
    // To O, and to nothing.
    await at(41).click();
    await at(41).click();
    expect(await page.getByRole('button', { name: 'Analyse', exact: true }).isDisabled()).toBe(true);
    await page.getByText('O', { exact: true }).click();
    await page.getByLabel('Sent by a move in cell').selectOption('4');
    await page.getByText('A game can lead to this position.').waitFor();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await waitForExactly(page, 1);
    await page.waitForURL(/position=/);
    // Under open rules both may have a line in a block; one of them was first.
    await page.goto(`${server.url}#/analyse?position=${encodeURIComponent('XXXooo3/x8/9/o8/9/9/9/9/9 x 0 open')}`);
    await page.getByRole('button', { name: 'Set up a position' }).click();
    const first = page.getByRole('group', { name: 'Who won the top left block first' });
    await page.getByText('A game can lead to this position.').waitFor();
    await first.getByText('O', { exact: true }).click();
    await page.getByText('A game can lead to this position.').waitFor();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.waitForURL(/position=xxxOOO3/);
    // Under standard rules the first line closed it.
    await page.goto(`${server.url}#/analyse?rules=standard`);
    await page.getByRole('button', { name: 'Set up a position' }).click();
    for (const move of [0, 1, 2, 3, 3, 4, 4, 5, 5]) await at(move).click();
    await page.getByText('Both sides have a line in the top left block: the first of them closed it.').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
});

test('a study keeps names, comments and variations: in the browser, by link and by file', async () => {
    const { page, errors } = await visit(here.browser, `${server.url}#/analyse?moves=4440`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await waitForExactly(page, 2);
    await page.getByTestId('study').locator('summary').click();
    await page.getByLabel('Comment on this move').fill('A quiet start');
    await page.locator('.move-tree').getByText('A quiet start').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Centre');
    await page.getByLabel('To the start').click();
    await cell(page, '00').click();
    await page.getByLabel('Name of this variation').fill('The corner');
    await page.getByRole('group', { name: 'The corner' }).getByText('The corner').waitFor();
    await page.getByRole('button', { name: 'Keep in this browser' }).click();
    await page.getByRole('button', { name: 'Delete Centre' }).waitFor();
    await page.getByTestId('study').getByRole('button', { name: 'Copy a link' }).click();
    await page.getByText('The link is copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
    const friend = (await visit(here.browser, link)).page;
    await friend.locator('.move-tree').getByText('A quiet start').waitFor();
    await friend.getByRole('group', { name: 'The corner' }).waitFor();
    expect(await friend.getByLabel('Name', { exact: true }).inputValue()).toBe('Centre');
    // A file, and one of a newer version.
    await friend.goto(`${server.url}#/analyse?moves=00`);
    await friend.getByTestId('study').locator('summary').click();
    const contents = await buffer(await file.createReadStream());
    const choose = (text: string) => friend.getByLabel('Open a file').setInputFiles({ name: 'study.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose(contents.toString().replace('"version":1', '"version":9'));
    await friend.getByText('made by a newer version').waitFor();
    await choose(contents.toString());
    await friend.locator('.move-tree').getByText('A quiet start').waitFor();
    expect(errors).toEqual([]);
    for (const p of [page, friend]) await p.context().close();
});
