// SPDX-License-Identifier: MIT
// Damaged records, positions and links, by the thousand: the page refuses each with a sentence, or what it reads
// survives being written and read again.
import { expect, test } from 'vitest';
import { positionText } from '../src/game/notation';
import { parsePosition } from '../src/game/parse_position';
import { toQuery } from '../src/game/link';
import { emptyRecord, fromQuery, parseAnything, toJson, toText, type GameRecord } from '../src/game/record';
import { parseRoute } from '../src/ui/router';
import { start } from '../src/game/rules';

/** Mulberry32: the same numbers each time. */
function random(seed: number): (below: number) => number {
    return (below) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) % below;
    };
}

const GAME: GameRecord = {
    ...emptyRecord(start()), x: 'alice "the cat" \\', o: 'bob', moves: [36, 1, 12], evals: [null, 0.5, 0.53],
    ending: 'resigned', winner: 'x', detail: 'O gave\nup', event: 'Cup', date: '2026-11-16',
};
const POSITION = 'XXXooo3/9/9/9/9/9/9/9/9 x - open';
const FULL_JSON = {
    ...toJson(GAME), spent: [0.1, null, 2], clock: [1, 2, 3], note: ['a', null, 'b'], meta: [{ a: [1] }, null, 3],
};
const SEEDS = [
    toText(GAME), JSON.stringify(FULL_JSON), JSON.stringify(toJson({ ...GAME, start: parsePosition(POSITION), moves: [9] })),
    POSITION, '9/9/9/9/o3x4/9/9/9/9 x 0 standard\n1. 01 12', '4x4/9/9/9/9/9/9/9/9 o 4 correspondence+draw',
    '1. 40 01\n2. 12 {spent 0.512, eval 0.53, note "a } in it", meta {"a": {"b": 1}}}\n1-0\n', 'e5 e6', '9/9/9/9/9/9/9/9/9 o 4 correspondence', '[Rules "open"]\n[Position "' + POSITION + '"]\n*',
];
const PIECES = [
    '', '{', '}', '[', ']', '"', '\\', '/', ' ', '\n', '\r', '\u2028', '-', '+', '.', ',', ':', '0', '9', '1e999', 'null', 'true', '{}', '[]', '"x"',
    'x', 'o', 'X', 'O', 'eval ', '1.2.3', 'NaN', '44', 'e5', '[X "', '"]', '__proto__', 'constructor', '\ud800', '\0', 'open', 'majority', '+draw',
];

function mutated(next: (below: number) => number): string {
    let text = SEEDS[next(SEEDS.length)];
    for (let changes = 1 + next(4); changes > 0; --changes) {
        const at = next(text.length + 1);
        const to = Math.min(text.length, at + next(6));
        const kind = next(4);
        if (kind === 0) text = text.slice(0, at) + PIECES[next(PIECES.length)] + text.slice(to);
        else if (kind === 1) text = text.slice(0, at) + text.slice(to);
        else if (kind === 2) text = text.slice(0, at) + String.fromCharCode(32 + next(95)) + text.slice(at + 1);
        else {
            const other = SEEDS[next(SEEDS.length)];
            text = text.slice(0, at) + other.slice(next(other.length));
        }
    }
    return text;
}

/** The JSON of a game with one member of it another value. */
function swapped(next: (below: number) => number): string {
    const values: unknown[] = [null, 0, -1, 1e300, true, '', 'x', '44', [], {}, [null], [{}], ['44'], ['44', '44'], [1e300], [0.5, 2]];
    const names = [...Object.keys(FULL_JSON), 'position'];
    return JSON.stringify({ ...FULL_JSON, [names[next(names.length)]]: values[next(values.length)] });
}

/** Whether it was read. Throws where a promise is broken, for `expect` is slow twenty thousand times. */
function check(text: string): boolean {
    const need = (holds: boolean, promise: string): void => {
        if (!holds) throw new Error(`${promise}: ${JSON.stringify(text)}`);
    };
    let record: GameRecord;
    try {
        record = parseAnything(text);
    } catch (error) {
        const { constructor, message } = error as Error;
        need(constructor === Error && message.length > 5 && message.length < 500, `not a sentence but ${String(error)}`);
        return false;
    }
    const written = toText(record);
    need(toText(parseAnything(written)) === written, 'the text changes');
    const json = JSON.stringify(toJson(record));
    const again = parseAnything(json);
    need(JSON.stringify(toJson(again)) === json, 'the JSON changes');
    need(JSON.stringify(again.start) === JSON.stringify(record.start), 'the start changes');
    const linked = fromQuery(parseRoute(`#/analyse?${toQuery(record.start, record.moves)}`).query);
    need(linked.moves.join() === record.moves.join() && positionText(linked.start) === positionText(record.start), 'the link changes');
    return true;
}

test('20,000 damaged records are refused with a sentence, or read and written again', { timeout: 60_000 }, () => {
    const next = random(9);
    let read = 0;
    for (const seed of SEEDS) expect(check(seed), seed).toBe(true);
    for (let i = 0; i < 20_000; ++i) if (check(i % 5 === 0 ? swapped(next) : mutated(next))) ++read;
    expect(read).toBeGreaterThan(1000);  // or the damage is too much to test reading
});
