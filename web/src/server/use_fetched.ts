// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from 'preact/hooks';
import { get } from './api';

/** However fast something changes, it is asked for this often at most. */
const PAUSE_MS = 1000;

/** Something that is fetched again whenever `trigger` changes; what was there stays until then. */
export function useFetched<T>(path: string, trigger: unknown): { value: T | null; error: string | null } {
    const [state, setState] = useState<{ path: string; value: T | null; error: string | null }>({ path, value: null, error: null });
    const asked = useRef({ path: '', at: -PAUSE_MS });
    useEffect(() => {
        let gone = false;
        const since = performance.now() - asked.current.at;
        const ask = () => {
            asked.current = { path, at: performance.now() };
            get<T>(path).then(
                (value) => !gone && setState({ path, value, error: null }),
                (error: Error) => !gone && setState((old) => ({ ...old, path, error: error.message })));
        };
        const timer = setTimeout(ask, asked.current.path === path ? Math.max(0, PAUSE_MS - since) : 0);
        return () => {
            gone = true;
            clearTimeout(timer);
        };
    }, [path, trigger]);
    return state.path === path ? state : { value: null, error: null };
}
