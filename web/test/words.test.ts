// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { howItEnded, playerWords, rulesWords, timeControlWords } from '../src/game/words';
import { preferred, say } from '../src/words/words';
import { ENGLISH, GERMAN, SPANISH } from './languages';

/** Every key with what it needs: `tabs.play` and `switches.change(1)`. */
function keys(words: object, prefix = ''): string[] {
    return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
        if (typeof value === 'function') return [`${prefix}${key}(${value.length})`];
        return typeof value === 'object' && value !== null ? keys(value, `${prefix}${key}.`) : [`${prefix}${key}`];
    });
}

test.each([['German', GERMAN], ['Spanish', SPANISH]] as const)('%s says all that English does, with the same parameters', (_, translation) => {
    expect(keys(translation.words)).toEqual(keys(ENGLISH.words));
    expect(keys(translation.pages)).toEqual(keys(ENGLISH.pages));
});

test('the first of the visitor\'s languages that the page speaks is chosen', () => {
    expect(preferred(['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(preferred(['es-419'])).toBe('es');
    expect(preferred(['ja', 'fr'])).toBe('en');
});

/** Attributes that people read or hear. */
const SHOWN = /\b(?:aria-label|aria-valuetext|title|placeholder|label|alt|passiveReason)="[^"]*\p{L}{2}[^"]*"/gu;
/** What stands between tags: after a comparison there is a space. */
const BETWEEN = />(?! )([^<>{}=;()]*\p{L}{2}[^<>{}=;()]*)</gu;
/** A sentence in quotes, or the beginning of one. */
const SENTENCE = /(['`])\p{Lu}\p{Ll}+ (?:\p{Ll}|\$\{)[^'`]*\1/gu;

/** The page's own files outside the room of words. */
function sources(folder = 'src'): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return entry.name === 'words' ? [] : sources(path);
        return /\.tsx?$/.test(path) ? [path] : [];
    });
}

/** What a file says in words of its own. */
function bareWords(path: string, text: string): string[] {
    const code = text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '').replace(/^import .*$/gm, '');
    const shown = path.endsWith('.tsx') ? [...code.matchAll(SHOWN), ...code.matchAll(BETWEEN)].map((match) => match[0]) : [];
    return [...shown, ...[...code.matchAll(SENTENCE)].map((match) => match[0])].map((found) => `${path}: ${found.trim()}`);
}

describe('no sentence outside the room of words', () => {
    test('in the page', () => {
        expect(sources().length).toBeGreaterThan(80);
        // Names of formats, and a header's scheme.
        const allowed = />(?:SVG|PNG|JSON)<|`Bearer /;
        expect(sources().flatMap((path) => bareWords(path, readFileSync(path, 'utf8'))).filter((found) => !allowed.test(found))).toEqual([]);
    });

    test.each(['<p>Hello there</p>', '<a aria-label="Close">', "toast('The link is copied.')", 'throw new Error(`Move ${n} is wrong.`)', '<b>won</b>'])('a bare one is found: %s', (code) => {
        expect(bareWords('x.tsx', code)).toHaveLength(1);
    });
});

test('plain words stand for codes, in every language', () => {
    expect([rulesWords('standard+majority'), playerWords('engine:level=4'), howItEnded('game-time', 'x')]).toEqual(
        ['Standard, most blocks wins', 'Engine 4', 'X wins on time.']);
    say('de', GERMAN);
    expect([rulesWords('open'), playerWords('Guest'), howItEnded('game-time', 'x'), timeControlWords('move=100ms')]).toEqual(
        ['Offen', 'Gast', 'X gewinnt auf Zeit.', '0,1 s pro Zug']);
    say('es', SPANISH);
    expect([rulesWords('open'), playerWords('Guest'), howItEnded('line', 'o')]).toEqual(['Abiertas', 'Invitado', 'Gana O con tres bloques en línea.']);
    say('en', null);
});

test('what the server refuses is shown in the visitor\'s language by its code', () => {
    // Those that a visitor can cause; the others name what is wrong in a request.
    const codes = ['not-your-turn', 'illegal-move', 'stale', 'game-over', 'not-started', 'taken', 'nothing-to-undo', 'not-allowed', 'not-found', 'not-organiser',
        'wrong-token', 'too-large', 'too-many', 'full', 'busy', 'internal'];
    for (const { words } of [GERMAN, SPANISH]) {
        expect(codes.filter((code) => words.errors.server(code, 'English') === 'English')).toEqual([]);
        expect(words.errors.server('bad-request', 'x: no such bot')).toBe('x: no such bot');
    }
});
