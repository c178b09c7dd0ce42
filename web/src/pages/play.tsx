// SPDX-License-Identifier: MIT
// Play in this browser, against the engine or a person beside you. The board is there at once; the engine
// is fetched while you think about your first move.
import { useEffect, useState } from 'preact/hooks';
import * as engine from '../engine/client';
import {
    canUndo, levelName, nameOf, newGame, otherWay, parseClock, redo, resign, startOf, timeLeft, undo, type LocalGame, type Player,
} from '../game/local_game';
import { rulesText } from '../game/notation';
import { toQuery } from '../game/link';
import type { Side } from '../game/rules';
import { howItEnded, playerWords, verdict, whereToPlay, whyThere } from '../game/phrases';
import { useKeys } from '../hooks/use_keys';
import { heatShown, useHeat } from '../hooks/use_heat';
import { useHint } from '../hooks/use_hint';
import { useEvaluation, useLocalGame, type Sitting } from '../hooks/use_local_game';
import * as api from '../server/api';
import { unfinishedOnline } from '../storage/my_games';
import { evaluationShown, newcomer, playerName } from '../storage/settings';
import { keep, readKept, useStore } from '../storage/store';
import { keepToken } from '../storage/tokens';
import { Icon } from '../ui/icon';
import { later } from '../ui/later';
import { go, parseRoute } from '../ui/router';
import { toast } from '../ui/toast';
import { EvalBar } from '../views/eval_bar';
import { GamePicture } from '../views/game_picture';
import { GameView } from '../views/game_view';
import type { Seat } from '../views/player_strip';
import { words } from '../language/language';
import { reviveSetup, SetupDialog, tieBreakOf, type Setup } from './setup';

const randomSeed = () => Math.floor(Math.random() * 2 ** 31);

const chosenSide = (setup: Setup): Side => (setup.side !== 'random' ? setup.side : Math.random() < 0.5 ? 'x' : 'o');

export function gameFor(setup: Setup, now: number): LocalGame {
    const side = chosenSide(setup);
    const engineOpponent: Player = { kind: 'engine', level: setup.level };
    const human = (name: string): Player => ({ kind: 'human', name });
    const players = setup.opponent === 'here'
        ? { x: human('X'), o: human('O') }
        : side === 'x'
            ? { x: human('You'), o: engineOpponent }
            : { x: engineOpponent, o: human('You') };
    return newGame({
        ruleset: setup.ruleset, tieBreak: tieBreakOf(setup), players, clock: parseClock(setup.clock), seed: randomSeed(), now,
    });
}

/** Games with others, and with bots, are played through the server. */
export async function startRemote(setup: Setup): Promise<void> {
    const side = chosenSide(setup);
    const me = { kind: 'human' as const, name: playerName.get().trim() || 'Guest' };
    const them = setup.opponent === 'link' ? { kind: 'open' as const } : { kind: 'bot' as const, bot: setup.bot };
    const made = await api.newGame({
        x: side === 'x' ? me : them,
        o: side === 'x' ? them : me,
        rules: rulesText({ ruleset: setup.ruleset, tieBreak: tieBreakOf(setup) }),
        time_control: setup.clock,
        ...(setup.opponent === 'link' ? { listed: setup.listed } : {}),
    });
    keepToken(made.game.id, { side, token: made.tokens[side]!, secret: made.secret });
    go(`/game/${made.game.id}`);
}

/** A game that was not over stays among those of this browser, one step away. */
function replaceGame({ game, end, setGame }: Sitting, next: LocalGame): void {
    setGame(next);
    if (game.moves.length > 0 && !end) toast(words.play.kept, 'plain', { label: words.play.resume, run: () => setGame(game) });
}

/** The way back to a game on the server that was left. */
function OnlineNote() {
    const game = unfinishedOnline();
    if (!game) return null;
    const name = playerWords(game[game.side === 'x' ? 'o' : 'x']);
    return (
        <div class="note" data-testid="online-game">
            <span>{name && game.state === 'running' ? words.play.onlineGame(name) : words.play.onlineWaiting}</span>
            <div class="buttons"><a class="button" href={`#/game/${game.id}`}>{words.play.resume}</a></div>
        </div>
    );
}

