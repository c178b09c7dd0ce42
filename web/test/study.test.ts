// SPDX-License-Identifier: MIT
// Studies: every move, variation and comment through JSON and links, and what cannot be read.
import { describe, expect, test } from 'vitest';
import { emptyRecord } from '../src/game/record';
import { fromStudyLink, parseStudy, studyJson, studyLink, type Study } from '../src/game/study';
import { addMove, lineFrom, node, ROOT, setComment, treeOf } from '../src/game/tree';
import { draftText, positionText } from '../src/game/notation';
import { parsePosition } from '../src/game/parse_position';
import { start } from '../src/game/rules';

function study(): Study {
    let tree = treeOf([40, 36, 0]);
    const [first] = lineFrom(tree, ROOT);
    tree = addMove(tree, first, 37).tree;
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
            expect(node(back.tree, first).children).toHaveLength(2);
        }
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

    test('a comment can be taken off again', () => {
        const tree = setComment(study().tree, ROOT, '');
        expect('comment' in node(tree, ROOT)).toBe(false);
    });
});

test('what the editor sets is the position string of the formats', () => {
    const position = parsePosition('x8/9/9/9/o3x4/9/9/9/9 o 0 standard');
    expect(draftText(position.cells, 'o', '0', 'standard')).toBe(positionText(position));
    expect(draftText(start().cells, 'x', '-', 'standard')).toBe(positionText(start()));
});
