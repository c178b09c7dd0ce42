// SPDX-License-Identifier: MIT
import type { Ninefold as Loaded } from './index.js';
export * from './index.js';
export declare function load(wasm?: BufferSource | Promise<BufferSource>): Promise<Loaded>;
