// SPDX-License-Identifier: MIT
// Asks the service worker (public/offline.js) to keep what playing and analysing need.

/** The names of all files of this build, written by the build itself (scripts/build_web). */
interface Files {
    names: string[];
}

/** All code, since a page may need any part of it; of the networks, which are large, those for standard rules. */
const NEEDED = /\.(js|css|wasm)$|^standard/;

export async function keepForOffline(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    try {
        await navigator.serviceWorker.register('./offline.js');
        const { active } = await navigator.serviceWorker.ready;
        const files = (await (await fetch('./files.json')).json()) as Files;
        active?.postMessage({ names: files.names, wanted: files.names.filter((name) => NEEDED.test(name)) });
    } catch {
        // A browser that keeps nothing (a private window, an address without https) works as ever, online.
    }
}
