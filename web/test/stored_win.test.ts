// SPDX-License-Identifier: MIT
// X's proved win under open rules, walked with O trying anything.
import { expect, test } from 'vitest';
import { load } from '../engine/node.js';

const EMPTY = '9/9/9/9/9/9/9/9/9 x - open';

test('X wins whatever O does, within 43 plies', async () => {
    const ninefold = await load();
    for (let seed = 1; seed <= 12; ++seed) {
        const moves: string[] = [];
        for (let random = seed; ;) {
            const facts = ninefold.position(EMPTY, moves);
            if (facts.ending) {
                expect(facts.winner).toBe('x');
                break;
            }
            const stored = ninefold.storedWin(EMPTY, moves);
            expect(stored.wins, moves.join(' ')).toBe(true);
            if (!stored.wins) break;
            expect(stored.move === null).toBe(facts.turn === 'o');
            expect(moves.length + stored.plies).toBeLessThanOrEqual(Math.max(43, moves.length + 1));
            random = (random * 1103515245 + 12345) % 2147483648;
            moves.push(stored.move ?? facts.legal[random % facts.legal.length]);
        }
        expect(moves.length).toBeLessThanOrEqual(43);
    }
});

test('says nothing of other positions and rules', async () => {
    const ninefold = await load();
    expect(ninefold.storedWin('9/9/9/9/9/9/9/9/9 x - standard')).toEqual({ wins: false });
    expect(ninefold.storedWin(EMPTY, ['00'])).toEqual({ wins: false });
    expect(() => ninefold.storedWin('nonsense')).toThrow();
});
