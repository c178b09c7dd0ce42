// SPDX-License-Identifier: MIT
// A way to the server that can fall silent.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { accept, invite, Server, visit } from './world';

export interface QuietProxy {
    host: string;
    /** `all`: new connections are dead too, until it wakes. */
    silence(all?: boolean): void;
    wake(): void;
    close(): void;
}

/** Passes everything on to the server until it falls silent, without closing a connection. */
export async function quietProxy(port: () => number): Promise<QuietProxy> {
    let silent = false;
    let nobodyComes = false;
    const sockets = new Set<Socket>();
    const proxy = createServer((client) => {
        const upstream = connect(port(), '127.0.0.1');
        // New connections are served again: only the old ones are dead.
        const dead = () => silent && (nobodyComes || old.has(client));
        client.on('data', (data) => dead() || upstream.write(data));
        upstream.on('data', (data) => dead() || client.write(data));
        for (const socket of [client, upstream]) {
            sockets.add(socket);
            socket.on('error', () => {});
            socket.on('close', () => dead() || (client.destroy(), upstream.destroy()));
        }
    });
    const old = new Set<Socket>();
    await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
    return {
        host: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
        silence: (all = false) => {
            silent = true;
            nobodyComes = all;
            sockets.forEach((socket) => old.add(socket));
        },
        wake: () => {
            nobodyComes = false;
        },
        close: () => {
            sockets.forEach((socket) => socket.destroy());
            proxy.close();
        },
    };
}

/** A game at a server of its own: Ann reaches it directly, Bob through a proxy that can fall silent. */
export async function withQuietOpponent(browser: Browser, use: (proxy: QuietProxy, ann: Page, bob: Page) => Promise<void>): Promise<void> {
    const proxy = await quietProxy(() => server.port);
    const server = new Server(['--name', proxy.host]);
    try {
        await server.start();
        const ann = (await visit(browser, server.url)).page;
        const link = await invite(ann);
        const bob = (await visit(browser, link.replace(server.url, `http://${proxy.host}/`))).page;
        await accept(bob, 'Bob');
        await use(proxy, ann, bob);
        for (const page of [ann, bob]) await page.context().close();
    } finally {
        proxy.close();
        await server.end();
    }
}
