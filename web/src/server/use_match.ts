// SPDX-License-Identifier: MIT
// A match at the server, with the games that are being played.
import { useEffect, useState } from 'preact/hooks';
import type { MatchState, RecordJson } from '../contract/types';
import { parseMove } from '../game/notation';
import { clockAfter, fromJson, type GameRecord } from '../game/record';
import { playAll, type Move, type Side } from '../game/rules';
import { subscribe, type ChannelEvent } from './socket';

/** A game of a match while it is played. */
export interface LiveGame {
    number: number;
    record: GameRecord;
    info: { side: Side; eval?: number; depth?: number } | null;
    /** When the side to move began to think, as far as is known here (performance.now()). */
    since: number;
}

/** What a side has at this moment, in milliseconds: the mover's clock runs. */
export function liveClock({ record, since }: LiveGame, side: Side, now: number): number | null {
    const left = clockAfter(record, side, record.moves.length);
    const runs = !record.ending && positionOfRecord(record).side === side;
    return left === null ? null : Math.max(0, left - (runs ? now - since : 0));
}

export interface LiveMatch {
    match: MatchState | null;
    live: Map<number, LiveGame>;
}

/** Applies one event of the channel `match:ID`. Games that ended stay until others take their place. */
export function applyMatchEvent(state: LiveMatch, event: ChannelEvent, now: number): LiveMatch {
    const number = event.game as number;
    const live = new Map(state.live);
    const game = live.get(number);
    switch (event.event) {
        case 'game-started':
            for (const [old, { record }] of live) if (record.ending) live.delete(old);
            live.set(number, { number, record: fromJson(event.record as RecordJson), info: null, since: now });
            return { ...state, live };
        case 'game-ended':
            live.set(number, { number, record: fromJson(event.record as RecordJson), info: null, since: now });
            return { ...state, live };
        case 'move': {
            const move = parseMove(event.move as string);
            if (!game || move === null) return state;
            live.set(number, { ...game, record: withMove(game.record, event, move), info: null, since: now });
            return { ...state, live };
        }
        case 'info':
            if (!game) return state;
            live.set(number, { ...game, info: event as unknown as LiveGame['info'] });
            return { ...state, live };
        default:
            return state;
    }
}

function withMove(record: GameRecord, event: ChannelEvent, move: Move): GameRecord {
    const at = (event.ply as number) - 1;
    const put = <T>(list: (T | null)[], value: unknown) => {
        const next = list.slice(0, at);
        while (next.length < at) next.push(null);
        next.push((value as T | undefined) ?? null);
        return next;
    };
    return {
        ...record, moves: [...record.moves.slice(0, at), move], evals: put(record.evals, event.eval),
        spent: put(record.spent, event.spent), clocks: put(record.clocks, event.clock), metas: put(record.metas, event.meta),
    };
}

export function useMatch(id: string | null): LiveMatch {
    const [state, setState] = useState<LiveMatch>({ match: null, live: new Map() });
    useEffect(() => {
        setState({ match: null, live: new Map() });
        if (id === null) return;
        return subscribe(`match:${id}`, {
            snapshot: (data) => {
                const match = data as Omit<MatchState, 'live'> & { live?: { game: number; record: RecordJson }[] };
                setState({
                    match: { ...match, live: undefined },
                    live: new Map((match.live ?? []).map((g) => [g.game, { number: g.game, record: fromJson(g.record), info: null, since: performance.now() }])),
                });
            },
            event: (event) => setState((old) => applyMatchEvent(old, event, performance.now())),
        });
    }, [id]);
    return state;
}

export const positionOfRecord = (record: GameRecord) => playAll(record.start, record.moves);
