// SPDX-License-Identifier: MIT
// Questions to the server.
import type { BotInfo, NewGame, SeatRequest, Version } from '../contract/types';
import { store } from '../storage/store';
import { toast } from '../ui/toast';
import { words } from '../language/language';

export class ApiError extends Error {
    constructor(readonly code: string, message: string, readonly status: number) {
        super(message);
    }
}

/** What the server refused, in the page's language where that has a sentence for it. */
export const refusal = (error: { code: string; message: string } | undefined, status: number): ApiError =>
    new ApiError(error?.code ?? 'internal', error ? words.errors.server(error.code, error.message) : words.errors.refused, status);

/** The organiser's token, for as long as this tab is open. */
const ADMIN = 'ninefold.admin';

function adminToken(): string | null {
    try {
        return sessionStorage.getItem(ADMIN);
    } catch {
        return null;
    }
}

function headersFor(body: unknown): Record<string, string> {
    const token = adminToken();
    return {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
    };
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    let response: Response;
    try {
        response = await fetch(path, {
            method,
            headers: headersFor(body),
            body: body === undefined ? undefined : JSON.stringify(body),
        });
    } catch {
        throw new ApiError('offline', words.errors.offline, 0);
    }
    if (!response.headers.get('Content-Type')?.includes('json')) {
        throw new ApiError('offline', words.errors.noServer, response.status);
    }
    const answer = (await response.json()) as { error?: { code: string; message: string } };
    if (!response.ok) {
        throw refusal(answer.error, response.status);
    }
    return answer as T;
}

export const get = <T>(path: string): Promise<T> => request<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => request<T>('POST', path, body);

/** Something that is no JSON. */
export async function getBlob(path: string): Promise<Blob> {
    const response = await fetch(path, { headers: headersFor(undefined) }).catch(() => null);
    if (!response) throw new ApiError('offline', words.errors.offline, 0);
    if (response.ok) return response.blob();
    const answer = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string } };
    throw refusal(answer.error, response.status);
}

/** What this page speaks (docs/api.md). */
const API = 1;

export interface ServerInfo {
    version: string;
    organiser: boolean;
    bots: BotInfo[];
}

/** null while nothing is known, false where there is no server (the page works without one). */
export const server = store<ServerInfo | false | null>(null);

/** Says who one is; true where the server agrees. */
export async function becomeOrganiser(token: string): Promise<boolean> {
    sessionStorage.setItem(ADMIN, token);
    asked = false;
    await meetServer();
    const info = server.get();
    if (info && info.organiser) return true;
    sessionStorage.removeItem(ADMIN);
    return false;
}

let asked = false;
/** Asks once; after a failure it asks again when a page needs the server, which may have come back. */
export async function meetServer(): Promise<void> {
    if (asked) return;
    asked = true;
    try {
        const version = await get<Version>('/api/version');
        if (version.api !== API) toast(words.errors.otherApi(version.api ?? 0, API), 'error');
        const bots = await get<{ bots: BotInfo[] }>('/api/bots');
        server.set({ version: version.version, organiser: version.organiser ?? false, bots: bots.bots ?? [] });
    } catch {
        asked = false;
        server.set(false);
    }
}

export const newGame = (game: {
    x: SeatRequest;
    o: SeatRequest;
    rules: string;
    time_control: string;
    listed?: boolean;
    pace_ms?: number;
    bot_time_ms?: number;
}): Promise<NewGame> => post<NewGame>('/api/games', game);
