// SPDX-License-Identifier: MIT
// Play in this browser, against the engine or a person beside you. The board is there at once; the engine
// is fetched while you think about your first move.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CellNote } from '../board/board';
import * as engine from '../engine/client';
import {
    canUndo, endOf, LEVEL_NAMES, makeMove, nameOf, newGame, otherWay, parseClock, positionOf, redo, resign, revive,
    startOf, tick, timeLeft, undo, type LocalGame, type Player,
} from '../game/local_game';
import { algebraic, parseMove, rulesText } from '../game/notation';
import { toQuery } from '../game/record';
import { defaultTieBreak, isLegal, type Move, type Side } from '../game/rules';
import { howItEnded, percent, whereToPlay } from '../game/words';
import * as api from '../server/api';
import { Icon } from '../ui/icon';
import { go } from '../ui/router';
import { evaluationShown, playerName } from '../ui/settings';
import { keep, readKept, useStore } from '../ui/store';
import { toast } from '../ui/toast';
import { EvalBar } from './eval_bar';
import { GameView } from './game_view';
import { keepToken } from './tokens';
import { DEFAULT_SETUP, SetupDialog, type Setup } from './setup';

/** An answer that comes sooner than this would hide the animation of one's own move. */
const CALM_MS = 160;

const randomSeed = () => Math.floor(Math.random() * 2 ** 31);

export function gameFor(setup: Setup, now: number): LocalGame {
    const side: Side = setup.side === 'random' ? (Math.random() < 0.5 ? 'x' : 'o') : setup.side;
    const engineOpponent: Player = { kind: 'engine', level: setup.level };
    const human = (name: string): Player => ({ kind: 'human', name });
    const players = setup.opponent === 'here'
        ? { x: human('X'), o: human('O') }
        : side === 'x'
            ? { x: human('You'), o: engineOpponent }
            : { x: engineOpponent, o: human('You') };
    const tieBreak = setup.ruleset === 'standard' && setup.majority ? 'majority' : defaultTieBreak(setup.ruleset);
    return newGame({ ruleset: setup.ruleset, tieBreak, players, clock: parseClock(setup.clock), seed: randomSeed(), now });
}

