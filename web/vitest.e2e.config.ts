// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

// A limit only ends what hangs: how long a test takes depends on the machine.
const shared = { globalSetup: 'e2e/browser.ts', testTimeout: 240_000, hookTimeout: 120_000 };

export default defineConfig({
    test: {
        projects: [
            { test: { ...shared, name: 'page', include: ['e2e/**/*.test.ts'], exclude: ['e2e/speed.test.ts'], maxWorkers: 4 } },
            { test: { ...shared, name: 'speed', include: ['e2e/speed.test.ts'], sequence: { groupOrder: 1 } } },
            { test: { ...shared, name: 'reviews', include: ['e2e/reviews.soak.ts'] } },
        ],
    },
});
