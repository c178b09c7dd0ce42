// SPDX-License-Identifier: MIT
// One browser for all test files, started by vitest.
import { chromium, type LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
    export interface ProvidedContext {
        browser: string;
    }
}

const OPTIONS: LaunchOptions = {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--mute-audio',
    ],
};

/** vitest's global set-up: the address of a running browser is provided to every test file. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
    const shared = await chromium.launchServer(OPTIONS);
    project.provide('browser', shared.wsEndpoint());
    return () => shared.close();
}
