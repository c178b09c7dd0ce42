// SPDX-License-Identifier: MIT
// What the browser keeps, which may be damaged.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { store } from '../src/storage/store';

const kept = new Map<string, string>();

beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => kept.set(name, value),
        removeItem: (name: string) => kept.delete(name),
    });
});
afterEach(() => vi.unstubAllGlobals());

test('what is of another kind is as if nothing had been kept', () => {
    for (const damage of ['null', '5', '"x"', '[]', 'true', '{']) {
        kept.set('ninefold.some', damage);
        expect(store({ a: 1 }, 'some').get(), damage).toEqual({ a: 1 });
    }
    kept.set('ninefold.some', '{}');
    expect(store('auto', 'some').get()).toBe('auto');
});
