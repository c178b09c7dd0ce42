// SPDX-License-Identifier: MIT
// One value that components listen to, kept in the browser where it has a name.
import { useEffect, useState } from 'preact/hooks';

export interface Store<T> {
    get(): T;
    set(value: T): void;
    listen(listener: (value: T) => void): () => void;
}

/** Private windows may refuse storage: then nothing is kept, and nothing breaks. */
export function readKept<T>(name: string, fallback: T): T {
    try {
        const text = localStorage.getItem(`ninefold.${name}`);
        return text === null ? fallback : (JSON.parse(text) as T);
    } catch {
        return fallback;
    }
}

/** False where it could not be kept: there is no storage, or no room in it. */
export function keep(name: string, value: unknown): boolean {
    try {
        if (value === null || value === undefined) localStorage.removeItem(`ninefold.${name}`);
        else localStorage.setItem(`ninefold.${name}`, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

/** The names of all that is kept and begins so. */
export function keptNames(prefix: string): string[] {
    try {
        return Object.keys(localStorage).filter((key) => key.startsWith(`ninefold.${prefix}`)).map((key) => key.slice('ninefold.'.length));
    } catch {
        return [];
    }
}

/** Tells when another tab keeps something else under a name. */
export function listenToOtherTabs(name: string, changed: () => void): () => void {
    if (typeof addEventListener !== 'function') return () => {};
    const heard = ({ key }: StorageEvent) => key === `ninefold.${name}` && changed();
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
}

/** A value of the same kind as `initial`; what was kept may be damaged, or written by another version. */
const ofOneKind = <T>(initial: T) => (kept: unknown): T =>
    (typeof kept === typeof initial && kept !== null && Array.isArray(kept) === Array.isArray(initial) ? (kept as T) : initial);

/** Tabs share what is kept: each would overwrite it with all that it knew itself. */
export function store<T>(initial: T, name?: string, revive: (kept: unknown) => T = ofOneKind(initial)): Store<T> {
    const read = (of: string): T => revive(readKept<unknown>(of, initial));
    let value = name ? read(name) : initial;
    const listeners = new Set<(value: T) => void>();
    const change = (next: T) => {
        value = next;
        for (const listener of [...listeners]) listener(next);
    };
    if (name) listenToOtherTabs(name, () => change(read(name)));
    return {
        get: () => value,
        set(next) {
            if (name) keep(name, next);
            change(next);
        },
        listen(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}

export function useStore<T>(from: Store<T>): T {
    const [value, setValue] = useState(from.get());
    useEffect(() => {
        setValue(() => from.get());
        return from.listen((next) => setValue(() => next));
    }, [from]);
    return value;
}