/** Fetched when a game against the engine is over. */
function AfterGame({ sitting, onLevel }: { sitting: Sitting; onLevel(level: number): void }) {
    const [loaded, setLoaded] = useState<typeof import('../views/after_game') | null>(null);
    useEffect(() => {
        later(import('../views/after_game')).then(setLoaded, () => {});
    }, []);
    const { game, mine } = sitting;
    const opponent = game.players[mine[0] === 'x' ? 'o' : 'x'];
    if (!loaded || mine.length !== 1 || opponent.kind !== 'engine') return null;
    return <loaded.AfterGame key={game.id} game={game} level={opponent.level} onPlay={onLevel} />;
}

function Status({ sitting, hint, onLevel }: { sitting: Sitting; hint: string | null; onLevel(level: number): void }) {
    const { game, position, end, mine } = sitting;
    const ready = useStore(engine.isReady);
    const isNew = useStore(newcomer);
    const last = game.moves.at(-1);
    const where = !isNew ? whereToPlay(position) : last === undefined ? words.play.firstMove : whyThere(position, last);
    if (end) {
        return (
            <div class="card status" data-testid="status">
                <h1>{verdict(end.winner, mine)}</h1>
                <p>{howItEnded(end.ending, end.winner)}</p>
                <div class="buttons">
                    <button type="button" class="primary" onClick={() => sitting.setGame(otherWay(game, Date.now(), randomSeed()))}>
                        <Icon name="again" />{words.play.rematch}
                    </button>
                    <a class="button" href={`#/analyse?${toQuery(startOf(game), game.moves)}&review=${mine.length === 1 ? `${mine[0]}&game=${game.id}` : '1'}`}><Icon name="analyse" />{words.buttons.analyse}</a>
                    {mine.length === 1 && game.moves.length > 0 && (
                        <a class="button" href={`#/analyse?${toQuery(startOf(game), game.moves)}&retry=${mine[0]}&game=${game.id}`}>
                            <Icon name="hint" />{words.play.retry}
                        </a>
                    )}
                </div>
                <AfterGame sitting={sitting} onLevel={onLevel} />
            </div>
        );
    }
    const myTurn = mine.includes(position.side);
    if (!myTurn && sitting.trouble !== null) {
        return (
            <div class="card status" data-testid="status" role="alert">
                <h1>{words.play.noEngine}</h1>
                <p>{words.play.noEngineWhy}</p>
                <div class="buttons"><button type="button" class="primary" onClick={sitting.retry}><Icon name="again" />{words.buttons.tryAgain}</button></div>
            </div>
        );
    }
    return (
        <div class="card status" data-testid="status">
            <h1>{!myTurn ? words.play.engineToMove : mine.length === 2 ? words.play.toMove(position.side.toUpperCase()) : words.play.yourTurn}</h1>
            <p>{hint ?? (myTurn ? where : ready ? words.play.thinking : words.play.downloading)}</p>
        </div>
    );
}

function Tools(props: { sitting: Sitting; onHint(): void }) {
    const { game, setGame, position, end, mine } = props.sitting;
    const [sure, setSure] = useState(false);
    const showEval = useStore(evaluationShown);
    const heat = useStore(heatShown);
    useEffect(() => setSure(false), [game]);
    const giveUp = () => (sure ? setGame(resign(game, mine.length === 1 ? mine[0] : position.side)) : setSure(true));
    return (
        <div class="card tools">
            <button type="button" onClick={() => setGame(undo(game, Date.now()))} disabled={!canUndo(game)}><Icon name="undo" />{words.play.undo}</button>
            <button type="button" onClick={() => setGame(redo(game, Date.now()))} disabled={game.undone.length === 0}><Icon name="redo" />{words.play.redo}</button>
            <button type="button" onClick={props.onHint} disabled={end !== null || !mine.includes(position.side)}><Icon name="hint" />{words.play.hint}</button>
            <button type="button" aria-pressed={heat} onClick={() => heatShown.set(!heat)}><Icon name="heat" />{words.heat.short}</button>
            <button type="button" aria-pressed={showEval} onClick={() => evaluationShown.set(!showEval)}><Icon name="gauge" />{words.play.evaluation}</button>
            <button type="button" class={sure ? 'danger' : ''} disabled={end !== null || game.moves.length === 0} onClick={giveUp}>
                <Icon name="flag" />{sure ? words.play.sure : words.play.resign}
            </button>
        </div>
    );
}