/** Games with others, and with bots, are played through the server. */
export async function startRemote(setup: Setup): Promise<void> {
    const side: Side = setup.side === 'random' ? (Math.random() < 0.5 ? 'x' : 'o') : setup.side;
    const me = { kind: 'human' as const, name: playerName.get().trim() || 'Guest' };
    const them = setup.opponent === 'link' ? { kind: 'open' as const } : { kind: 'bot' as const, bot: setup.bot };
    const tieBreak = setup.ruleset === 'standard' && setup.majority ? 'majority' : defaultTieBreak(setup.ruleset);
    const made = await api.newGame({
        x: side === 'x' ? me : them,
        o: side === 'x' ? them : me,
        rules: rulesText({ ruleset: setup.ruleset, tieBreak }),
        time_control: setup.clock,
    });
    keepToken(made.game.id, { side, token: made.tokens[side]!, secret: made.secret });
    go(`/game/${made.game.id}`);
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

interface Hint {
    ply: number;
    move: Move;
    eval: number;
    variation: Move[];
}

export function PlayPage() {
    const [setup, setSetup] = useState<Setup>(() => ({ ...DEFAULT_SETUP, ...readKept<Partial<Setup>>('setup', {}) }));
    const [game, setGame] = useState<LocalGame>(
        () => revive(readKept<unknown>('game', null)) ?? gameFor(setup, Date.now()));
    const [choosing, setChoosing] = useState(false);
    const [thinking, setThinking] = useState(false);
    const [hint, setHint] = useState<Hint | null>(null);
    const [score, setScore] = useState<number | null>(null);
    const [confirming, setConfirming] = useState(false);
    const showEval = useStore(evaluationShown);
    const current = useRef(game);
    current.current = game;

    const position = positionOf(game);
    const end = endOf(game);
    const mover = game.players[position.side];
    const now = useNow(game.clock !== null && game.moves.length > 0 && !end);
    const mine = (['x', 'o'] as const).filter((side) => game.players[side].kind === 'human');
    const against = mine.length === 1 ? (game.players.x.kind === 'engine' ? game.players.x : game.players.o) : null;

    useEffect(() => keep('game', game), [game]);
    useEffect(() => {
        setHint(null);
        setConfirming(false);
    }, [game.moves.length, game.seed]);

    // The engine gets ready while the person looks at the board.
    useEffect(() => {
        if (!against) return;
        const timer = setTimeout(() => engine.prepare(startOf(game)).catch(() => {}), 50);
        return () => clearTimeout(timer);
    }, [game.ruleset, game.tieBreak, against === null]);

    useEffect(() => {
        const after = tick(game, now);
        if (after !== game) setGame(after);
    }, [now, game]);

    useEffect(() => {
        if (end || mover.kind !== 'engine') return;
        const asked = game;
        const begin = performance.now();
        setThinking(true);
        const timeMs = game.clock ? Math.max(50, Math.min(1000, timeLeft(game, position.side, Date.now()) / 25)) : 1000;
        engine.engineMove(position, mover.level, game.seed, timeMs)
            .then(async ({ move }) => {
                await new Promise((done) => setTimeout(done, CALM_MS - (performance.now() - begin)));
                if (current.current === asked) setGame(makeMove(asked, move, Date.now()));
            })
            .catch((error: Error) => toast(error.message, 'error'))
            .finally(() => setThinking(false));
    }, [game, end === null]);

    // Only while a person thinks: the opponent must not wait for the bar.
    useEffect(() => {
        if (!showEval) setScore(null);
        if (!showEval || (!end && mover.kind === 'engine')) return;
        if (end) {
            setScore(end.winner === 'x' ? 1 : end.winner === 'o' ? 0 : 0.5);
            return;
        }
        const analysis = engine.analyse(position, { timeMs: 500 }, (thought) => setScore(thought.eval));
        return () => analysis.stop();
    }, [game.moves.length, game.seed, showEval, end === null, mover.kind]);

    const begin = (next: Setup) => {
        setSetup(next);
        keep('setup', next);
        setChoosing(false);
        if (next.opponent === 'link' || next.opponent === 'bot') {
            startRemote(next).catch((error: Error) => toast(error.message, 'error'));
            return;
        }
        setGame(gameFor(next, Date.now()));
    };

    const move = (chosen: Move) => {
        if (isLegal(position, chosen)) setGame(makeMove(game, chosen, Date.now()));
    };

    const askHint = async () => {
        try {
            const thought = await engine.analyse(position, { timeMs: 600 }).done;
            if (!thought || current.current !== game) return;
            const mineEval = position.side === 'x' ? thought.eval : 1 - thought.eval;
            setHint({
                ply: game.moves.length, move: parseMove(thought.move)!, eval: mineEval,
                variation: thought.lines[0].pv.map((m) => parseMove(m)!),
            });
            toast(`Try ${algebraic(parseMove(thought.move)!)}: ${percent(mineEval)} for you.`);
        } catch (error) {
            toast((error as Error).message, 'error');
        }
    };

    const notes = new Map<Move, CellNote>();
    if (hint && hint.ply === game.moves.length) notes.set(hint.move, { label: percent(hint.eval), warmth: 1, best: true });

    const seat = (side: Side) => ({
        name: nameOf(game.players[side]),
        detail: game.players[side].kind === 'engine' ? LEVEL_NAMES[(game.players[side] as { level: number }).level - 1] : undefined,
        clockMs: game.clock ? timeLeft(game, side, now) : null,
        running: !end && position.side === side && game.moves.length > 0,
        thinking: thinking && position.side === side,
    });
    const myTurn = !end && mine.includes(position.side);

    return (
        <GameView
            start={startOf(game)}
            moves={game.moves}
            seats={{ x: seat('x'), o: seat('o') }}
            mine={mine}
            over={end !== null}
            winner={end?.winner ?? null}
            onMove={move}
            passiveReason="The engine is thinking: wait for its move."
            notes={notes}
            beside={showEval ? <EvalBar value={score} flipped={mine.length === 1 && mine[0] === 'o'} /> : null}
        >
            <div class="card status" data-testid="status">
                {end ? (
                    <>
                        <h1>{verdict(end.winner, mine)}</h1>
                        <p>{howItEnded(end.ending, end.winner)}</p>
                        <div class="buttons">
                            <button type="button" class="primary" onClick={() => setGame(otherWay(game, Date.now(), randomSeed()))}>
                                <Icon name="again" />Rematch
                            </button>
                            <a class="button" href={`#/analyse?${toQuery(startOf(game), game.moves)}&review=1`}>
                                <Icon name="analyse" />Analyse
                            </a>
                        </div>
                    </>
                ) : (
                    <>
                        <h1>{myTurn ? (mine.length === 2 ? `${position.side.toUpperCase()} to move` : 'Your turn') : 'Engine to move'}</h1>
                        <p>{myTurn ? whereToPlay(position) : 'One moment…'}</p>
                    </>
                )}
            </div>
            <div class="card tools">
                <button type="button" onClick={() => setGame(undo(game, Date.now()))} disabled={!canUndo(game)}>
                    <Icon name="undo" />Undo
                </button>
                <button type="button" onClick={() => setGame(redo(game, Date.now()))} disabled={game.undone.length === 0}>
                    <Icon name="redo" />Redo
                </button>
                <button type="button" onClick={askHint} disabled={!myTurn}><Icon name="hint" />Hint</button>
                <button type="button" aria-pressed={showEval} onClick={() => evaluationShown.set(!showEval)}>
                    <Icon name="gauge" />Eval
                </button>
                <button
                    type="button"
                    class={confirming ? 'danger' : ''}
                    disabled={end !== null || game.moves.length === 0}
                    onClick={() => (confirming ? setGame(resign(game, mine.length === 1 ? mine[0] : position.side)) : setConfirming(true))}
                >
                    <Icon name="flag" />{confirming ? 'Sure?' : 'Resign'}
                </button>
                <button type="button" class="primary new" onClick={() => setChoosing(true)}><Icon name="play" />New game</button>
            </div>
            {choosing && <SetupDialog initial={setup} onClose={() => setChoosing(false)} onStart={begin} />}
        </GameView>
    );
}

export function verdict(winner: Side | null, mine: Side[]): string {
    if (!winner) return 'A draw';
    if (mine.length !== 1) return `${winner.toUpperCase()} wins`;
    return mine[0] === winner ? 'You win!' : 'You lost';
}
