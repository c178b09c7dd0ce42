// SPDX-License-Identifier: MIT
// Keeps what the page has fetched, so that playing and analysing work without a network. Files under
// assets/ have their content in their name and never change; the page itself is fetched again whenever
// that is possible. What comes from the server's interface is never kept.
const NAME = 'ninefold';

self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(['./', './icon.svg', './manifest.webmanifest'])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function fetched(request) {
    const response = await fetch(request);
    if (response.ok) (await caches.open(NAME)).put(request, response.clone());
    return response;
}

async function keptOrFetched(request) {
    return (await caches.match(request)) ?? fetched(request);
}

async function fetchedOrKept(request) {
    try {
        return await fetched(request);
    } catch {
        return (await caches.match(request)) ?? (await caches.match('./')) ?? Response.error();
    }
}

/** Forgets files that the page of today no longer names. */
async function tidy(names) {
    const cache = await caches.open(NAME);
    for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (pathname.includes('/assets/') && !names.includes(pathname.split('/').pop())) await cache.delete(request);
    }
}

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== 'GET' || url.origin !== location.origin || /^\/(api|ws)\b/.test(url.pathname)) return;
    event.respondWith(url.pathname.includes('/assets/') ? keptOrFetched(event.request) : fetchedOrKept(event.request));
});

// The page says which files there are, and which of them are needed without a network.
self.addEventListener('message', (event) => {
    const { names, wanted } = event.data;
    event.waitUntil((async () => {
        await tidy(names);
        await Promise.all(wanted.map((name) => keptOrFetched(new Request(new URL(`assets/${name}`, registration.scope)))));
        event.source?.postMessage('ready-for-offline');
    })());
});
