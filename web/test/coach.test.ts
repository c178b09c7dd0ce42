// SPDX-License-Identifier: MIT
// What helps people get better: accuracy, games by level, the level to try next, what a move promises.
import { describe, expect, test } from 'vitest';
import { playedGames, standingAgainst, suggestedLevel, type Played } from '../src/game/history';
import { newGame, resign, type LocalGame } from '../src/game/local_game';
import { cellLabel, hintWords, promised, spokenPromise, toneOf } from '../src/game/promise';
import { emptyRecord, opinionsOf } from '../src/game/record';
import { accuracies, lossOf, mistakesOf, provedFrom, provedWords, type Judgement } from '../src/game/review';
import { percent } from '../src/game/phrases';
import { withBest } from '../src/hooks/use_heat';

const judged = (lost: number): Judgement =>
    ({ eval: 0.5, proved: false, lost, kind: lost >= 0.05 ? 'mistake' : null, best: null, refutation: [], why: '', text: '' });

describe('accuracy', () => {
    test('is 100 where nothing was given away, and falls with what was', () => {
        expect(accuracies([judged(0), judged(0.1), judged(0), judged(0.5)], 'x')).toEqual({ x: 100, o: 40 });
        expect(accuracies([judged(0.2)], 'o')).toEqual({ x: null, o: 45 });
        expect(accuracies([], 'x')).toEqual({ x: null, o: null });
    });

    test('mistakes are those of one side, in their order', () => {
        const all = [judged(0.3), judged(0.3), judged(0), judged(0.1), judged(0.2)];
        expect(mistakesOf(all, 'x', 'x')).toEqual([0, 4]);
        expect(mistakesOf(all, 'x', 'o')).toEqual([1, 3]);
        expect(mistakesOf(all, 'o', 'o')).toEqual([0, 4]);
    });
});

function game(level: number, seed: number, loser: 'x' | 'o' | null): LocalGame {
    const made = newGame({
        ruleset: 'standard', tieBreak: 'draw', players: { x: { kind: 'human', name: 'You' }, o: { kind: 'engine', level } }, clock: null, seed, now: seed,
    });
    return loser ? resign(made, loser) : made;
}

describe('games by level', () => {
    const games = [game(3, 1, 'o'), game(3, 2, 'x'), game(3, 3, 'o'), game(4, 4, 'x'), game(3, 5, null)];

    test('are counted when they are over, and their accuracy where it is known', () => {
        const played = playedGames(games, { [games[0].id]: 80, [games[2].id]: 91 });
        expect(standingAgainst(played, 3)).toEqual({ won: 2, drawn: 0, lost: 1, accuracies: [91, 80], accuracy: 86 });
        expect(standingAgainst(played, 4)).toEqual({ won: 0, drawn: 0, lost: 1, accuracies: [], accuracy: null });
        expect(standingAgainst(played, 9)).toEqual({ won: 0, drawn: 0, lost: 0, accuracies: [], accuracy: null });
    });

    test('games of two people or two engines do not count', () => {
        const human = { kind: 'human' as const, name: 'X' };
        expect(playedGames([{ ...games[0], players: { x: human, o: human } }], {})).toEqual([]);
    });
});

describe('the next level', () => {
    const at = (level: number, results: string): Played[] =>
        [...results].map((r) => ({ level, result: r === 'w' ? 'won' : r === 'd' ? 'drawn' : 'lost', accuracy: null }));

    test('is higher after three wins of four and lower after four losses', () => {
        expect(suggestedLevel(at(3, 'wwlw'))).toBe(4);
        expect(suggestedLevel(at(3, 'wwll'))).toBeNull();
        expect(suggestedLevel(at(3, 'llll'))).toBe(2);
        expect(suggestedLevel(at(3, 'lldl'))).toBeNull();
        expect(suggestedLevel(at(3, 'www'))).toBeNull();
    });

    test('stays between the lowest and the highest, and looks at one level only', () => {
        expect(suggestedLevel(at(1, 'llll'))).toBeNull();
        expect(suggestedLevel(at(10, 'wwww'))).toBeNull();
        expect(suggestedLevel([...at(4, 'w'), ...at(3, 'www')])).toBeNull();
    });
});

