// SPDX-License-Identifier: MIT
// Browsers: one for all test files, started once by vitest, and ones with a font of their own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions, type Page } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
    export interface ProvidedContext {
        browser: string;
    }
}

const OPTIONS: LaunchOptions = {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
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

/** Fonts at both ends of what visitors have: the widest common one, all that a bare Debian has, and a narrow one. */
export const FONTS = {
    'DejaVu Sans': 'DejaVuSans*',
    'Yanone Kaffeesatz': 'YanoneKaffeesatz*',
} as const;

/** Runs `use` with a browser that finds no other font than this one. */
export async function withFont(font: keyof typeof FONTS, use: (browser: Browser) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-font-'));
    const config = join(folder, 'fonts.conf');
    writeFileSync(config, [
        '<?xml version="1.0"?>', '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">', '<fontconfig>',
        '<include>/etc/fonts/fonts.conf</include>', `<cachedir>${folder}</cachedir>`,
        // Files have a dot in their name; folders must not be rejected.
        `<selectfont><acceptfont><glob>*/${FONTS[font]}</glob></acceptfont><rejectfont><glob>*.*</glob></rejectfont></selectfont>`,
        '</fontconfig>', '',
    ].join('\n'));
    try {
        const browser = await chromium.launch({ ...OPTIONS, env: { ...process.env, FONTCONFIG_FILE: config } });
        await use(browser).finally(() => browser.close());
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

/** The font that an element's text is drawn with. */
export async function fontOf(page: Page, selector: string): Promise<string> {
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    await session.detach();
    return fonts.map((font) => font.familyName).join();
}
