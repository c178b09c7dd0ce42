// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { moveAt, coordinates, moveNumber, movesAfter, moveText, parseMove, parseRules, positionText, rulesText } from '../src/game/notation';
import { parsePosition } from '../src/game/parse_position';
import type { RecordJson } from '../src/contract/types';
import { toQuery } from '../src/game/link';
import { emptyRecord, fromJson, fromQuery, parseAnything, plyInQuery, toJson, toText } from '../src/game/record';
import { start } from '../src/game/rules';
import { parseRoute } from '../src/ui/router';

describe('moves', () => {
    test('both forms name the same cell', () => {
        expect(parseMove('00')).toBe(parseMove('a9'));
        expect(parseMove('44')).toBe(parseMove('e5'));
        for (let move = 0; move < 81; ++move) {
            expect(parseMove(moveText(move))).toBe(move);
            const { row, column } = coordinates(move);
            expect(moveAt(row, column)).toBe(move);
        }
        expect(parseMove('a1')).toBe(parseMove('66'));
        expect(parseMove('i9')).toBe(parseMove('22'));
        for (const bad of ['', '9', '49', '94', 'j1', 'a0', '444', 'xx']) expect(parseMove(bad)).toBeNull();
    });

    test('are numbered in pairs, as in records', () => {
        expect([1, 2, 3, 4].map((ply) => moveNumber(ply, 'x'))).toEqual(['1.', '1…', '2.', '2…']);
        expect([1, 2, 3].map((ply) => moveNumber(ply, 'o'))).toEqual(['1…', '2.', '2…']);
        expect([0, 1, 2, 3].map((plies) => movesAfter(plies, 'x'))).toEqual([0, 1, 1, 2]);
        expect([0, 1, 2, 3].map((plies) => movesAfter(plies, 'o'))).toEqual([0, 1, 2, 2]);
    });
});

describe('rules and positions', () => {
    test('the tie-break is written where it is not the default', () => {
        for (const text of ['standard', 'standard+majority', 'open', 'correspondence', 'correspondence+draw']) {
            expect(rulesText(parseRules(text)!)).toBe(text);
        }
        expect(parseRules('chess')).toBeNull();
        expect(parseRules('standard+golf')).toBeNull();
    });

    test('positions round-trip, under open with the owner in capitals', () => {
        for (const text of [
            '9/9/9/9/9/9/9/9/9 x - standard', '9/9/9/9/o3x4/9/9/9/9 x 0 standard',
            'XXXooo3/9/9/9/9/9/9/9/9 x - open', '4x4/9/9/9/9/9/9/9/9 o 4 correspondence',
        ]) expect(positionText(parsePosition(text))).toBe(text);
    });

    test.each([
        ['9/9 x - standard', /2 blocks/],
        ['9/9/9/9/9/9/9/9/8 x - standard', /Block 8 has 8 cells/],
        ['9/9/9/9/9/9/9/9/z8 x - standard', /Block 8 has a "z"/],
        ['9/9/9/9/9/9/9/9/9 q - standard', /side to move/],
        ['9/9/9/9/9/9/9/9/9 x 9 standard', /target/],
        ['9/9/9/9/9/9/9/9/9 x - chess', /rules/],
        ['xxx6/9/9/9/9/9/9/9/9 x - standard', /^X has 3 and O has 0: X begins, and the sides take turns/],
    ])('%s is refused', (text, reason) => expect(() => parsePosition(text)).toThrow(reason));
});

