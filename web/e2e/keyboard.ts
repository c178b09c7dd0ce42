// SPDX-License-Identifier: MIT
// The page with the keyboard alone.
import type { Page } from 'playwright-core';

/** What the element with the focus is called; empty where none has it. */
const focused = (page: Page): Promise<string> => page.evaluate(() => {
    const at = document.activeElement as HTMLElement | null;
    return at === null || at === document.body ? '' : at.getAttribute('aria-label') ?? at.innerText.trim();
});

/** Presses Tab, or Shift+Tab, until the focus is on what is called so. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let i = 0; i < 100; ++i) {
        const at = await focused(page);
        if (typeof name === 'string' ? at === name : name.test(at)) return;
        await page.keyboard.press(key);
    }
    throw new Error(`${key} never leads to ${name}`);
}

/** Plays a move by its two digits. */
export async function playByDigits(page: Page, move: number): Promise<void> {
    await page.keyboard.press(`Digit${Math.floor(move / 9)}`);
    await page.keyboard.press(`Digit${move % 9}`);
}
