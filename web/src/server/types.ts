// SPDX-License-Identifier: MIT
// What the server says (docs/api.md).
import type { RecordJson } from '../game/record';
import type { Side } from '../game/rules';

export interface Clocks {
    x: number;
    o: number;
    running: Side | null;
}

export interface SeatState {
    kind: 'human' | 'open' | 'bot';
    name: string;
    bot?: string;
    present: boolean;
}

export interface GameState {
    id: string;
    seq: number;
    state: 'waiting' | 'running' | 'ended';
    record: RecordJson;
    position: string;
    ply: number;
    turn: Side | null;
    legal: string[];
    x: SeatState;
    o: SeatState;
    clocks: Clocks | null;
    undo: Side | null;
    rematch: Side | null;
    next: string | null;
    previous: string | null;
    kept: string | null;
    listed: boolean;
    created: string;
    spectators: number;
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
    state: string;
    position?: string;
    ending: string | null;
    winner: Side | null;
    result: string;
    detail: string;
    spectators: number;
    /** Of live games: whether its people are connected. */
    present?: boolean;
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
    games_planned: number;
    score: [number, number];
    wins: number;
    draws: number;
    losses: number;
    forfeits: number;
    rules: string;
    time_control: string;
    verdict: string | null;
    here: boolean;
    /** Why it is held. */
    problem: string | null;
    /** Of a tournament they are in its report. */
    changes: ContentChange[];
    games?: GameSummary[];
    live?: GameSummary[];
}

/** What was replaced while games were already played, and in which match. */
export interface ContentChange {
    what: string;
    after_games: number;
    match?: string;
}

export interface Standings {
    event: string;
    bots: {
        rank: number; name: string; points: number; games: number; wins: number; draws: number; losses: number;
        forfeits: number;
    }[];
    cross: CrossScore[];
    forfeits: { game: string; bot: string; ending: string; detail: string }[];
}

export interface CrossScore {
    a: string;
    b: string;
    points: [number, number];
    games: number;
}

export interface TournamentSummary {
    id: string;
    name: string;
    created: string;
    finished: string | null;
    games_played: number;
}

/** Two bots who meet in a stage, with the games between them so far. */
export interface Meeting {
    where: string;
    group: number;
    round: number;
    slot: number;
    a: string;
    /** null for a bye. */
    b: string | null;
    games: { number: number; x: 'a' | 'b'; ending: string; points: [number, number] }[];
    won_by?: 'a' | 'b' | 'drawn' | 'annulled';
    decided_by?: string;
}

export interface BracketTie {
    slot: number;
    /** null while it is open who comes, and in a bye. */
    a: { bot: string; points: number } | null;
    b: { bot: string; points: number } | null;
    bye: boolean;
    /** Index among the stage's meetings. */
    meeting: number | null;
    winner: 'a' | 'b' | null;
}

export interface BracketTree {
    tree: 'main' | 'lower' | 'final' | 'third-place';
    rounds: { title: string; ties: BracketTie[] }[];
}

export interface StageTable {
    title: string;
    rows: {
        place: number; bot: string; games: number; wins: number; draws: number; losses: number; points: number;
        blocks: [number, number]; forfeits: number; decided_by: string; advances: boolean; away: boolean;
    }[];
}

export interface TournamentStage {
    name: string;
    type: string;
    over: boolean;
    tables: StageTable[];
    meetings: Meeting[];
    bracket: BracketTree[] | null;
}

export interface TournamentReport {
    tournament: string;
    name: string;
    created: string;
    over: boolean;
    seed: number;
    rules: string;
    time_control: string;
    points: string;
    elo_of_x: number;
    games: number;
    final: {
        place: number; bot: string; team: string; last_stage: string; award: number; games: number; points: number; most_points: number; forfeits: number;
        elo: { value: number; error: number; games: number }; away?: { kind: string; reason: string }; time_control?: string;
    }[];
    stages: TournamentStage[];
    forfeits: { game: number; bot: string; against: string; ending: string; detail: string }[];
    /** Bots and openings that were replaced while the tournament was stopped. */
    changes: ContentChange[];
}

export interface EventSummary {
    event: string;
    matches: number;
    running: number;
    games: number;
    date: string;
}

export interface BotInfo {
    bot: string;
    name: string;
    options: string;
    description: string;
}

export interface SeatRequest {
    kind: 'human' | 'open' | 'bot';
    name?: string;
    bot?: string;
}

export interface NewGame {
    game: GameState;
    tokens: { x: string | null; o: string | null };
    secret: string | null;
}
