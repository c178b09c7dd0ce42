// SPDX-License-Identifier: MIT
// Studies: every move, variation and comment through JSON and links, and what cannot be read.
import { describe, expect, test } from 'vitest';
import { load } from '../engine/node.js';
import { whyImpossible } from '../src/game/impossible';
import { emptyRecord } from '../src/game/record';
import { fromStudyLink, parseStudy, studyJson, studyLink, type Study } from '../src/game/study';
import { addMove, emptyTree, lineFrom, node, ROOT, setComment, setName, treeOf, variationOf } from '../src/game/tree';
import { draftText, moveText, positionText } from '../src/game/notation';
import { parsePosition } from '../src/game/parse_position';
import { legalMoves, play, start, type Position } from '../src/game/rules';
import { say } from '../src/language/language';
import { GERMAN, SPANISH } from './languages';

function study(): Study {
    let tree = treeOf([40, 36, 0]);
    const [first] = lineFrom(tree, ROOT);
    const other = addMove(tree, first, 37);
    tree = setName(other.tree, other.id, 'The other way');
    tree = setComment(setComment(tree, first, 'Zentrum – ¡bien!'), ROOT, 'A "start"');
    return { base: { ...emptyRecord(), event: 'Öffnung', x: 'Ann', o: 'Bob' }, tree };
}

describe('studies', () => {
    test('come back whole from JSON and from a link', () => {
        for (const back of [parseStudy(JSON.parse(JSON.stringify(studyJson(study())))), fromStudyLink(studyLink(study()))]) {
            expect(studyJson(back)).toEqual(studyJson(study()));
            expect(back.base).toMatchObject({ event: 'Öffnung', x: 'Ann', o: 'Bob' });
            const [first] = lineFrom(back.tree, ROOT);
            expect(node(back.tree, first).comment).toBe('Zentrum – ¡bien!');
            expect(node(back.tree, first).children.map((id) => node(back.tree, id).name)).toEqual([undefined, 'The other way']);
        }
    });

    test('one from before variations had names still opens', () => {
        const { tree } = parseStudy({
            format: 'ninefold-study', version: 1, name: 'Old', position: positionText(start()), x: '', o: '', comment: '',
            moves: [['44', 'Centre', ['40', ''], ['41', 'Or this']]],
        });
        const [first] = lineFrom(tree, ROOT);
        expect([first, ...node(tree, first).children].map((id) => node(tree, id).comment)).toEqual(['Centre', undefined, 'Or this']);
    });

    test('long comments fit a link', () => {
        let { tree } = study();
        for (let move = 0; move < 80; ++move) {
            const added = addMove(tree, ROOT, move);
            tree = setComment(added.tree, added.id, 'ñ'.repeat(2000));
        }
        const long = { ...study(), tree };
        expect(studyJson(fromStudyLink(studyLink(long)))).toEqual(studyJson(long));
    });

    test('thousands of moves are read at once, and more are refused', () => {
        /** Of so many moves: every variation of a few moves, until there are enough. */
        const branches = (position: Position, left: { moves: number }, depth = 8): unknown[] => (depth === 0 ? [] : legalMoves(position).flatMap((move) => {
            if (left.moves === 0) return [];
            --left.moves;
            return [[moveText(move), '', ...branches(play(position, move), left, depth - 1)]];
        }));
        const large = (moves: number) => ({ ...studyJson({ base: emptyRecord(), tree: emptyTree() }), moves: branches(start(), { moves }) });
        expect(parseStudy(large(5000)).tree.next).toBe(5001);
        expect(() => parseStudy(large(5001))).toThrow('more than 5000 moves');
    });

    test('a newer version, a cut link, damage and illegal moves are refused in a sentence', () => {
        const json = studyJson(study());
        expect(() => parseStudy({ ...json, version: 2 })).toThrow('newer version');
        expect(() => fromStudyLink(studyLink(study()).slice(0, 40))).toThrow('incomplete');
        expect(() => fromStudyLink('!')).toThrow('incomplete');
        for (const broken of [null, 3, [], {}, { ...json, version: '1x' }, { ...json, moves: 7 }, { ...json, moves: ['44'] }]) {
            expect(() => parseStudy(broken)).toThrow('damaged');
        }
        expect(() => parseStudy({ ...json, moves: [['44', '', ['99', '']]] })).toThrow('"99"');
        expect(() => parseStudy({ ...json, moves: [['44', '', ['00', '']]] })).toThrow('"00"');
    });

    test('a comment can be taken off again, and so can a name', () => {
        const tree = setComment(study().tree, ROOT, '');
        expect('comment' in node(tree, ROOT)).toBe(false);
        const [, named] = node(tree, lineFrom(tree, ROOT)[0]).children;
        expect('name' in node(setName(tree, named, ''), named)).toBe(false);
    });

    test('every move of a variation belongs to its first one, those of the main line to none', () => {
        const { tree } = study();
        const [first] = lineFrom(tree, ROOT);
        const [, named] = node(tree, first).children;
        const longer = addMove(tree, named, 9);
        expect(variationOf(longer.tree, longer.id)).toBe(named);
        expect([ROOT, ...lineFrom(tree, ROOT)].map((id) => variationOf(tree, id))).toEqual([null, null, null, null]);
    });
});

