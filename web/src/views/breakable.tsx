// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';

/** A name that may break after its punctuation rather than inside a word: `minimax:`, `depth=`, `4`. */
export const breakable = (name: string): ComponentChildren =>
    (name.match(/[^:=,_/]+[:=,_/]?|[:=,_/]/g) ?? []).flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]));
