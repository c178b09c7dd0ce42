// SPDX-License-Identifier: MIT
import type { Ninefold as Loaded } from './index.js';
export * from './index.js';
/** With every network of the package. */
export declare function load(): Promise<Loaded>;
