// SPDX-License-Identifier: MIT
// Accessibility problems that axe-core finds on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ElementHandle, Page } from 'playwright-core';
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

/** The server's policy allows no inline script, so axe comes from outside the page, once for each document. */
export async function loadAxe(page: Page): Promise<void> {
    if (await page.evaluate(() => 'axe' in window)) return;
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe });
    await session.detach();
}

/** Whether the text of one element, as it looks now, stands out from what is behind it. */
export const contrastProblems = (element: ElementHandle<HTMLElement>): Promise<string[]> => element.evaluate(async (node) => {
    await Promise.all(node.getAnimations({ subtree: true }).map((animation) => animation.finished.catch(() => {})));
    if (!node.isConnected) return []; // the engine has replaced its lines meanwhile
    const tool = (window as unknown as { axe: { run(what: Element, how: object): Promise<Results> } }).axe;
    const { violations } = await tool.run(node, { runOnly: ['color-contrast'] });
    return violations.map((v) => `${v.id}: ${v.nodes[0].html}`);
});

/** Those of axe's rules that a page's colours decide. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The serious and critical ones, in words; of all rules, or of these alone. */
export async function seriousProblems(page: Page, where: string, rules: string[] = []): Promise<string[]> {
    await loadAxe(page);
    const found = await page.evaluate(async (only) => {
        const options = { resultTypes: ['violations'], ...(only.length > 0 ? { runOnly: only } : {}) };
        const { violations, passes } = await (window as unknown as { axe: { run(how: object): Promise<Results> } }).axe.run(options);
        return { passed: passes.length, violations: violations.map((v) => ({ id: v.id, impact: v.impact, html: v.nodes[0].html })) };
    }, rules);
    expect(found.passed, where).toBeGreaterThan(rules.length > 0 ? 0 : 10);
    return found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${where}: ${v.id}: ${v.html}`);
}

export async function settle(page: Page): Promise<void> {
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null && document.querySelector('main h1, main .board') !== null);
}
