// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { digitPlace } from '../src/board/keys';
import { placeOf, shownAt } from '../src/board/rotation';
import {
    canUndo, endOf, isLater, makeMove, newGame, otherWay, parseClock, positionOf, redo, resign, revive, tick, timeLeft, undo,
    type LocalGame, type Player,
} from '../src/game/local_game';
import { legalMoves } from '../src/game/rules';
import { clockText, howItEnded } from '../src/game/phrases';

const human: Player = { kind: 'human', name: 'You' };
const engine: Player = { kind: 'engine', level: 3 };

function begin(players = { x: human, o: engine }, clock: string = 'none'): LocalGame {
    return newGame({ ruleset: 'standard', tieBreak: 'draw', players, clock: parseClock(clock), seed: 1, now: 0 });
}

function playSome(game: LocalGame, count: number, now = 0): LocalGame {
    for (let i = 0; i < count; ++i) game = makeMove(game, legalMoves(positionOf(game))[0], now);
    return game;
}

test('a game is later than itself once somebody moves, takes back or resigns', () => {
    const game = playSome(begin(), 2, 10);
    const later = playSome(game, 1, 20);
    expect([isLater(later, game), isLater(undo(later, 30), later), isLater(resign(game, 'x'), game)]).toEqual([true, true, true]);
    expect([isLater(game, later), isLater(game, game), isLater(game, resign(game, 'x'))]).toEqual([false, false, false]);
    expect(isLater(otherWay(game, 40, 2), game)).toBe(false);
});

describe('undo and redo', () => {
    test('against the engine an undo goes back to one\'s own turn', () => {
        const game = playSome(begin(), 4);
        const back = undo(game, 0);
        expect(back.moves).toEqual(game.moves.slice(0, 2));
        expect(redo(back, 0).moves).toEqual(game.moves);
        expect(undo(undo(back, 0), 0).moves).toEqual([]);
    });

    test('while the engine thinks only one\'s own move is taken back', () => {
        const game = playSome(begin(), 3);
        expect(undo(game, 0).moves).toHaveLength(2);
    });

    test('as O the engine\'s first move stays', () => {
        const game = playSome(begin({ x: engine, o: human }), 1);
        expect(canUndo(game)).toBe(false);
        expect(undo(game, 0)).toBe(game);
    });

    test('another move forgets what could be redone, the same one keeps it', () => {
        const both = begin({ x: human, o: human });
        const game = undo(undo(playSome(both, 3), 0), 0);
        const same = legalMoves(positionOf(game))[0];
        expect(makeMove(game, same, 0).undone).toHaveLength(1);
        expect(makeMove(game, legalMoves(positionOf(game))[1], 0).undone).toHaveLength(0);
    });

    test('undo takes a resignation back', () => {
        const game = resign(playSome(begin(), 2), 'x');
        expect(endOf(game)).toEqual({ ending: 'resigned', winner: 'o' });
        expect(endOf(undo(game, 0))).toBeNull();
    });
});

describe('clocks', () => {
    test('run from the first move on, with increments, and are given back', () => {
        let game = begin({ x: human, o: human }, 'tc=60+2');
        expect(timeLeft(game, 'x', 30_000)).toBe(60_000);
        game = makeMove(game, 36, 30_000);
        expect(timeLeft(game, 'o', 40_000)).toBe(50_000);
        game = makeMove(game, 1, 40_000);
        expect(timeLeft(game, 'o', 45_000)).toBe(52_000);
        expect(timeLeft(game, 'x', 45_000)).toBe(55_000);
        expect(timeLeft(undo(game, 50_000), 'o', 50_000)).toBe(60_000);
        expect(tick(game, 99_000)).toBe(game);
        expect(endOf(tick(game, 100_001))).toEqual({ ending: 'game-time', winner: 'o' });
    });

    test('clocks and sentences', () => {
        expect(parseClock('tc=180+2')).toEqual({ startMs: 180_000, incrementMs: 2000 });
        expect(parseClock('none')).toBeNull();
        expect([clockText(0), clockText(9_940), clockText(61_000), clockText(600_000)]).toEqual(['0.0', '9.9', '1:01', '10:00']);
        expect(howItEnded('line', 'x')).toContain('three blocks');
        expect(howItEnded('draw', null)).toContain('Draw');
    });
});

test('a rematch swaps the sides', () => {
    const game = otherWay(playSome(begin(), 5), 0, 9);
    expect(game.players).toEqual({ x: engine, o: human });
    expect(game.moves).toEqual([]);
});

test('a kept game comes back only if it is whole', () => {
    const game = playSome(begin(), 5);
    expect(revive(JSON.parse(JSON.stringify(game)))).toEqual(game);
    for (const broken of [null, {}, { ...game, left: [] }, { ...game, moves: 'no' }]) expect(revive(broken)).toBeNull();
});

test('turning the board and back is nothing, and digits are those of the notation', () => {
    for (let turns = 0; turns < 4; ++turns) {
        for (let i = 0; i < 9; ++i) expect(placeOf(shownAt(i, turns), turns)).toBe(i);
    }
    expect(['Numpad0', 'Numpad8', 'Digit4', 'Digit9', 'KeyA'].map(digitPlace)).toEqual([0, 8, 4, null, null]);
});
