// SPDX-License-Identifier: MIT
// A game's state and the events that change it, as plain data.
import type { Clocks, GameState } from '../contract/types';
import type { Side } from '../game/rules';
import type { ChannelEvent } from './socket';

/** Applies one event of the channel `game:ID`. */
export function applyEvent(state: GameState, event: ChannelEvent): GameState {
    const e = event as ChannelEvent & {
        side: Side; name: string; move: string; ply: number; position: string; turn: Side | null; clocks: Clocks | null;
        eval?: number; spent?: number; clock?: number; next: string; ending: string; winner: Side | null; result: string;
        detail: string; kept: string | null; x?: boolean; o?: boolean; spectators?: number;
    };
    const seq = event.seq ?? state.seq;
    const clocks = e.clocks === undefined ? state.clocks : e.clocks;
    switch (event.event) {
        case 'joined':
            return { ...state, seq, [e.side]: { ...state[e.side], kind: 'human', name: e.name, present: true } };
        case 'started':
            return { ...state, seq, state: 'running', turn: state.turn ?? 'x', clocks };
        case 'move':
            return { ...state, seq, ...afterMove(state, e), clocks, undo: null };
        case 'undo-asked':
            return { ...state, seq, undo: e.side };
        case 'undo-declined':
            return { ...state, seq, undo: null };
        case 'undone': {
            const cut = <T>(list: T[] | undefined) => list?.slice(0, e.ply);
            const record = {
                ...state.record, moves: state.record.moves.slice(0, e.ply), eval: cut(state.record.eval),
                spent: cut(state.record.spent), clock: cut(state.record.clock),
            };
            return { ...state, seq, record, position: e.position, ply: e.ply, turn: e.turn, clocks, undo: null };
        }
        case 'ended': {
            const record = { ...state.record, ending: e.ending, winner: e.winner, result: e.result, detail: e.detail };
            return { ...state, seq, state: 'ended', record, turn: null, legal: [], clocks, kept: e.kept, undo: null };
        }
        case 'rematch-asked':
            return { ...state, seq, rematch: e.side };
        case 'rematch':
            return { ...state, seq, next: e.next };
        case 'presence':
            return {
                ...state,
                x: { ...state.x, present: e.x ?? state.x.present },
                o: { ...state.o, present: e.o ?? state.o.present },
                spectators: e.spectators ?? state.spectators,
            };
        default:
            return { ...state, seq };
    }
}

function afterMove(
    state: GameState,
    e: { move: string; ply: number; position: string; turn: Side | null; eval?: number; spent?: number; clock?: number },
): Partial<GameState> {
    const moves = [...state.record.moves.slice(0, e.ply - 1), e.move];
    const grown = <T>(list: (T | null)[] | undefined, value: T | undefined) =>
        moves.map((_, i) => (i === e.ply - 1 ? value ?? null : list?.[i] ?? null));
    const record = {
        ...state.record, moves, eval: grown(state.record.eval, e.eval), spent: grown(state.record.spent, e.spent),
        clock: grown(state.record.clock, e.clock),
    };
    return { record, position: e.position, ply: e.ply, turn: e.turn };
}
