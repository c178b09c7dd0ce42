// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribe } from '../src/server/socket';

/** A connection whose other end is the test. */
class SocketForTest {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static made: SocketForTest[] = [];
    readyState = SocketForTest.CONNECTING;
    onopen?: () => void;
    onmessage?: (message: { data: string }) => void;
    onclose?: () => void;

    constructor() {
        SocketForTest.made.push(this);
    }
    sent: { channel?: string; after?: number }[] = [];
    send(text: string): void {
        this.sent.push(JSON.parse(text) as { channel?: string });
    }
    close(): void {}

    /** Opens, says these things and hangs up. */
    say(...messages: object[]): void {
        this.readyState = SocketForTest.OPEN;
        this.onopen!();
        for (const message of messages) this.onmessage!({ data: JSON.stringify(message) });
        this.onclose!();
    }
}

beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    vi.stubGlobal('WebSocket', SocketForTest);
    vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
    vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

test('a server that hangs up without an answer is asked less and less often', () => {
    subscribe('lobby', { snapshot: () => {}, event: () => {} });
    /** How long it takes until there is another connection. */
    const pause = (...messages: object[]): number => {
        const count = SocketForTest.made.length;
        SocketForTest.made.at(-1)!.say({ type: 'hello' }, { type: 'pong' }, ...messages);
        const before = Date.now();
        while (SocketForTest.made.length === count) vi.advanceTimersByTime(50);
        return Date.now() - before;
    };
    expect([pause(), pause(), pause()]).toEqual([250, 500, 1000]);
    expect(pause({ type: 'snapshot', channel: 'lobby', seq: 1, data: {} })).toBe(250);
    expect([pause(), pause({ type: 'resumed', channel: 'lobby', seq: 1 })]).toEqual([500, 250]);
});

test('after a sleep, in which clocks went on, there is a snapshot instead of the events that were missed', () => {
    subscribe('game:a', { snapshot: () => {}, event: () => {} });
    const reconnected = (): SocketForTest => {
        const count = SocketForTest.made.length;
        while (SocketForTest.made.length === count) vi.advanceTimersByTime(50);
        const next = SocketForTest.made.at(-1)!;
        next.readyState = SocketForTest.OPEN;
        next.onopen!();
        return next;
    };
    const snapshot = JSON.stringify({ type: 'snapshot', channel: 'game:a', seq: 7, data: {} });
    const subscriptions = (socket: SocketForTest) => socket.sent.filter(({ channel }) => channel === 'game:a').map(({ after }) => after);
    SocketForTest.made.at(-1)!.say({ type: 'hello' }, JSON.parse(snapshot) as object);
    const awake = reconnected();
    expect(subscriptions(awake)).toEqual([7]);
    // The connection outlives a nap,
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(1_000);
    expect(subscriptions(awake)).toEqual([7, undefined]);
    awake.onmessage!({ data: snapshot });
    // but not the night.
    awake.onclose!();
    vi.setSystemTime(Date.now() + 60_000);
    expect(subscriptions(reconnected())).toEqual([undefined]);
});
