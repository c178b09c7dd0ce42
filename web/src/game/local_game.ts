// SPDX-License-Identifier: MIT
// A game played in this browser, as plain data and pure functions over it. Times are passed in, in milliseconds.
import { isLegal, other, play, playAll, RULESETS, start, type Move, type Position, type Ruleset, type Side, type TieBreak } from './rules';
import { words } from '../language/language';

export type Player = { kind: 'human'; name: string } | { kind: 'engine'; level: number };

export interface Clock {
    startMs: number;
    incrementMs: number;
}

export interface End {
    ending: string;
    winner: Side | null;
}

export interface LocalGame {
    /** Among the games of this browser. */
    id: string;
    /** When, in milliseconds since 1970. */
    begun: number;
    ruleset: Ruleset;
    tieBreak: TieBreak;
    players: Record<Side, Player>;
    moves: Move[];
    /** Taken back, the next to be redone last. */
    undone: Move[];
    /** Ends that the board does not know of: resigned, game-time. */
    ended: End | null;
    seed: number;
    clock: Clock | null;
    /** What each side had left after each move; the first entry is the start. */
    left: Record<Side, number>[];
    turnSince: number;
}

export const levelName = (level: number): string => words.levels[level - 1];

/** The person at this screen is kept as `You`, whatever the language. */
export function nameOf(player: Player): string {
    if (player.kind === 'engine') return words.players.engine(player.level);
    return player.name === 'You' ? words.players.you : player.name;
}

/** `tc=180+2` or `none`. */
export function parseClock(text: string): Clock | null {
    const match = /^tc=(\d+)\+(\d+(?:\.\d+)?)$/.exec(text);
    return match ? { startMs: Number(match[1]) * 1000, incrementMs: Number(match[2]) * 1000 } : null;
}

export function newGame(options: {
    ruleset: Ruleset;
    tieBreak: TieBreak;
    players: Record<Side, Player>;
    clock: Clock | null;
    seed: number;
    now: number;
}): LocalGame {
    const all = options.clock?.startMs ?? 0;
    return {
        id: `${options.now.toString(36)}-${options.seed.toString(36)}`, begun: options.now,
        ruleset: options.ruleset, tieBreak: options.tieBreak, players: options.players, moves: [], undone: [],
        ended: null, seed: options.seed, clock: options.clock, left: [{ x: all, o: all }], turnSince: options.now,
    };
}

export const startOf = (game: LocalGame): Position => start(game.ruleset, game.tieBreak);
export const positionOf = (game: LocalGame): Position => playAll(startOf(game), game.moves);
export const endOf = (game: LocalGame): End | null => game.ended ?? positionOf(game).outcome;

/** The clocks run from X's first move on, so that nobody loses by reading the rules. */
const clockRuns = (game: LocalGame): boolean => game.clock !== null && game.moves.length > 0 && !endOf(game);

export function timeLeft(game: LocalGame, side: Side, now: number): number {
    const left = game.left[game.moves.length][side];
    const running = clockRuns(game) && positionOf(game).side === side;
    return running ? Math.max(0, left - (now - game.turnSince)) : left;
}

/** Precondition: the move is legal and the game runs. */
export function makeMove(game: LocalGame, move: Move, now: number): LocalGame {
    const side = positionOf(game).side;
    const left = { ...game.left[game.moves.length] };
    if (clockRuns(game)) left[side] = timeLeft(game, side, now) + game.clock!.incrementMs;
    const again = game.undone.at(-1) === move;
    return {
        ...game, moves: [...game.moves, move], undone: again ? game.undone.slice(0, -1) : [],
        left: [...game.left, left], turnSince: now,
    };
}

/** How many moves an undo takes back: to the person's last turn. */
function undoCount(game: LocalGame): number {
    let position = positionOf(game);
    for (let n = 1; n <= game.moves.length; ++n) {
        position = playAll(startOf(game), game.moves.slice(0, -n));
        if (game.players[position.side].kind === 'human') return n;
    }
    return 0;
}

export const canUndo = (game: LocalGame): boolean => undoCount(game) > 0;

export function undo(game: LocalGame, now: number): LocalGame {
    const n = undoCount(game);
    if (n === 0) return game;
    const kept = game.moves.slice(0, -n);
    return {
        ...game, moves: kept, undone: [...game.undone, ...game.moves.slice(-n).reverse()], ended: null,
        left: game.left.slice(0, kept.length + 1), turnSince: now,
    };
}

/** Forward again, to the person's next turn. */
export function redo(game: LocalGame, now: number): LocalGame {
    if (game.undone.length === 0) return game;
    let next = game;
    do {
        next = makeMove(next, next.undone.at(-1)!, now);
    } while (next.undone.length > 0 && next.players[positionOf(next).side].kind !== 'human');
    return next;
}

export const resign = (game: LocalGame, side: Side): LocalGame =>
    ({ ...game, ended: { ending: 'resigned', winner: other(side) } });

/** The game as it stands when time has passed: over, if a clock has run out. */
export function tick(game: LocalGame, now: number): LocalGame {
    if (!clockRuns(game)) return game;
    const side = positionOf(game).side;
    if (timeLeft(game, side, now) > 0) return game;
    return { ...game, ended: { ending: 'game-time', winner: other(side) } };
}

/** Whether `there` is the same game as `here`, continued: another tab played on. */
export const isLater = (there: LocalGame, here: LocalGame): boolean =>
    there.id === here.id && (there.turnSince > here.turnSince || (there.ended !== null && here.ended === null && there.moves.join() === here.moves.join()));

export const otherWay = (game: LocalGame, now: number, seed: number): LocalGame =>
    newGame({ ...game, players: { x: game.players.o, o: game.players.x }, seed, now });

const areTimes = (times: unknown[]): boolean => times.every((time) => Number.isFinite(time));

/** Reads a game kept by an older page or a stranger's hand: null unless it is whole. */
export function revive(kept: unknown): LocalGame | null {
    const game = kept as LocalGame | null;
    if (!game || !Array.isArray(game.moves) || !Array.isArray(game.left) || !game.players?.x || !game.players.o) return null;
    if (!RULESETS.includes(game.ruleset)) return null;
    try {
        let position = startOf(game);
        for (const move of game.moves) {
            if (!isLegal(position, move)) return null;
            position = play(position, move);
        }
        if (game.left.length !== game.moves.length + 1 || !Array.isArray(game.undone)) return null;
        if (!areTimes(game.left.flatMap(({ x, o }) => [x, o]))) return null;
        const begun = game.begun ?? game.turnSince;
        return { ...game, begun, id: game.id ?? `${begun.toString(36)}-${game.seed.toString(36)}` };
    } catch {
        return null;
    }
}
