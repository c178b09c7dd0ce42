// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../storage/store';
import { get, type ApiError } from './api';
import { connection } from './socket';

/** However fast something changes, it is asked for this often at most. */
const PAUSE_MS = 1000;

interface Fetched<T> {
    value: T | null;
    error: ApiError | null;
}

/** Something that is fetched again whenever `trigger` changes; what was there stays until then. */
export function useFetched<T>(path: string, trigger: unknown): Fetched<T> {
    const [state, setState] = useState<Fetched<T> & { path: string }>({ path, value: null, error: null });
    // What is there again after a break may have changed meanwhile.
    const connected = useStore(connection) === 'open';
    const asked = useRef({ path: '', at: 0 });
    /** What the page shows now; null once it is gone. */
    const shown = useRef<string | null>(path);
    shown.current = path;
    useEffect(() => () => {
        shown.current = null;
    }, []);
    useEffect(() => {
        const ask = () => {
            asked.current = { path, at: performance.now() };
            // An answer to an earlier trigger is better than none: the next one follows.
            get<T>(path).then(
                (value) => shown.current === path && setState({ path, value, error: null }),
                (error: ApiError) => shown.current === path && setState((old) => ({ ...old, path, error })));
        };
        const again = asked.current.path === path;
        const timer = setTimeout(ask, again ? Math.max(0, PAUSE_MS - (performance.now() - asked.current.at)) : 0);
        return () => clearTimeout(timer);
    }, [path, trigger, connected]);
    return state.path === path ? state : { value: null, error: null };
}
