// SPDX-License-Identifier: MIT
// A game in this browser while it is played: the engine's answers, the clocks, and keeping it over a reload.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import * as engine from '../engine/client';
import {
    endOf, isLater, makeMove, positionOf, revive, startOf, tick, timeLeft, type End, type LocalGame, type Player,
} from '../game/local_game';
import { isLegal, type Move, type Position, type Side } from '../game/rules';
import { keepLocal } from '../storage/my_games';
import { keep, keptNames, listenToOtherTabs, readKept } from '../storage/store';
import { toast } from '../ui/toast';
import { words } from '../language/language';

/** An answer that comes sooner than this would hide the animation of one's own move. */
const CALM_MS = 160;
const LONGEST_MS = 1000;

export interface Sitting {
    game: LocalGame;
    setGame(game: LocalGame): void;
    position: Position;
    end: End | null;
    mover: Player;
    /** Sides of people. */
    mine: Side[];
    thinking: boolean;
    /** Why the engine does not move, where it cannot. */
    trouble: string | null;
    retry(): void;
    now: number;
    move(move: Move): void;
}

function useNow(running: boolean): number {
    const [now, setNow] = useState(Date.now());
    useEffect(() => {
        setNow(Date.now());
        if (!running) return;
        const timer = setInterval(() => setNow(Date.now()), 100);
        return () => clearInterval(timer);
    }, [running]);
    return now;
}

/** With a clock the engine plans for some 25 more moves. */
const allowance = (game: LocalGame, side: Side): number =>
    game.clock ? Math.max(50, Math.min(LONGEST_MS, timeLeft(game, side, Date.now()) / 25)) : LONGEST_MS;

/** The game that was played last; a message says when it cannot be read. */
function lastGame(): LocalGame | null {
    const game = revive(readKept<unknown>('game', null));
    if (game === null && keptNames('game').includes('game')) toast(words.play.damaged, 'error');
    return game;
}

let warned = false;

/** A private window, or no room left: the game continues, and is gone with the page. */
function warnOnce(): void {
    if (!warned) toast(words.play.notKept, 'error');
    warned = true;
}

export function useLocalGame(first: () => LocalGame): Sitting {
    const [game, setGame] = useState<LocalGame>(() => lastGame() ?? first());
    const [thinking, setThinking] = useState(false);
    const [trouble, setTrouble] = useState<string | null>(null);
    const [attempt, setAttempt] = useState(0);
    const current = useRef(game);
    current.current = game;

    const position = positionOf(game);
    const end = endOf(game);
    const mover = game.players[position.side];
    const mine = (['x', 'o'] as const).filter((side) => game.players[side].kind === 'human');
    const now = useNow(game.clock !== null && game.moves.length > 0 && !end);

    // At once: an effect that waits for the screen is dropped when the person leaves before that.
    useLayoutEffect(() => {
        const kept = keep('game', game) && keepLocal(game);
        if (!kept && game.moves.length > 0) warnOnce();
    }, [game]);

    // The same game in another tab: left behind, this one would lose it on time, and overwrite it with its next move.
    useEffect(() => listenToOtherTabs('game', () => {
        const there = revive(readKept<unknown>('game', null));
        if (there && isLater(there, current.current)) setGame(there);
    }), []);

    // The engine gets ready while the person looks at the board.
    useEffect(() => {
        if (mine.length === 2) return;
        const timer = setTimeout(() => void engine.prepare(startOf(game)).catch(() => {}), 50);
        return () => clearTimeout(timer);
    }, [game.ruleset, game.tieBreak, mine.length]);

    useEffect(() => {
        const after = tick(game, now);
        if (after !== game) setGame(after);
    }, [now, game]);

    useEffect(() => {
        if (end || mover.kind !== 'engine') return;
        const asked = game;
        const begin = performance.now();
        setThinking(true);
        setTrouble(null);
        engine.engineMove(position, mover.level, game.seed, allowance(game, position.side))
            .then(async ({ move }) => {
                await new Promise((done) => setTimeout(done, CALM_MS - (performance.now() - begin)));
                if (current.current === asked) setGame(makeMove(asked, move, Date.now()));
            })
            .catch((error: Error) => current.current === asked && setTrouble(error.message))
            .finally(() => setThinking(false));
    }, [game, end === null, attempt]);

    const retry = () => setAttempt((n) => n + 1);
    useEffect(() => {
        if (trouble === null) return;
        addEventListener('online', retry);
        return () => removeEventListener('online', retry);
    }, [trouble === null]);

    const move = (chosen: Move) => {
        if (isLegal(position, chosen)) setGame(makeMove(game, chosen, Date.now()));
    };
    return { game, setGame, position, end, mover, mine, thinking, trouble, retry, now, move };
}

/** X's expected score, and whether that is proved. */
interface Evaluation {
    value: number | null;
    proved: boolean;
}

const UNKNOWN: Evaluation = { value: null, proved: false };

/** Looked for while a person thinks: the opponent must not wait for the bar. */
export function useEvaluation({ game, position, end, mover }: Sitting, shown: boolean): Evaluation {
    const [score, setScore] = useState(UNKNOWN);
    useEffect(() => {
        if (!shown) setScore(UNKNOWN);
        if (!shown || (!end && mover.kind === 'engine')) return;
        if (end) return setScore({ value: end.winner === 'x' ? 1 : end.winner === 'o' ? 0 : 0.5, proved: true });
        let gone = false;
        const analysis = engine.analyse(position, { timeMs: 500 }, ({ eval: value, result }) => !gone && setScore({ value, proved: result !== null }));
        return () => {
            gone = true;
            analysis.stop();
        };
    }, [game.moves.length, game.seed, shown, end === null, mover.kind]);
    return score;
}
