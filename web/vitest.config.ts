// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

export default defineConfig({
    test: { include: ['test/**/*.test.ts'], testTimeout: 20_000 },
});
