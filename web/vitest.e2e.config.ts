// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

export default defineConfig({
    // Once more on failure: a browser on a crowded machine is late now and then.
    test: { include: ['e2e/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 30_000, fileParallelism: false, retry: 1 },
});
