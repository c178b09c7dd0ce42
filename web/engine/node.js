// SPDX-License-Identifier: MIT
// The same for Node.js, which reads the module from the package's own folder.
import { readFile } from 'node:fs/promises';
import { load as loadFrom } from './index.js';

export { Ninefold } from './index.js';

export function load(wasm = readFile(new URL('./dist/ninefold.wasm', import.meta.url))) {
    return loadFrom(wasm);
}
