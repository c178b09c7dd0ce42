// SPDX-License-Identifier: MIT
// The same for Node.js, which reads the module and every network from the package's own folder.
import { readdir, readFile } from 'node:fs/promises';
import { load as loadFrom } from './index.js';

export { Ninefold } from './index.js';

const folder = new URL('./dist/', import.meta.url);

export async function load() {
    const ninefold = await loadFrom(readFile(new URL('ninefold.wasm', folder)));
    for (const file of await readdir(folder)) {
        if (!file.endsWith('.nfnet')) continue;
        const rules = file.slice(0, -'.nfnet'.length).replace('_', '+');
        ninefold.addNet(rules, await readFile(new URL(file, folder)));
    }
    return ninefold;
}
