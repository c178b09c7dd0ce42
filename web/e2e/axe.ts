// SPDX-License-Identifier: MIT
// Accessibility problems that axe-core finds on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
    id: string;
    impact: string;
    nodes: { html: string }[];
}
interface Results {
    passes: unknown[];
    violations: Violation[];
}

/** The serious and critical ones, in words. */
export async function seriousProblems(page: Page, where: string): Promise<string[]> {
    // The server's policy allows no inline script, so axe comes from outside the page.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe });
    await session.detach();
    const found = await page.evaluate(async () => {
        const { violations, passes } = await (window as unknown as { axe: { run(): Promise<Results> } }).axe.run();
        return { passed: passes.length, violations: violations.map((v) => ({ id: v.id, impact: v.impact, html: v.nodes[0].html })) };
    });
    expect(found.passed, where).toBeGreaterThan(10);
    return found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${where}: ${v.id}: ${v.html}`);
}

export async function settle(page: Page): Promise<void> {
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null && document.querySelector('main h1, main .board') !== null);
}
