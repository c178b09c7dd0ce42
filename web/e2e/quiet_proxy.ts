// SPDX-License-Identifier: MIT
// A way to the server that can fall silent.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Passes everything on to the server until it falls silent, without closing a connection. */
export async function quietProxy(port: () => number): Promise<{ host: string; silence(all?: boolean): void; wake(): void; close(): void }> {
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
        /** `all`: new connections are dead too, until it wakes. */
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
