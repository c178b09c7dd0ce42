// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { duration, startingClock, timeControlWords } from '../src/game/phrases';
import { parseRoute } from '../src/ui/router';
import { applyEvent } from '../src/server/game_state';
import type { ChannelEvent } from '../src/server/socket';
import { crossOf, gamesPlanned, onlyTable } from '../src/server/tournament';
import type { BracketTree, GameState, StageTable } from '../src/contract/types';
import { replaced } from '../src/server/use_lobby';
import { applyMatchEvent, liveClock, type LiveMatch } from '../src/server/use_match';

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
        events.reduce<LiveMatch>((s, event) => applyMatchEvent(s, event as unknown as ChannelEvent, 1000), none);

    test('games begin, continue and end', () => {
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

    test("the mover's clock runs, the other one stands", () => {
        const timed = { ...record, time_control: 'tc=60+0.5' };
        const game = run([
            { event: 'game-started', game: 0, record: timed },
            { event: 'move', game: 0, ply: 1, side: 'x', move: '44', clock: 58.5 },
        ]).live.get(0)!;
        expect(liveClock(game, 'x', 4000)).toBe(58_500);
        expect(liveClock(game, 'o', 4000)).toBe(57_000);
        expect(liveClock(game, 'o', 99_000)).toBe(0);
        expect(liveClock(run([{ event: 'game-started', game: 0, record }]).live.get(0)!, 'x', 4000)).toBeNull();
    });

    test('lists keep their order', () => {
        expect(replaced([{ id: 'a', n: 1 }, { id: 'b', n: 1 }], { id: 'b', n: 2 })).toEqual([{ id: 'a', n: 1 }, { id: 'b', n: 2 }]);
        expect(replaced([{ id: 'a' }], { id: 'c' }).map((x) => x.id)).toEqual(['c', 'a']);
    });
});

describe('tournaments', () => {
    test('a cross table is added up from meetings, in either order of names', () => {
        const meeting = (a: string, b: string | null, ...points: [number, number][]) => ({
            where: '', group: 0, round: 0, slot: 0, a, b,
            games: points.map((pair, number) => ({ number, x: 'a' as const, ending: 'line', points: pair })),
        });
        const cross = crossOf([
            meeting('b', 'a', [1, 0], [0.5, 0.5]), meeting('a', 'b', [1, 0]), meeting('a', 'c', [0, 1]), meeting('a', null), meeting('a', 'd', [1, 0]),
            meeting('b', 'c'), // not played yet
        ], ['a', 'b', 'c']);
        expect(cross).toEqual([
            { a: 'a', b: 'b', points: [1.5, 1.5], games: 3 }, { a: 'a', b: 'c', points: [0, 1], games: 1 },
        ]);
    });

    test('the table of a single stage is the ranking; of several, or of groups, it is not', () => {
        const table = { title: 'All', rows: [] };
        const stage = (tables: StageTable[], bracket: BracketTree[] | null = null) => ({ name: '', type: '', over: true, tables, meetings: [], bracket });
        expect(onlyTable({ stages: [stage([table])] })).toBe(table);
        expect(onlyTable({ stages: [stage([table]), stage([table])] })).toBeNull();
        expect(onlyTable({ stages: [stage([table, table])] })).toBeNull();
        expect(onlyTable({ stages: [stage([table], [])] })).toBe(table);
        expect(onlyTable({ stages: [] })).toBeNull();
    });
});

test('a tournament is planned', () => {
    expect(gamesPlanned('round-robin', 30, 0, 2)).toBe(870);
    expect(gamesPlanned('swiss', 30, 0, 2)).toBe(6 * 15 * 2);
    expect(gamesPlanned('swiss', 3, 0, 2)).toBe(2 * 2);
    expect(gamesPlanned('swiss', 31, 9, 1)).toBe(9 * 15);
    expect(gamesPlanned('knockout', 8, 0, 4)).toBe(28);
    expect(gamesPlanned('gauntlet', 4, 0, 10)).toBe(30);
    expect(gamesPlanned('knockout', 1, 0, 4)).toBe(0);
});

test('times in words', () => {
    expect([800, 89_000, 90_000, 5_399_000, 5_400_000, 11_100_000].map(duration)).toEqual(['1 s', '89 s', '2 min', '1 h 30 min', '1 h 30 min', '3 h 05 min']);
    expect(['none', 'move=100ms', 'move=10s', 'tc=60+0.5', 'tc=1m'].map(timeControlWords)).toEqual(['no clock', '0.1 s per move', '10 s per move', '60 s + 0.5 s per move', '60 s per game']);
    expect(timeControlWords('first=1s,move=100ms')).toBe('1 s for the first move, 0.1 s per move');
    expect(timeControlWords('move=10s,game=120s')).toBe('10 s per move, 120 s per game');
    expect(timeControlWords('soft=90s,hard=100s,grant=1.5')).toBe('90 s per move, 100 s at most');
    expect(timeControlWords('X move=10s; O move=1s')).toBe('X move=10s; O move=1s');
});

test('starting clocks, with time odds too', () => {
    expect(startingClock('tc=60+0.5', 'o')).toBe(60_000);
    expect(startingClock('move=10s', 'x')).toBeNull();
    expect(startingClock('X move=10s,game=2m; O tc=5+0.1', 'x')).toBe(120_000);
    expect(startingClock('X move=10s,game=2m; O tc=5+0.1', 'o')).toBe(5_000);
    expect(startingClock('X tc=5; O none', 'o')).toBeNull();
});

test('routes', () => {
    expect(parseRoute('#/join/abc/s%2Fx').path).toEqual(['join', 'abc', 's/x']);
    expect(parseRoute('').path).toEqual([]);
    expect(parseRoute('#/x/%E0%A4%A').path[1]).toBe('%E0%A4%A');
});
