// SPDX-License-Identifier: MIT
// One WebSocket for everything: channels that are listened to, and calls. It comes back on its own after
// a break, and then asks for what was missed.
import { store } from '../storage/store';
import { words } from '../language/language';
import { ApiError, refusal } from './api';

export type ChannelEvent = { event: string; seq?: number } & Record<string, unknown>;

export interface Listener {
    snapshot(data: unknown): void;
    event(event: ChannelEvent): void;
    refused?(error: ApiError): void;
}

interface Channel {
    listeners: Set<Listener>;
    seq: number | null;
    token: string | null;
}

interface Call {
    message: Record<string, unknown>;
    resolve(value: unknown): void;
    reject(error: Error): void;
    progress?(message: Record<string, unknown>): void;
    /** May be sent again after a break. */
    again: boolean;
}

/** `silent`: it is open, but nothing has come for too long. */
export const connection = store<'closed' | 'connecting' | 'open' | 'silent' | 'lost'>('closed');

const channels = new Map<string, Channel>();
const calls = new Map<number, Call>();
let socket: WebSocket | null = null;
let nextId = 1;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A connection that died without a word is noticed by asking: this often, */
const PING_MS = 1_000;
/** where nothing comes for this long, the page says so, */
const SILENCE_MS = 1_800;
/** and after this long there is a new one. */
const PATIENCE_MS = 8_000;
/** A browser lets timers of hidden pages sleep. */
const HIDDEN_MS = 70_000;
let pinging: ReturnType<typeof setInterval> | undefined;
/** What happens unless the server answers the question that it was asked. */
let asked: ReturnType<typeof setTimeout>[] | undefined;

/** The wall clock against the one that pages count with, which stands still while a machine sleeps. */
const wallOffset = () => Date.now() - performance.now();
let knownOffset = wallOffset();
/** More than any correction between two pings. */
const SLEPT_MS = 500;

/** After a sleep the clocks of games are asked for again: what is missing is no event. */
function noticeSleep(): boolean {
    const offset = wallOffset();
    const slept = Math.abs(offset - knownOffset) > SLEPT_MS;
    knownOffset = offset;
    if (slept) for (const channel of channels.values()) channel.seq = null;
    return slept;
}

const isWanted = () => channels.size > 0 || calls.size > 0;

function connect(): void {
    if (socket || !isWanted()) return;
    if (connection.get() === 'closed') connection.set('connecting');
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = opened;
    const isOpening = () => socket === opened && opened.readyState === WebSocket.CONNECTING;
    const slow = setTimeout(() => isOpening() && connection.set('lost'), SILENCE_MS);
    const late = setTimeout(() => {
        if (!isOpening()) return;
        lose();
        opened.close();
    }, PATIENCE_MS);
    opened.onopen = () => {
        clearTimeout(slow);
        clearTimeout(late);
        clearInterval(pinging);
        pinging = setInterval(ping, PING_MS);
        connection.set('open');
        noticeSleep();
        ping();
        for (const name of channels.keys()) sendSubscription(name);
        for (const call of calls.values()) send(call.message);
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => {
        if (socket !== opened) return;
        answered();
        if (connection.get() === 'silent') connection.set('open');
        receive(JSON.parse(data) as Record<string, unknown>);
    };
    opened.onclose = () => {
        if (socket === opened) lose();
    };
}

function lose(): void {
    socket = null;
    clearInterval(pinging);
    answered();
    for (const [id, call] of calls) {
        if (call.again) continue;
        calls.delete(id);
        call.reject(new ApiError('offline', words.errors.lost, 0));
    }
    if (!isWanted()) return connection.set('closed');
    connection.set('lost');
    clearTimeout(timer);
    timer = setTimeout(connect, Math.min(5000, 250 * 2 ** failures++) * (0.75 + Math.random() / 2));
}

function answered(): void {
    asked?.forEach(clearTimeout);
    asked = undefined;
}

/** Asks whether the server is still there; where nothing comes, the connection is given up for a new one. The server
    hears when to expect the next question, so that it can tell an opponent that this one is cut off. */
function ping(): void {
    const open = socket;
    if (open?.readyState !== WebSocket.OPEN) return;
    if (noticeSleep()) for (const name of channels.keys()) sendSubscription(name);
    open.send(JSON.stringify({ type: 'ping', next_ms: document.hidden ? HIDDEN_MS : PING_MS }));
    if (asked) return;
    const silent = setTimeout(() => socket === open && connection.set('silent'), SILENCE_MS);
    const dead = setTimeout(() => {
        if (socket !== open) return;
        lose();
        open.close();
    }, PATIENCE_MS);
    asked = [silent, dead];
}

function send(message: unknown): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else connect();
}

