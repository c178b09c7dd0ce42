// SPDX-License-Identifier: MIT
// What the browser keeps, shared with other tabs and perhaps damaged.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { store } from '../src/storage/store';

const kept = new Map<string, string>();
let tell: (event: { key: string }) => void = () => {};

beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => kept.set(name, value),
        removeItem: (name: string) => kept.delete(name),
    });
    vi.stubGlobal('addEventListener', (_: string, heard: typeof tell) => (tell = heard));
});
afterEach(() => vi.unstubAllGlobals());

test('what another tab keeps is not overwritten', () => {
    const accuracies = store<Record<string, number>>({}, 'accuracies');
    const heard = vi.fn();
    accuracies.listen(heard);
    kept.set('ninefold.accuracies', '{"there": 90}');
    tell({ key: 'ninefold.accuracies' });
    expect(heard).toHaveBeenCalledWith({ there: 90 });
    accuracies.set({ ...accuracies.get(), here: 80 });
    expect(JSON.parse(kept.get('ninefold.accuracies')!)).toEqual({ there: 90, here: 80 });
});

test('what is of another kind is as if nothing had been kept', () => {
    for (const damage of ['null', '5', '"x"', '[]', 'true', '{']) {
        kept.set('ninefold.some', damage);
        expect(store({ a: 1 }, 'some').get(), damage).toEqual({ a: 1 });
    }
    kept.set('ninefold.some', '{}');
    expect(store('auto', 'some').get()).toBe('auto');
});
