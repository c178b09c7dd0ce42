// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { addMove, emptyTree, lineFrom, lineThrough, movesTo, node, promote, removeBranch, ROOT, treeOf } from '../src/game/tree';
import { countMistakes, judge, turningPoints, type Judgement } from '../src/game/review';
import { parsePosition } from '../src/game/notation';
import { start } from '../src/game/rules';

describe('variations', () => {
    test('a game is a line, another move a branch, the same move the same branch', () => {
        const tree = treeOf([36, 1, 12]);
        const line = lineFrom(tree, ROOT);
        expect(movesTo(tree, line[2])).toEqual([36, 1, 12]);
        const other = addMove(tree, line[0], 2);
        expect(node(other.tree, line[0]).children).toHaveLength(2);
        expect(addMove(other.tree, line[0], 2)).toEqual({ tree: other.tree, id: other.id });
        expect(movesTo(other.tree, other.id)).toEqual([36, 2]);
        expect(lineThrough(other.tree, ROOT)).toEqual(line);
        expect(tree.nodes.size).toBe(4);
    });

    test('branches are promoted and removed', () => {
        const tree = treeOf([36, 1, 12]);
        const [first] = lineFrom(tree, ROOT);
        const branch = addMove(tree, first, 2);
        const promoted = promote(branch.tree, branch.id);
        expect(movesTo(promoted, lineFrom(promoted, ROOT).at(-1)!)).toEqual([36, 2]);
        const cut = removeBranch(promoted, branch.id);
        expect(cut.at).toBe(first);
        expect(movesTo(cut.tree, lineFrom(cut.tree, ROOT).at(-1)!)).toEqual([36, 1, 12]);
        expect(removeBranch(tree, ROOT).tree.nodes.size).toBe(emptyTree().nodes.size);
    });
});

describe('judgements', () => {
    test('a summary counts by side and names the worst in their order', () => {
        const lost = [0, 0.3, 0.06, 0, 0.12, 0.25, 0.07];
        const all = lost.map((share): Judgement => judge(start(), 40, 0.6, 0.6 - share, 36));
        expect(countMistakes(all, 'x')).toEqual({
            x: { inaccuracy: 2, mistake: 1, blunder: 0 }, o: { inaccuracy: 0, mistake: 0, blunder: 2 },
        });
        expect(countMistakes(all, 'o').o.mistake).toBe(1);
        expect(turningPoints(all, 3)).toEqual([1, 4, 5]);
        expect(turningPoints([undefined, all[0]], 3)).toEqual([]);
    });

    test('losses are the mover\'s, and small ones are none', () => {
        expect(judge(start(), 40, 0.6, 0.58, 36)).toMatchObject({ kind: null, text: '' });
        expect(judge(start(), 40, 0.6, 0.45, 36)).toMatchObject({ kind: 'mistake', text: 'X lost 15 %; better was 40 (centre block, top left cell).' });
        expect(judge(start(), 40, 0.6, 0.1, 40)).toMatchObject({ lost: 0, kind: null });
        const after = parsePosition('9/9/9/9/4x4/9/9/9/9 o 4 standard');
        expect(judge(after, 36, 0.6, 0.5, 37).lost).toBe(0);
        expect(judge(after, 36, 0.6, 0.9, 37)).toMatchObject({ kind: 'blunder' });
    });

    test('a free move that was given is named', () => {
        // X may send O to the closed top left block, which is a free move.
        const position = parsePosition('xxx6/9/9/9/9/o8/o8/o8/9 x - standard');
        expect(judge(position, 72, 0.6, 0.29, 73).text).toBe('X gave a free move and lost 31 %; better was 81 (bottom right block, top cell).');
        expect(judge(position, 74, 0.6, 0.29, 73).text).toBe('X lost 31 %; better was 81 (bottom right block, top cell).');
    });
});
