// SPDX-License-Identifier: MIT
// Draws the page's icons as PNG (web/public/icon-*.png) from web/public/icon.svg, with the browser of the tests.
//
//   node scripts/make_icons.mjs
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../web/', import.meta.url));
const { chromium } = createRequire(`${web}package.json`)('playwright-core');
const svg = readFileSync(`${web}public/icon.svg`, 'utf8');
// Systems cut a maskable icon to their own shape: its ground fills the square, and the rest keeps away from the edge.
const whole = svg.replace('rx="14"', '').replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"').replace('<rect width="64" height="64"', '<rect x="-8" y="-8" width="80" height="80"');

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] });
for (const [name, size, picture] of [['icon-192', 192, svg], ['icon-512', 512, svg], ['icon-maskable', 512, whole], ['icon-apple', 180, whole]]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${picture}`);
    await page.screenshot({ path: `${web}public/${name}.png`, omitBackground: true });
}
await browser.close();
