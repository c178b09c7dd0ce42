// SPDX-License-Identifier: MIT
// A game on the server, followed live.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameState } from '../contract/types';
import type { ApiError } from './api';
import { applyEvent } from './game_state';
import { subscribe, type ChannelEvent } from './socket';

export interface FollowedGame {
    state: GameState | null;
    error: ApiError | null;
    /** What a bot says of its thinking; X's expected score. */
    info: { eval?: number; depth?: number; pv?: string[] } | null;
    /** When the clocks in the state were right. */
    clocksAt: number;
}

export function useGame(id: string, token: string | null): FollowedGame {
    const [followed, setFollowed] = useState<FollowedGame>({ state: null, error: null, info: null, clocksAt: 0 });
    const state = useRef<GameState | null>(null);
    useEffect(() => {
        state.current = null;
        setFollowed({ state: null, error: null, info: null, clocksAt: 0 });
        const update = (next: GameState, withClocks: boolean) => {
            state.current = next;
            setFollowed((old) => ({
                ...old, state: next, error: null, clocksAt: withClocks ? performance.now() : old.clocksAt,
                info: withClocks ? null : old.info,
            }));
        };
        return subscribe(`game:${id}`, {
            snapshot: (data) => update(data as GameState, true),
            event: (event: ChannelEvent) => {
                if (!state.current) return;
                if (event.event === 'info') setFollowed((old) => ({ ...old, info: event as FollowedGame['info'] }));
                else update(applyEvent(state.current, event), 'clocks' in event);
            },
            refused: (error) => setFollowed((old) => ({ ...old, error })),
        }, token);
    }, [id, token]);
    return followed;
}

/** What a clock shows now, in milliseconds; null without a clock. */
export function clockNow(followed: FollowedGame, side: 'x' | 'o', now: number): number | null {
    const clocks = followed.state?.clocks;
    if (!clocks || clocks[side] === undefined || clocks[side] === null) return null;
    const gone = clocks.running === side ? now - followed.clocksAt : 0;
    return Math.max(0, clocks[side] * 1000 - gone);
}

/** The time, again and again while something runs. */
export function useTicking(running: boolean): number {
    const [now, setNow] = useState(performance.now());
    useEffect(() => {
        setNow(performance.now());
        if (!running) return;
        const timer = setInterval(() => setNow(performance.now()), 100);
        return () => clearInterval(timer);
    }, [running]);
    return now;
}
