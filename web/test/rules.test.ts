// SPDX-License-Identifier: MIT
import { beforeAll, describe, expect, test } from 'vitest';
import { load, type Ninefold } from '../engine/node.js';
import { moveText, positionText } from '../src/game/notation';
import { parsePosition } from '../src/game/parse_position';
import { isLegal, legalMoves, play, RULESETS, start, whyIllegal, type Position, type Ruleset } from '../src/game/rules';
import { describeBoard, whyThere } from '../src/game/phrases';

function perft(position: Position, depth: number): number {
    if (depth === 0) return 1;
    const moves = legalMoves(position);
    return depth === 1 ? moves.length : moves.reduce((sum, move) => sum + perft(play(position, move), depth - 1), 0);
}

/** A small generator, so that a failure can be repeated. */
function randomNumbers(seed: number): (below: number) => number {
    return (below) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return Math.floor((seed / 2 ** 32) * below);
    };
}

const PERFT = {
    standard: [81, 720, 6336, 55080],
    open: [81, 720, 6336, 55080],
    correspondence: [81, 1360, 22560],
};

describe('rules', () => {
    let ninefold: Ninefold;
    beforeAll(async () => {
        ninefold = await load();
    });

    test.each(Object.entries(PERFT))('perft of %s is that of the tables', (ruleset, counts) => {
        counts.forEach((nodes, i) => expect(perft(start(ruleset as Ruleset), i + 1)).toBe(nodes));
    });

    test.each(RULESETS)('perft of %s is that of the engine', (ruleset) => {
        for (const depth of [1, 2, 3]) expect(perft(start(ruleset), depth)).toBe(ninefold.perft(positionText(start(ruleset)), depth));
    });

    test('deep perft of the engine', () => {
        expect(ninefold.perft(positionText(start()), 6)).toBe(4_020_960);
        expect(ninefold.perft(positionText(start('open')), 6)).toBe(4_017_888);
    });

    const all = RULESETS.flatMap((ruleset) => (['draw', 'majority'] as const).map((tieBreak) => [ruleset, tieBreak] as const));
    test.each(all)('random games under %s, %s agree with the engine move by move', (ruleset, tieBreak) => {
        const random = randomNumbers(7);
        for (let game = 0; game < 40; ++game) {
            let position = start(ruleset, tieBreak);
            const moves: string[] = [];
            const from = positionText(position);
            for (;;) {
                const facts = ninefold.position(from, moves);
                expect(positionText(position)).toBe(facts.position);
                expect(legalMoves(position).map(moveText).sort()).toEqual([...facts.legal].sort());
                expect(position.outcome?.ending ?? null).toBe(facts.ending);
                expect(position.outcome?.winner ?? null).toBe(facts.winner);
                expect(positionText(parsePosition(facts.position))).toBe(facts.position);
                if (position.outcome) break;
                const legal = legalMoves(position);
                const move = legal[random(legal.length)];
                moves.push(moveText(move));
                position = play(position, move);
            }
        }
    });

    test('an illegal click is explained, a legal one is not', () => {
        let position = play(start(), 40); // centre of the centre: sends to the centre
        expect(whyIllegal(position, 0)).toContain('centre block');
        expect(whyIllegal(position, 40)).toBe('That cell is taken.');
        expect(whyIllegal(position, 36)).toBeNull();
        position = parsePosition('xxx6/9/9/9/1ooo5/9/9/9/9 x - standard');
        expect(whyIllegal(position, 8)).toContain('already won by X');
        for (let move = 0; move < 81; ++move) expect(whyIllegal(position, move) === null).toBe(isLegal(position, move));
    });
});

describe('engine', () => {
    test('every level answers with a legal move, weak ones at once', async () => {
        const ninefold = await load();
        const engine = ninefold.engine();
        for (let level = 1; level <= 10; ++level) {
            engine.setOptions({ level, seed: 3 });
            const thought = engine.think(positionText(start()), ['44', '40'], { timeMs: 200 });
            expect(isLegal(parsePosition('9/9/9/9/o3x4/9/9/9/9 x 0 standard'), 9 * Number(thought.move[0]) + Number(thought.move[1]))).toBe(true);
        }
    });

    test('bad strings are refused with a reason', async () => {
        const ninefold = await load();
        expect(() => ninefold.position('nonsense')).toThrow(/position/);
        expect(() => ninefold.position(positionText(start()), ['44', '00'])).toThrow(/00/);
        expect(() => ninefold.engine().think('xxx6/xxx6/xxx6/9/ooo6/ooo2o2/oo7/9/9 o - standard')).toThrow();
    });

    test('solves late positions', async () => {
        const ninefold = await load();
        const solved = ninefold.solve('xxx6/xxx6/xx1oo4/9/ooo6/ooo6/9/9/9 x 2 standard', [], 100_000);
        expect(solved).toMatchObject({ known: true, winner: 'x' });
    });
});

test('the board in words', () => {
    const won = parsePosition('xxx6/oo7/9/9/o3x4/9/9/9/9 o 4 standard');
    expect(describeBoard(won)).toBe('X has won top left. O has won no block. O plays in the centre block. centre block: X at centre; O at top left.');
    expect(describeBoard(start())).toBe('X has won no block. O has won no block. X plays anywhere.');
    expect(whyThere(won, 40)).toBe('X played a centre cell, so you play in the centre block.');
    const free = parsePosition('xxx6/o8/9/9/o8/9/9/9/9 o - standard');
    expect(whyThere(free, 72)).toBe('X played a top left cell, but the top left block is closed: play in any lit block.');
});