/** On a phone it stays in sight, above the pages' bar. */
function NewGame({ onNew }: { onNew(): void }) {
    return (
        <div class="new-game">
            <button type="button" class="primary" onClick={onNew}><Icon name="play" />{words.buttons.newGame}</button>
            <a class="button" href="#/games"><Icon name="list" />{words.play.myGames}</a>
        </div>
    );
}

function seatOf({ game, position, end, thinking, now }: Sitting, side: Side): Seat {
    const player = game.players[side];
    return {
        name: nameOf(player),
        detail: player.kind === 'engine' ? levelName(player.level) : undefined,
        clockMs: game.clock ? timeLeft(game, side, now) : null,
        running: !end && position.side === side && game.moves.length > 0,
        thinking: thinking && position.side === side,
    };
}

/** The game in three sentences and a picture, for players who see it for the first time. */
function Welcome() {
    return (
        <div class="card welcome" data-testid="welcome">
            <h2>{words.tagline}</h2>
            <div class="in-short">
                <GamePicture />
                <ol>{words.play.inShort.map((line) => <li key={line}>{line}</li>)}</ol>
            </div>
            <div class="buttons">
                <a class="button" href="#/learn"><Icon name="learn" />{words.play.learn}</a>
                <button type="button" onClick={() => newcomer.set(false)}>{words.play.known}</button>
            </div>
        </div>
    );
}

/** `#/play`, and `#/play/new` to choose a game at once. */
export function PlayPage({ choose }: { choose: boolean }) {
    const [setup, setSetup] = useState(() => reviveSetup(readKept<unknown>('setup', null)));
    const sitting = useLocalGame(() => gameFor(setup, Date.now()));
    const [choosing, setChoosing] = useState(choose);
    const showEval = useStore(evaluationShown);
    const score = useEvaluation(sitting, showEval);
    const { game, end, mine } = sitting;
    const heat = useHeat(sitting.position, useStore(heatShown) && !end && mine.includes(sitting.position.side));
    const hint = useHint(sitting, heat);
    const isNew = useStore(newcomer);
    useEffect(() => {
        if (end) newcomer.set(false);
    }, [end === null]);

    useEffect(() => {
        if (choose) setChoosing(true);
    }, [choose]);
    const close = () => {
        setChoosing(false);
        // Where Back closed it, the address is another one already.
        if (parseRoute(location.hash).path.join('/') === 'play/new') go('/play', true);
    };
    const begin = (next: Setup) => {
        setSetup(next);
        keep('setup', next);
        close();
        if (next.opponent === 'link' || next.opponent === 'bot') {
            startRemote(next).catch((error: Error) => toast(error.message, 'error'));
        } else replaceGame(sitting, gameFor(next, Date.now()));
    };

    useKeys({
        u: () => canUndo(game) && sitting.setGame(undo(game, Date.now())),
        h: () => end === null && mine.includes(sitting.position.side) && hint.ask(),
        n: () => setChoosing(true),
    });

    return (
        <GameView
            start={startOf(game)}
            moves={game.moves}
            seats={{ x: seatOf(sitting, 'x'), o: seatOf(sitting, 'o') }}
            mine={mine}
            over={end !== null}
            winner={end?.winner ?? null}
            onMove={sitting.move}
            passiveReason={words.play.engineThinks}
            notes={hint.notes}
            beside={showEval ? <EvalBar {...score} flipped={mine.length === 1 && mine[0] === 'o'} /> : null}
        >
            <Status sitting={sitting} hint={hint.words} onLevel={(level) => begin({ ...setup, opponent: 'engine', level })} />
            <OnlineNote />
            <Tools sitting={sitting} onHint={hint.ask} />
            <NewGame onNew={() => setChoosing(true)} />
            {isNew && game.moves.length < 3 && <Welcome />}
            {choosing && <SetupDialog initial={setup} onClose={close} onStart={begin} />}
        </GameView>
    );
}
