// SPDX-License-Identifier: MIT
// Where the page is, behind the `#`: `#/analyse?moves=4440`.
import { useLayoutEffect, useState } from 'preact/hooks';

export interface Route {
    /** ['game', 'k3v9x2m7qa'] */
    path: string[];
    query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
    const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
    return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export function go(to: string, replace = false): void {
    if (!replace) {
        location.hash = to;
        return;
    }
    history.replaceState(null, '', `#${to.replace(/^#/, '')}`);
    dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Changes the address without telling anybody: the page shows it already. `state` comes back with a reload, or with the way back here. */
export const note = (to: string, state: unknown = null): void => history.replaceState(state, '', `#${to.replace(/^#/, '')}`);

/** The same, as a step that can be gone back. */
export const noteStep = (to: string): void => history.pushState(null, '', `#${to.replace(/^#/, '')}`);

export function useRoute(): Route {
    const [route, setRoute] = useState(() => parseRoute(location.hash));
    useLayoutEffect(() => {
        const changed = () => setRoute(parseRoute(location.hash));
        addEventListener('hashchange', changed);
        return () => removeEventListener('hashchange', changed);
    }, []);
    return route;
}
