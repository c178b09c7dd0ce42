// SPDX-License-Identifier: MIT
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes the names of all built files, for the service worker. */
const listFiles: Plugin = {
    name: 'list-files',
    generateBundle(_options, bundle) {
        const names = Object.keys(bundle).filter((file) => file.startsWith('assets/')).map((file) => basename(file));
        this.emitFile({ type: 'asset', fileName: 'files.json', source: `${JSON.stringify({ names: names.sort() })}\n` });
    },
};

/** For `npx vite`: a running `ninefold serve`, which answers only to pages of its own. */
const program = { target: 'http://127.0.0.1:8099', changeOrigin: true, headers: { origin: 'http://127.0.0.1:8099' } };

export default defineConfig({
    base: './',
    plugins: [listFiles],
    build: {
        target: 'es2022',
        // Nothing may be inlined: the server's content policy allows no data: URLs.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: true,
    },
    worker: { format: 'es' },
    server: { proxy: { '/api': program, '/ws': { ...program, ws: true } } },
    test: { include: ['test/**/*.test.ts'], testTimeout: 20_000 },
});