describe('records', () => {
    const game = {
        ...emptyRecord(start()), x: 'alice "the cat" \\', o: 'bob', moves: [36, 1, 12], evals: [null, null, 0.53],
        ending: 'resigned', winner: 'x' as const, detail: 'O gave up',
    };

    test('text round-trips', () => {
        const again = parseAnything(toText(game));
        expect(again).toMatchObject({ x: game.x, o: 'bob', moves: game.moves, ending: 'resigned', winner: 'x', detail: 'O gave up' });
        expect(again.evals).toEqual([null, null, 0.53]);
        expect(toText(again)).toBe(toText(game));
    });

    test('JSON round-trips', () => {
        expect(fromJson(JSON.parse(JSON.stringify(toJson(game))) as RecordJson).moves).toEqual(game.moves);
        expect(parseAnything(JSON.stringify(toJson(game))).winner).toBe('x');
        expect(parseAnything(JSON.stringify(toJson(game), null, 2)).x).toBe(game.x);
    });

    test('the record of docs/formats.md is read, comments and all', () => {
        const text = '[X "alice"]\n[O "bob"]\n[Rules "standard"]\n[TieBreak "draw"]\n[Ending "move-time"]\n[Result "1-0"]\n\n' +
            '1. 40 01\n2. 12 {spent 0.512, clock 59.988, eval 0.53, depth 9, note "a } in it", meta {"a": {"b": 1}}}\n1-0\n';
        const record = parseAnything(text);
        expect(record.moves.map(moveText)).toEqual(['40', '01', '12']);
        expect(record.evals[2]).toBe(0.53);
    });

    test('an end that the board contradicts is refused', () => {
        const text = (ending: string, result: string) => `[X "a"]\n[Ending "${ending}"]\n[Result "${result}"]\n\n1. 40 01\n${result}\n`;
        expect(parseAnything(text('resigned', '0-1')).winner).toBe('o');
        expect(parseAnything(text('start-failed', '0-0')).winner).toBeNull();
        expect(parseAnything('[Ending "crash"]\n\n1. 40 01\n1-0').winner).toBe('x');
        for (const [ending, result] of [['line', '1-0'], ['draw', '1/2-1/2'], ['resigned', '1/2-1/2'], ['void', '1-0'], ['won', '1-0']]) {
            expect(() => parseAnything(text(ending, result)), ending).toThrow('does not fit its moves');
        }
        expect(() => parseAnything(JSON.stringify(toJson({ ...game, ending: 'majority' })))).toThrow('("majority", 1-0)');
    });

    test('of several games the first is read', () => {
        const other = { ...game, x: 'carol', moves: [40, 41] };
        expect(parseAnything(`${toText(game)}\n${toText(other)}`)).toMatchObject({ x: game.x, moves: game.moves });
        expect(parseAnything(`${JSON.stringify(toJson(game))}\n${JSON.stringify(toJson(other))}`)).toMatchObject({ x: game.x, moves: game.moves });
    });

    test('what is huge or nested without end is refused in a short sentence', () => {
        const long = 'A'.repeat(1_000_000);
        const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
        for (const text of [
            `${'9/'.repeat(8)}9 ${long} x standard`, `${'9/'.repeat(8)}9 x ${long} standard`, `[Rules "${long}"]\n44`, `[X "${long.repeat(10)}"]\n44`,
            `{"format": "ninefold-game", "moves": ["44"], "x": ${deep}}`, `{"format": "ninefold-game", "moves": ["44"], "meta": [${deep}]}`,
        ]) {
            expect(() => parseAnything(text)).toThrow(/^.{5,200}\.$/);
            expect(() => parseAnything(text)).not.toThrow(RangeError);
        }
        expect(() => fromQuery(new URLSearchParams({ rules: long }))).toThrow(/^.{5,200}\.$/);
    });

    test('pasted moves and positions', () => {
        expect(parseAnything('e5 e6').moves).toEqual([40, 37]);
        expect(parseAnything('1. 40 01 2. 12').moves).toEqual([36, 1, 11]);
        expect(positionText(parseAnything('9/9/9/9/o3x4/9/9/9/9 x 0 standard').start)).toBe('9/9/9/9/o3x4/9/9/9/9 x 0 standard');
        expect(() => parseAnything('40 44')).toThrow(/Move 2, 44, is not legal/);
        expect(() => parseAnything('hello')).toThrow(/not a move/);
        expect(() => parseAnything('')).toThrow(/Paste/);
        expect(() => parseAnything('{"format": 3')).toThrow(/JSON/);
    });

    test('share links carry position, moves and rules', () => {
        for (const from of [start(), start('open'), start('standard', 'majority'), parsePosition('9/9/9/9/o3x4/9/9/9/9 x 0 standard')]) {
            const moves = from.cells[36] ? [1, 12] : [36, 1, 12];
            const again = fromQuery(parseRoute(`#/analyse?${toQuery(from, moves)}`).query);
            expect(positionText(again.start)).toBe(positionText(from));
            expect(again.moves).toEqual(moves);
        }
        const named = parseRoute(`#/analyse?${toQuery(start(), [36, 1], { x: 'Ann & Co', o: '<b>', at: 1 })}`).query;
        expect(fromQuery(named)).toMatchObject({ x: 'Ann & Co', o: '<b>', moves: [36, 1] });
        expect(plyInQuery(named)).toBe(1);
        expect(plyInQuery(new URLSearchParams('at=-1'))).toBeNull();
        expect(() => fromQuery(new URLSearchParams('moves=4'))).toThrow();
        expect(() => fromQuery(new URLSearchParams('moves=4044'))).toThrow(/not legal/);
    });
});
