// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { parseRoute } from '../src/ui/router';
import { bracketOf, winnerOf } from '../src/server/bracket';
import { applyEvent } from '../src/server/game_state';
import type { ChannelEvent } from '../src/server/socket';
import type { GameState, MatchState } from '../src/server/types';
import { applyMatchEvent, replaced, type LiveMatch } from '../src/server/use_lobby';

const state: GameState = {
    id: 'k3v9x2m7qa', seq: 3, state: 'waiting',
    record: { format: 'ninefold-game', version: 1, x: 'Ann', o: '', rules: 'standard', moves: [] },
    position: '9/9/9/9/9/9/9/9/9 x - standard', ply: 0, turn: 'x', legal: [],
    x: { kind: 'human', name: 'Ann', present: true }, o: { kind: 'open', name: '', present: false },
    clocks: null, undo: null, rematch: null, next: null, previous: null, kept: null, listed: false, created: '', spectators: 0,
};

const follow = (events: Record<string, unknown>[]): GameState =>
    events.reduce<GameState>((s, event, i) => applyEvent(s, { seq: 4 + i, ...event } as unknown as ChannelEvent), state);

const MOVES = [
    { event: 'joined', side: 'o', name: 'Bob' },
    { event: 'started', clocks: null },
    { event: 'move', ply: 1, side: 'x', move: '44', position: 'p1', turn: 'o', clocks: null, eval: 0.6 },
    { event: 'move', ply: 2, side: 'o', move: '40', position: 'p2', turn: 'x', clocks: null },
];

describe('a game on the server', () => {
    test('is joined, started and played', () => {
        const now = follow(MOVES);
        expect(now).toMatchObject({ seq: 7, state: 'running', ply: 2, turn: 'x', position: 'p2', o: { kind: 'human', name: 'Bob' } });
        expect(now.record.moves).toEqual(['44', '40']);
        expect(now.record.eval).toEqual([0.6, null]);
    });

    test('undo is asked for, declined, and done', () => {
        const asked = { event: 'undo-asked', side: 'x' };
        expect(follow([...MOVES, asked]).undo).toBe('x');
        expect(follow([...MOVES, asked, { event: 'undo-declined', side: 'x' }]).undo).toBeNull();
        const back = follow([...MOVES, asked, { event: 'undone', ply: 0, position: 'p0', turn: 'x', clocks: null }]);
        expect(back).toMatchObject({ ply: 0, undo: null, turn: 'x' });
        expect(back.record.moves).toEqual([]);
    });

    test('ends, and a rematch follows', () => {
        const end = { event: 'ended', ending: 'resigned', winner: 'x', result: '1-0', detail: 'O gave up', kept: '0.7', clocks: null };
        const now = follow([...MOVES, end, { event: 'rematch-asked', side: 'o' }, { event: 'rematch', next: 'abcdefghij' }]);
        expect(now).toMatchObject({ state: 'ended', turn: null, kept: '0.7', rematch: 'o', next: 'abcdefghij' });
        expect(now.record).toMatchObject({ ending: 'resigned', winner: 'x' });
    });

    test('presence and unknown events harm nothing', () => {
        expect(follow([{ event: 'presence', x: false, spectators: 3 }])).toMatchObject({ x: { present: false }, spectators: 3 });
        expect(follow([{ event: 'something-new' }]).record).toEqual(state.record);
    });
});

describe('a match', () => {
    const record = { format: 'ninefold-game', version: 1, x: 'a', o: 'b', rules: 'standard', moves: [] };
    const none: LiveMatch = { match: null, live: new Map() };
    const run = (events: Record<string, unknown>[]) =>
        events.reduce<LiveMatch>((s, event) => applyMatchEvent(s, event as unknown as ChannelEvent), none);

    test('games begin, go on and end', () => {
        const events = [
            { event: 'game-started', game: 0, record },
            { event: 'move', game: 0, ply: 1, side: 'x', move: '44', eval: 0.6, meta: { depth: 3 } },
            { event: 'info', game: 0, side: 'o', eval: 0.4, depth: 5 },
        ];
        const now = run(events).live.get(0)!;
        expect(now.record.moves).toEqual([40]);
        expect(now.record.metas).toEqual([{ depth: 3 }]);
        expect(now.info).toMatchObject({ eval: 0.4 });
        const ended = { event: 'game-ended', game: 0, record: { ...record, moves: ['44'], ending: 'resigned', winner: 'x' } };
        expect([...run([...events, ended]).live.keys()]).toEqual([0]);
        expect([...run([...events, ended, { event: 'game-started', game: 1, record }]).live.keys()]).toEqual([1]);
        expect(run([{ event: 'move', game: 9, ply: 1, move: '44' }]).live.size).toBe(0);
    });

    test('lists keep their order', () => {
        expect(replaced([{ id: 'a', n: 1 }, { id: 'b', n: 1 }], { id: 'b', n: 2 })).toEqual([{ id: 'a', n: 1 }, { id: 'b', n: 2 }]);
        expect(replaced([{ id: 'a' }], { id: 'c' }).map((x) => x.id)).toEqual(['c', 'a']);
    });
});

describe('brackets', () => {
    const match = (id: number, a: string, b: string, score: [number, number], state = 'finished'): MatchState =>
        ({ id: String(id), a, b, score, state } as MatchState);

    test('a knockout has rounds', () => {
        const matches = [match(1, 'a', 'b', [3, 1]), match(2, 'c', 'd', [0, 4]), match(3, 'a', 'd', [2, 2], 'running')];
        expect(bracketOf(matches)?.map((round) => round.map((m) => m.id))).toEqual([['1', '2'], ['3']]);
        expect(winnerOf(matches[0])).toBe('a');
        expect(winnerOf(matches[2])).toBeNull();
    });

    test('a round robin has none', () => {
        expect(bracketOf([match(1, 'a', 'b', [3, 1]), match(2, 'b', 'c', [3, 1]), match(3, 'a', 'c', [3, 1])])).toBeNull();
        expect(bracketOf([match(1, 'a', 'b', [3, 1])])).toBeNull();
    });
});

test('routes', () => {
    expect(parseRoute('#/join/abc/s%2Fx').path).toEqual(['join', 'abc', 's/x']);
    expect(parseRoute('').path).toEqual([]);
    expect(parseRoute('#/x/%E0%A4%A').path[1]).toBe('%E0%A4%A');
});
