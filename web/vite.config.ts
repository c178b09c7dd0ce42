// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

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
    server: { proxy: { '/api': 'http://127.0.0.1:8099', '/ws': { target: 'ws://127.0.0.1:8099', ws: true } } },
    test: { include: ['test/**/*.test.ts'], testTimeout: 20_000 },
});
