// SPDX-License-Identifier: MIT
// The games inside a report, as docs/tournaments.md has them.
import { expect, test } from 'vitest';
import { chosen, recordOf, rowOf, type Choice, type ReportFile } from '../src/report/file';

const ALL: Choice = { bot: '', against: '', stage: '', result: '' };
/** 44, 40, 00, 08. */
const MOVES = 'RN(0';

const file = {
    tournament: { tournament: '7', rules: 'open+majority', stages: [{ name: 'Table' }, { name: 'Final' }] },
    bots: ['ann', 'bob', 'cy'],
    games: [
        `0 0 0 1 line x 2 ${MOVES}`, '1 0 1 2 draw - 0 (', '2 0 2 0 crash o 0  X exited  with code 1', '13 1 0 1 crash - 0 ( both did',
    ],
} as unknown as ReportFile;

const numbers = (choice: Partial<Choice>): string[] => chosen(file, { ...ALL, ...choice }).map((line) => line.split(' ')[0]);

test('games are found by bots, stage and result', () => {
    expect(chosen(file, ALL)).toBe(file.games);
    expect(numbers({ bot: 'ann' })).toEqual(['0', '2', '13']);
    expect(numbers({ bot: 'ann', against: 'bob' })).toEqual(['0', '13']);
    expect(numbers({ bot: 'bob', against: 'ann', stage: 'Final' })).toEqual(['13']);
    expect(numbers({ result: 'x' })).toEqual(['0']);
    expect(numbers({ result: 'o' })).toEqual(['2']);
    expect(numbers({ result: 'draw' })).toEqual(['1']);
    expect(numbers({ result: 'forfeit' })).toEqual(['2', '13']);
});

test('a line has everything of its game', () => {
    expect(rowOf(file, file.games[0])).toMatchObject({ id: '7.0', x: 'ann', o: 'bob', event: 'Table', ending: 'line', result: '1-0', ply: 4, detail: '' });
    expect(rowOf(file, file.games[2])).toMatchObject({ x: 'cy', o: 'ann', result: '0-1', ply: 0, detail: 'X exited  with code 1' });
    expect(rowOf(file, file.games[3])).toMatchObject({ id: '7.13', event: 'Final', winner: null, result: '0-0', detail: 'both did' });
    const record = recordOf(file, file.games[0]);
    expect(record).toMatchObject({ moves: [40, 36, 0, 8], opening: 2, winner: 'x', start: { rules: { ruleset: 'open', tieBreak: 'majority' } } });
});

test('every move has a character of its own, none that must be escaped', () => {
    const letters = Array.from({ length: 85 }, (_, i) => String.fromCharCode(40 + i)).filter((c) => !'<>\\`'.includes(c));
    expect(recordOf(file, `0 0 0 1 line x 0 ${letters.join('')}`).moves).toEqual(Array.from({ length: 81 }, (_, i) => i));
});
