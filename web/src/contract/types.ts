// SPDX-License-Identifier: MIT
// What the server says (docs/api.md). Written by scripts/make_types from src/server/openapi.json.

/** ninefold-game, docs/formats.md */
export interface RecordJson {
    format: string;
    version: number;
    id?: string;
    event?: string;
    date?: string;
    x: string;
    o: string;
    rules: string;
    tie_break?: string;
    position?: string;
    time_control?: string;
    seed?: number;
    opening?: number;
    plies?: number;
    moves: string[];
    spent?: (number | null)[];
    clock?: (number | null)[];
    eval?: (number | null)[];
    depth?: (number | null)[];
    note?: (string | null)[];
    meta?: unknown[];
    ending?: string | null;
    winner?: 'x' | 'o' | null;
    result?: string;
    detail?: string;
    tags?: Record<string, unknown>;
}

export interface SeatState {
    kind: 'human' | 'open' | 'bot';
    name: string;
    bot?: string;
    present: boolean;
}

/** a bot needs its bot; a person may say a name */
export interface SeatRequest {
    kind: 'human' | 'open' | 'bot';
    name?: string;
    bot?: string;
}

export interface Clocks {
    x: number | null;
    o: number | null;
    running: 'x' | 'o' | null;
}

export interface GameState {
    id: string;
    seq: number;
    state: 'waiting' | 'running' | 'ended';
    record: RecordJson;
    position: string;
    ply: number;
    turn: 'x' | 'o' | null;
    legal: string[];
    x: SeatState;
    o: SeatState;
    clocks: Clocks | null;
    undo: 'x' | 'o' | null;
    rematch: 'x' | 'o' | null;
    next: string | null;
    previous: string | null;
    kept: string | null;
    listed: boolean;
    created: string;
    spectators: number;
}

export interface NewGame {
    game: GameState;
    tokens: {
        x: string | null;
        o: string | null;
    };
    secret: string | null;
}

export interface GameSummary {
    id: string;
    match: string | null;
    x: string;
    o: string;
    rules: string;
    time_control: string;
    date: string;
    event: string;
    ply: number;
    plies: number;
    state: string;
    position?: string;
    ending: string | null;
    winner: 'x' | 'o' | null;
    result: string;
    detail: string;
    spectators: number;
    /** of live games: whether its people are connected */
    present?: boolean;
}

/** a bot or the openings, replaced while games were already played */
export interface ContentChange {
    what: string;
    after_games: number;
}

export interface MatchState {
    id: string;
    a: string;
    b: string;
    event: string;
    created: string;
    finished: string | null;
    state: 'running' | 'waiting' | 'held' | 'elsewhere' | 'finished';
    games_played: number;
    games_planned: number | null;
    score: [number, number];
    wins: number;
    draws: number;
    losses: number;
    forfeits: number;
    rules: string;
    time_control: string;
    verdict: string | null;
    here: boolean;
    /** why it is held */
    problem: string | null;
    /** of a tournament they are in its report */
    changes: ContentChange[];
    games?: GameSummary[];
    live?: GameSummary[];
}

export interface TournamentSummary {
    id: string;
    name: string;
    created: string;
    finished: string | null;
    games_played: number;
}

export interface TournamentReport {
    format: string;
    version: number;
    tournament: string;
    name: string;
    created: string;
    finished: string;
    over: boolean;
    seed: number;
    rules: string;
    time_control: string;
    points: 'plain' | 'blocks' | 'course';
    games: number;
    final: FinalRow[];
    stages: TournamentStage[];
    forfeits: Forfeit[];
    changes: ContentChange[];
    /** what having X is worth */
    elo_of_x: number;
}

export interface FinalRow {
    place: number;
    bot: string;
    team: string;
    last_stage: string;
    award: number;
    games: number;
    points: number;
    most_points: number;
    forfeits: number;
    elo: {
        value: number;
        error: number;
        games: number;
    };
    /** of bots that have their own */
    time_control?: string;
    away?: {
        kind: string;
        reason: string;
    };
}

export interface Forfeit {
    game: number;
    bot: string;
    against: string;
    ending: string;
    detail: string;
}

export interface TournamentStage {
    name: string;
    type: string;
    over: boolean;
    tables: StageTable[];
    meetings: Meeting[];
    bracket: BracketTree[] | null;
}

export interface StageTable {
    title: string;
    rows: TableRow[];
}

export interface TableRow {
    place: number;
    bot: string;
    games: number;
    wins: number;
    draws: number;
    losses: number;
    points: number;
    blocks: [number, number];
    forfeits: number;
    /** what put it behind one with as many points; empty where points did, and of a bot that has not played */
    decided_by: string;
    /** to the next stage, as it stands */
    advances: boolean;
    away: boolean;
}

export interface Meeting {
    where: string;
    group: number;
    round: number;
    slot: number;
    a: string;
    /** null for a bye */
    b: string | null;
    games: {
        number: number;
        x: 'a' | 'b';
        ending: string;
        points: [number, number];
    }[];
    won_by?: 'a' | 'b' | 'drawn' | 'annulled';
    decided_by?: string;
}

export interface BracketTree {
    tree: 'main' | 'lower' | 'final' | 'third-place';
    rounds: {
        title: string;
        ties: BracketTie[];
    }[];
}

export interface BracketTie {
    slot: number;
    a: TieSide;
    b: TieSide;
    bye: boolean;
    /** index into the stage's meetings */
    meeting: number | null;
    winner: 'a' | 'b' | null;
}

/** null while it is open who comes, and in a bye */
export type TieSide = {
    bot: string;
    points: number;
} | null;

export interface BotInfo {
    bot: string;
    name: string;
    options: string;
    description: string;
}

export interface Version {
    name: string;
    version: string;
    api: number;
    organiser: boolean;
}

export interface Analysis {
    position: string;
    turn: 'x' | 'o';
    depth: number;
    nodes: number;
    time: number;
    eval: number;
    lines: {
        move: string;
        eval: number;
        pv: string[];
        result: {
            winner?: string | null;
            plies?: number;
        } | null;
    }[];
}

export interface Error {
    error: {
        code: string;
        message: string;
    };
}