function sendSubscription(name: string): void {
    const channel = channels.get(name)!;
    const message: Record<string, unknown> = { type: 'subscribe', channel: name };
    if (channel.seq !== null) message.after = channel.seq;
    if (channel.token) message.token = channel.token;
    send(message);
}

function receive(message: Record<string, unknown>): void {
    const channel = typeof message.channel === 'string' ? channels.get(message.channel) : undefined;
    // Not before it answers: a server that greets and then hangs up is not to be asked again at once.
    if (message.type !== 'hello' && message.type !== 'pong') failures = 0;
    switch (message.type) {
        case 'snapshot':
            if (!channel) return;
            channel.seq = message.seq as number;
            return channel.listeners.forEach((l) => l.snapshot(message.data));
        case 'event':
            if (channel) receiveEvent(message.channel as string, channel, message as unknown as ChannelEvent);
            return;
        case 'news':
            return channel?.listeners.forEach((l) => l.event(message as unknown as ChannelEvent));
        case 'reply':
        case 'analysis':
        case 'info':
        case 'error':
            return receiveAnswer(message, channel);
    }
}

function receiveEvent(name: string, channel: Channel, event: ChannelEvent): void {
    if (channel.seq !== null && event.seq !== undefined) {
        if (event.seq <= channel.seq) return;
        if (event.seq > channel.seq + 1) {
            channel.seq = null;
            return sendSubscription(name);
        }
    }
    if (event.seq !== undefined) channel.seq = event.seq;
    channel.listeners.forEach((l) => l.event(event));
}

function receiveAnswer(message: Record<string, unknown>, channel: Channel | undefined): void {
    const call = calls.get(message.id as number);
    if (message.type === 'info') return call?.progress?.(message);
    if (message.type === 'error') {
        const error = refusal({ code: String(message.code), message: String(message.message) }, 0);
        if (call) call.reject(error);
        else channel?.listeners.forEach((l) => l.refused?.(error));
    } else if (message.type === 'reply' && (message.status as number) >= 400) {
        call?.reject(refusal((message.body as { error: { code: string; message: string } }).error, message.status as number));
    } else call?.resolve(message.type === 'reply' ? message.body : message);
    calls.delete(message.id as number);
}

export function subscribe(name: string, listener: Listener, token: string | null = null): () => void {
    let channel = channels.get(name);
    if (!channel) channels.set(name, (channel = { listeners: new Set(), seq: null, token }));
    channel.listeners.add(listener);
    // A listener that comes later needs a snapshot of its own.
    if (channel.listeners.size > 1) channel.seq = null;
    if (token) channel.token = token;
    if (socket?.readyState === WebSocket.OPEN) sendSubscription(name);
    else connect();
    return () => {
        channel.listeners.delete(listener);
        if (channel.listeners.size > 0 || channels.get(name) !== channel) return;
        channels.delete(name);
        if (socket?.readyState === WebSocket.OPEN) send({ type: 'unsubscribe', channel: name });
    };
}

function ask<T>(message: Record<string, unknown>, again: boolean, progress?: Call['progress']): { id: number; answer: Promise<T> } {
    const id = nextId++;
    const whole = { ...message, id };
    const answer = new Promise<T>((resolve, reject) => {
        calls.set(id, { message: whole, resolve, reject, progress, again });
    });
    send(whole);
    return { id, answer };
}

/** A request over the socket. With `again` it is repeated after a break, so it must be harmless twice. */
export const call = <T>(path: string, body: unknown, again = false): Promise<T> =>
    ask<T>({ type: 'call', method: 'POST', path, body }, again).answer;

export function analyseThere<T>(body: Record<string, unknown>, progress: (message: Record<string, unknown>) => void): {
    stop(): void;
    done: Promise<T>;
} {
    const { id, answer } = ask<T>({ type: 'analyse', ...body }, false, progress);
    return { stop: () => send({ type: 'stop', id }), done: answer };
}

// A machine that wakes up or comes back into a network should not wait for the next try.
if (typeof addEventListener === 'function') {
    const hurry = () => {
        if (connection.get() === 'open' || connection.get() === 'silent') return ping();
        if (connection.get() !== 'lost') return;
        clearTimeout(timer);
        failures = 0;
        connect();
    };
    addEventListener('online', hurry);
    addEventListener('focus', hurry);
    addEventListener('offline', () => connection.get() === 'open' && connection.set('silent'));
    document.addEventListener('visibilitychange', ping);
}