test('what the editor sets is the position string of the formats', () => {
    const position = parsePosition('x8/9/9/9/o3x4/9/9/9/9 o 0 standard');
    expect(draftText(position.cells, 'o', '0', 'standard')).toBe(positionText(position));
    expect(draftText(start().cells, 'x', '-', 'standard')).toBe(positionText(start()));
    const twice = parsePosition('XXXooo3/9/9/9/9/9/9/9/9 x 3 open');
    expect(draftText(twice.cells, 'x', '3', 'open', twice.owners)).toBe(positionText(twice));
});

test('a block with a line of both sides needs rules that keep it in play, and an owner', () => {
    const text = (owner: string, rules: string) => `${owner}/9/9/9/9/9/9/9/9 x 3 ${rules}`;
    expect(parsePosition(text('XXXooo3', 'open')).owners[0]).toBe('x');
    expect(() => parsePosition(text('xxxooo3', 'open'))).toThrow('capitals');
    for (const rules of ['standard', 'correspondence']) {
        for (const owner of ['xxxooo3', 'XXXooo3']) {
            expect(() => parsePosition(text(owner, rules))).toThrow('Both sides have a line in the top left block: the first of them closed it.');
        }
    }
});

test('every way in which a position is impossible has words of its own in every language', async () => {
    const ninefold = await load();
    const won = 'xxx6/xxx6/xxx6';
    const sentences = [
        'x8/9/9/9/9/9/9/9/9 x - standard', `${won}/ooo6/ooo6/ooo6/9/9/9 x - standard`, `${won}/oo7/oo7/oo7/oo7/o8/9 x - standard`,
        '9/9/9/9/9/9/9/9/9 x 4 standard', 'xxx6/oo7/9/9/9/9/9/9/9 o 0 standard', 'x8/9/9/9/9/9/9/9/9 o 4 standard', 'x8/9/9/9/9/9/9/9/9 o - standard',
    ].map((text) => {
        try {
            ninefold.position(text);
        } catch (error) {
            return (error as Error).message;
        }
        throw new Error(`${text} is possible`);
    });
    for (const [language, translation] of [['en', null], ['de', GERMAN], ['es', SPANISH]] as const) {
        say(language, translation);
        const told = sentences.map(whyImpossible);
        expect(new Set(told).size).toBe(sentences.length);
        expect(told.filter((sentence) => sentence.startsWith('position:'))).toEqual([]);
    }
    say('en', null);
    expect(whyImpossible('something else')).toBe('something else');
});
