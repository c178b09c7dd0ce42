// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { addMove, emptyTree, lineFrom, lineThrough, movesTo, node, promote, removeBranch, ROOT, treeOf } from '../src/game/tree';
import { countMistakes, judge, turningPoints, type Judgement } from '../src/game/review';
import type { MoveReview } from '../src/engine/messages';
import type { Side } from '../src/game/rules';

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
    const none: MoveReview = {
        move: '44', evalBefore: 0.6, evalAfter: 0.6, before: null, after: null, lost: 0, mistake: '', reasons: [],
        bestLine: ['40', '01'], refutation: ['41'],
    };
    const kinds = { 0: '', 0.06: 'inaccuracy', 0.07: 'inaccuracy', 0.12: 'mistake', 0.25: 'blunder', 0.3: 'blunder' } as const;

    test('a summary counts by side and names the worst in their order', () => {
        const lost = [0, 0.3, 0.06, 0, 0.12, 0.25, 0.07] as const;
        const all = lost.map((share): Judgement => judge({ ...none, lost: share, mistake: kinds[share] }, 'x'));
        expect(countMistakes(all, 'x')).toEqual({
            x: { inaccuracy: 2, mistake: 1, blunder: 0 }, o: { inaccuracy: 0, mistake: 0, blunder: 2 },
        });
        expect(countMistakes(all, 'o').o.mistake).toBe(1);
        expect(turningPoints(all, 3)).toEqual([1, 4, 5]);
        expect(turningPoints(all)).toEqual([1, 2, 4, 5, 6]);
        expect(turningPoints([undefined, all[0]], 3)).toEqual([]);
    });

    test('a move that lost nothing needs no words', () => {
        expect(judge(none, 'x')).toMatchObject({ kind: null, text: '', best: 36, refutation: [37], proved: false });
        expect(judge({ ...none, after: { winner: 'x', plies: 4 } }, 'x').proved).toBe(true);
    });

    test('a mistake says what it did, its two weightiest reasons at most', () => {
        const text = (reasons: MoveReview['reasons'], side: Side = 'x') =>
            judge({ ...none, lost: 0.31, mistake: 'blunder', reasons }, side).text;
        const better = '; better was 40 (centre block, top left cell).';
        const free = { kind: 'free-move', plies: 0, block: -1 } as const;
        expect(text([])).toBe(`X loses 31 %${better}`);
        expect(text([free])).toBe(`X gives a free move and loses 31 %${better}`);
        expect(text([{ kind: 'allows-block', plies: 0, block: 4 }, free, free], 'o'))
            .toBe(`O lets X win the centre block, gives a free move and loses 31 %${better}`);
        expect(text([{ kind: 'misses-win', plies: 5, block: -1 }])).toBe(`X misses a win in 3 and loses 31 %${better}`);
        expect(text([{ kind: 'allows-win', plies: 1, block: -1 }])).toBe(`X sends O where it completes a line and loses 31 %${better}`);
        expect(text([{ kind: 'allows-win', plies: 4, block: -1 }])).toBe(`X lets O win in 2 and loses 31 %${better}`);
        expect(text([{ kind: 'misses-block', plies: 0, block: 8 }])).toBe(`X does not win the bottom right block and loses 31 %${better}`);
    });
});
