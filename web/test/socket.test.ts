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
    send(): void {}
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
