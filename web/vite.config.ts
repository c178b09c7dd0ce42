// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

/** For `npx vite`: a running `ninefold serve`, which answers only to pages of its own. */
const program = { target: 'http://127.0.0.1:8099', changeOrigin: true, headers: { origin: 'http://127.0.0.1:8099' } };

export default defineConfig({
    base: './',
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
