// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decidedWords, roundWords, stageWords } from '../src/game/stage_phrases';
import { whyEnded } from '../src/game/verdict';
import { howItEnded, playerWords, rulesWords, timeControlWords } from '../src/game/phrases';
import { preferred, say } from '../src/language/language';
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
        if (entry.isDirectory()) return entry.name === 'language' ? [] : sources(path);
        return /\.tsx?$/.test(path) ? [path] : [];
    });
}

/** What a file says in words of its own. */
function bareWords(path: string, text: string): string[] {
    const code = text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '').replace(/^import .*$/gm, '');
    const shown = path.endsWith('.tsx') ? [...code.matchAll(SHOWN), ...code.matchAll(BETWEEN)].map((match) => match[0]) : [];
    return [...shown, ...[...code.matchAll(SENTENCE)].map((match) => match[0])].map((found) => `${path}: ${found.trim()}`);
}

describe('no sentence outside the room of languages', () => {
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

/** An ending with the server's sentence, as the referee and the adjudicators write it. */
const VERDICTS: [string, string][] = [
    ['line', 'X has three blocks in line'],
    ['majority', 'no line; O has more blocks, 5 to 3'],
    ['draw', 'no line; blocks X 4, O 4'],
    ['resigned', 'X resigned at move 12'],
    ['move-time', 'O took 10.2 s for move 1; the limit was 10 s'],
    ['game-time', 'O took 10.2 s for move 1; it had 10 s left for the game'],
    ['move-time', 'O had not answered after 100.1 ms at move 1; the limit was 100 ms'],
    ['game-time', 'O had not answered after 10.01 s at move 1; it had 10 s left for the game'],
    ['illegal-move', 'O played 88 at move 1: block 8 is not a target; the mover is sent to block 4'],
    ['illegal-move', 'O played 88 at move 1: block 8 is not a target; the mover is sent to blocks 1, 3'],
    ['illegal-move', 'O played 44 at move 9: the cell is taken by X'],
    ['illegal-move', 'O played 44 at move 9: block 4 is closed'],
    ['illegal-move', 'X said that it finds no move, where there is one, at move 3'],
    ['adjudicated', 'X wins by proof after move 20'],
    ['adjudicated', 'a draw by proof after move 20'],
    ['adjudicated', "both bots were sure of O's win for 3 moves each, up to move 20"],
    ['adjudicated', 'both bots were sure of a draw for 3 moves each, up to move 20'],
    ['crash', 'O failed: select_move raised KeyError at line 2, at move 1'],
    ['crash', 'X was killed by SIGSEGV while a move was awaited, at move 5'],
    ['garbage', "O wrote 'no, at move 2' while a move was awaited; only UGI lines may come then, at move 7"],
    ['move-time', 'X did not read what it was asked within 100 ms, at move 2'],
    ['start-failed', "O exited with code 1 before 'ugiok', before its first move"],
    ['start-failed', 'neither bot started: X ended; O did not start: no such file'],
    ['void', 'called off before the second player came'],
];

describe('how a game ended', () => {
    test.each(VERDICTS)('%s: %s', (ending, detail) => {
        expect(whyEnded({ ending, detail })).toBe(detail);
        for (const [language, translation] of [['de', GERMAN], ['es', SPANISH]] as const) {
            say(language, translation);
            const said = whyEnded({ ending, detail });
            say('en', null);
            // A bot's own fault is quoted after it was named.
            expect(said.replace(/\. \(.*\)$/, '.')).toMatch(/^\p{Lu}.*\.$/u);
            expect(said.replace(/ \(.*\)$/, '')).not.toMatch(/\b(move|block|the|was|to|for|before|at)\b/);
        }
    });

    test('is said in German and Spanish with all that is known', () => {
        say('de', GERMAN);
        expect(VERDICTS.slice(4, 9).map(([ending, detail]) => whyEnded({ ending, detail }))).toEqual([
            'O brauchte 10,2 s für Zug 1; erlaubt waren 10 s.',
            'O brauchte 10,2 s für Zug 1; für die Partie waren noch 10 s übrig.',
            'O hatte in Zug 1 nach 100,1 ms nicht geantwortet; erlaubt waren 100 ms.',
            'O hatte in Zug 1 nach 10,01 s nicht geantwortet; für die Partie waren noch 10 s übrig.',
            'O spielte in Zug 1 auf 88, also in den Block unten rechts, musste aber in den Block in der Mitte.',
        ]);
        say('es', SPANISH);
        expect(whyEnded({ ending: 'crash', detail: 'X failed: select_move raised KeyError, at move 5' })).toBe(
            'X se ha interrumpido, en la jugada 5. (select_move raised KeyError)');
        // What the page does not know stays as it is.
        expect(whyEnded({ ending: 'void', detail: 'the disk is full' })).toBe('the disk is full');
        say('en', null);
    });
});

describe('stages and rounds', () => {
    const titles = ['Round 3', 'Round of 16', 'Upper round of 16', 'Lower round 2', 'Group A', 'Group 27, round 2', 'Final', 'Semi-final', 'Quarter-final', 'Upper final',
        'Upper semi-final', 'Upper quarter-final', 'Third place', 'Grand final', 'Grand final, again'];

    test('are called in English as by the server, and otherwise in other languages', () => {
        expect(titles.map(roundWords)).toEqual(titles);
        say('de', GERMAN);
        expect(titles.map(roundWords).filter((said) => titles.includes(said) || /Round|Group|Upper|Lower|-final/.test(said))).toEqual([]);
        expect(['Round robin', 'Double elimination', 'Swiss', 'My Cup', 'swiss', 'constructor'].map(stageWords)).toEqual(
            ['Jeder gegen jeden', 'Doppel-K.-o.', 'Schweizer System', 'My Cup', 'swiss', 'constructor']);
        say('es', SPANISH);
        expect(['Quarter-final', 'Group B', 'Knockout', 'toString'].map(roundWords)).toEqual(['Cuartos de final', 'Grupo B', 'Eliminatoria', 'toString']);
        say('en', null);
    });

    test('what decided a place is said without codes', () => {
        const why = ['Final: extra-pair', 'out in Semi-final', 'seeding', 'head-to-head', 'Round 2: coin'];
        expect(why.map(decidedWords)).toEqual(['Final: extra games', 'out in Semi-final', 'seeding', 'head-to-head', 'Round 2: drawing of lots']);
        say('de', GERMAN);
        expect(why.slice(0, 3).map(decidedWords)).toEqual([`Finale: ${GERMAN.pages.ranking.deciders['extra-pair']}`, 'ausgeschieden: Halbfinale', 'Setzliste']);
        say('en', null);
    });
});
