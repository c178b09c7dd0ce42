// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import * as de from '../src/words/de';
import { en } from '../src/words/en';
import { enPages } from '../src/words/en_pages';
import * as es from '../src/words/es';
import { preferred } from '../src/words/words';

/** Every key with what it needs: `tabs.play` and `switches.change(1)`. */
function keys(words: object, prefix = ''): string[] {
    return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
        if (typeof value === 'function') return [`${prefix}${key}(${value.length})`];
        return typeof value === 'object' && value !== null ? keys(value, `${prefix}${key}.`) : [`${prefix}${key}`];
    });
}

test.each([['German', de], ['Spanish', es]] as const)('%s says all that English does, with the same parameters', (_, translation) => {
    expect(keys(translation.words)).toEqual(keys(en));
    expect(keys(translation.pages)).toEqual(keys(enPages));
});

test('the first of the visitor\'s languages that the page speaks is chosen', () => {
    expect(preferred(['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(preferred(['es-419'])).toBe('es');
    expect(preferred(['ja', 'fr'])).toBe('en');
});