describe('what a move promises its mover', () => {
    test('a share, or a proved result in the winner\'s own moves', () => {
        expect(promised({ eval: 0.7, result: null }, 'x')).toEqual({ share: 0.7, proved: null, moves: 0 });
        expect(promised({ eval: 0.7, result: null }, 'o').share).toBeCloseTo(0.3);
        expect(promised({ eval: 1, result: { winner: 'x', plies: 5 } }, 'x')).toEqual({ share: 1, proved: 'win', moves: 3 });
        expect(promised({ eval: 1, result: { winner: 'x', plies: 4 } }, 'o')).toEqual({ share: 0, proved: 'loss', moves: 2 });
        expect(promised({ eval: 0.5, result: { winner: null } }, 'o')).toEqual({ share: 0.5, proved: 'draw', moves: 0 });
    });

    test('is shown by signs and words, not by colours alone', () => {
        const win = promised({ eval: 1, result: { winner: 'x', plies: 5 } }, 'x');
        const loss = promised({ eval: 1, result: { winner: 'x', plies: 5 } }, 'o');
        expect([cellLabel(win), cellLabel(loss), cellLabel(promised({ eval: 0.5, result: { winner: null } }, 'x'))]).toEqual(['✓3', '✗3', '=']);
        expect(cellLabel(promised({ eval: 0.634, result: null }, 'x'))).toBe('63');
        expect(spokenPromise(win)).toBe('wins in 3, proved');
        expect(spokenPromise(loss)).toBe('loses in 3, proved');
        expect([toneOf(0.9), toneOf(0.5), toneOf(0.1)]).toEqual(['good', 'even', 'bad']);
    });
});

describe('certainty', () => {
    test('only what is proved is 0 % or 100 %', () => {
        expect([percent(0.999), percent(0.001), percent(0.634)]).toEqual(['99 %', '1 %', '63 %']);
        expect([percent(1, true), percent(0, true), percent(0.5, true)]).toEqual(['100 %', '0 %', '50 %']);
        expect(['x', 'o'].map((side) => cellLabel(promised({ eval: 1, result: null }, side as 'x' | 'o')))).toEqual(['99', '1']);
    });

    test('a hint says the same of its move', () => {
        expect(hintWords(40, promised({ eval: 1, result: null }, 'x'))).toBe('Try 44, centre block, centre cell: 99 % for you.');
        expect(hintWords(40, promised({ eval: 0, result: { winner: 'o', plies: 3 } }, 'o'))).toBe('Try 44, centre block, centre cell: wins in 2, proved.');
    });

    test('all is lost only from one certain result to another', () => {
        const review = {
            move: '44', evalBefore: 1, evalAfter: 0, before: { winner: 'x', plies: 3 }, after: null, lost: 1, mistake: 'blunder', reasons: [], bestLine: [], refutation: [],
        } as const;
        expect(lossOf({ ...review, reasons: [], bestLine: [], refutation: [] })).toBe('loses 99 %');
        expect(lossOf({ ...review, after: { winner: 'o', plies: 2 }, reasons: [], bestLine: [], refutation: [] })).toBe('loses 100 %');
    });

    test('a review says who wins for certain, and from which move on', () => {
        const sure = (value: number): Judgement => ({ ...judged(0), eval: value, proved: true });
        expect([sure(1), sure(0), sure(0.5), judged(0)].map(provedWords)).toEqual(['X wins, proved', 'O wins, proved', 'draw, proved', '']);
        expect(provedFrom([judged(0), sure(1), sure(0), sure(0), sure(0)])).toBe(2);
        expect(provedFrom([sure(1), sure(1)])).toBe(0);
        // The last move ends the game: that is certain anyway.
        expect(provedFrom([judged(0), sure(0), sure(1)])).toBeNull();
        expect(provedFrom([sure(1), judged(0)])).toBeNull();
        expect(provedFrom([])).toBeNull();
    });
});

test('a hint on the heat map is its one best move', () => {
    const note = (best: boolean) => ({ label: '50', share: 0.5, best });
    const shown = withBest(new Map([[0, note(true)], [1, note(false)]]), 1);
    expect([...shown.values()].map(({ best }) => best)).toEqual([false, true]);
});

describe('the opinions of two players', () => {
    test('are two lines, each of its own moves', () => {
        const record = { ...emptyRecord(), moves: [40, 36, 0], evals: [0.6, 0.3, 0.7] };
        expect(opinionsOf(record)).toEqual({ x: [null, 0.6, null, 0.7], o: [null, null, 0.3, null] });
        expect(opinionsOf({ ...record, evals: [null, null, null] })).toBeNull();
    });
});
