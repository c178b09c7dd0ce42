// SPDX-License-Identifier: MIT
// A game through the server: with somebody who has the link, or with a bot; or watching one.
import { useEffect, useState } from 'preact/hooks';
import type { CellNote } from '../board/block';
import type { GameState } from '../contract/types';
import { toQuery } from '../game/record';
import type { Move, Side } from '../game/rules';
import { hintWords, howItEnded, percent, verdict, whereToPlay } from '../game/words';
import { useRemoteGame, useRemoteHint, type Act, type RemoteGame } from '../hooks/use_remote_game';
import { clockNow, useGame, useTicking, type FollowedGame } from '../server/use_game';
import { tokenOf } from '../storage/tokens';
import { Icon } from '../ui/icon';
import type { Route } from '../ui/router';
import { toast } from '../ui/toast';
import { ConnectionNote } from '../views/connection_note';
import { EvalBar } from '../views/eval_bar';
import { GameView } from '../views/game_view';
import { MissingGame } from '../views/missing_game';
import type { Seat } from '../views/player_strip';

function ShareLink({ link }: { link: string }) {
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(link);
            toast('The link is copied.');
        } catch {
            toast('Copy the link from the field.');
        }
    };
    return (
        <div class="share-link">
            <input type="text" readOnly value={link} aria-label="Link to the game" data-testid="link" onFocus={(e) => e.currentTarget.select()} />
            <button type="button" class="primary" onClick={copy}><Icon name="link" />Copy</button>
        </div>
    );
}

function seatOf({ state, position, mine }: RemoteGame, side: Side, clockMs: number | null): Seat {
    const seat = state[side];
    return {
        name: seat.kind === 'open' ? 'Waiting…' : seat.name,
        detail: mine.includes(side) ? 'you' : seat.kind === 'bot' ? 'bot' : undefined,
        absent: seat.kind === 'human' && !seat.present && !mine.includes(side),
        clockMs,
        running: state.clocks?.running === side,
        thinking: seat.kind === 'bot' && state.state === 'running' && position.side === side,
    };
}

/** After the game: another one, or a look at this one. */
function Afterwards({ game, act }: { game: RemoteGame; act: Act }) {
    const { state, record, mine } = game;
    return (
        <div class="buttons">
            {mine.length > 0 && (
                <button type="button" class="primary" disabled={state.rematch === mine[0]} onClick={() => act('rematch')}>
                    <Icon name="again" />{rematchWords(state, mine)}
                </button>
            )}
            <a class="button" href={`#/analyse?${toQuery(record.start, record.moves, { x: record.x, o: record.o })}&review=1`}><Icon name="analyse" />Analyse</a>
        </div>
    );
}

function UndoQuestion({ act }: { act: Act }) {
    return (
        <div class="note">
            <span>Your opponent asks to take a move back.</span>
            <div class="buttons">
                <button type="button" class="primary" onClick={() => act('undo', { accept: true })}>Allow</button>
                <button type="button" onClick={() => act('undo', { accept: false })}>Decline</button>
            </div>
        </div>
    );
}

function Status(props: { game: RemoteGame; act: Act; where: string; link: string | null; info: FollowedGame['info'] }) {
    const { game, act, info } = props;
    const { state, mine } = game;
    return (
        <div class="card status" data-testid="status">
            <Headline game={game} where={props.where} />
            {state.state === 'waiting' && props.link && <ShareLink link={props.link} />}
            {game.over && <Afterwards game={game} act={act} />}
            {state.undo && mine.length > 0 && state.undo !== mine[0] && <UndoQuestion act={act} />}
            {info?.eval !== undefined && mine.length === 0 && (
                <p class="quiet">The bot expects {percent(info.eval)} for X{info.depth ? `, depth ${info.depth}` : ''}.</p>
            )}
        </div>
    );
}

/** Of those who play. */
function PlayerTools({ game, act, onHint }: { game: RemoteGame; act: Act; onHint(): void }) {
    const { state, mine } = game;
    const [confirming, setConfirming] = useState(false);
    useEffect(() => setConfirming(false), [state.ply, state.id]);
    const againstBot = state.x.kind === 'bot' || state.o.kind === 'bot';
    return (
        <>
            <button type="button" disabled={state.ply === 0 || state.undo !== null} onClick={() => act('undo')}>
                <Icon name="undo" />{state.undo === mine[0] ? 'Asked' : 'Undo'}
            </button>
            {againstBot && <button type="button" disabled={!game.myTurn} onClick={onHint}><Icon name="hint" />Hint</button>}
            <button type="button" class={confirming ? 'danger' : ''} onClick={() => (confirming ? act('resign') : setConfirming(true))}>
                <Icon name="flag" />{confirming ? 'Sure?' : state.state === 'waiting' ? 'Call off' : 'Resign'}
            </button>
        </>
    );
}

function Tools({ game, act, onHint }: { game: RemoteGame; act: Act; onHint(): void }) {
    const { state, mine } = game;
    return (
        <div class="card tools">
            {mine.length > 0 && !game.over && <PlayerTools game={game} act={act} onHint={onHint} />}
            {mine.length === 0 && <a class="button new" href="#/watch"><Icon name="watch" />All live games</a>}
            <a class="button new" href="#/play/new"><Icon name="play" />New game</a>
            {state.spectators > 0 && <span class="quiet watching"><Icon name="watch" /> {state.spectators} watching</span>}
        </div>
    );
}

/** `#/game/ID`. */
export function RemotePage({ route }: { route: Route }) {
    const id = route.path[1];
    const seat = tokenOf(id);
    const followed = useGame(id, seat?.token ?? null);
    const { error, info } = followed;
    const { game, act, move } = useRemoteGame(id, seat, followed);
    const { hint, ask } = useRemoteHint(game, act);
    const running = game?.state.clocks?.running;
    const now = useTicking(running !== undefined && running !== null);
    if (error && !game) return <MissingGame error={error} />;
    if (!game) return <><ConnectionNote /><p class="quiet centred" aria-busy="true">Loading…</p></>;

    const { record, mine, over } = game;
    const notes = new Map<Move, CellNote>();
    if (hint) notes.set(hint.move, { label: percent(hint.share), warmth: 1, best: true });
    const value = over ? null : info?.eval ?? record.evals.findLast((v) => v !== null) ?? null;
    const link = seat?.secret ? `${location.href.split('#')[0]}#/join/${id}/${seat.secret}` : null;
    return (
        <GameView
            start={record.start}
            moves={game.moves}
            seats={{ x: seatOf(game, 'x', clockNow(followed, 'x', now)), o: seatOf(game, 'o', clockNow(followed, 'o', now)) }}
            mine={mine}
            over={over || game.state.state === 'waiting'}
            winner={over ? record.winner : null}
            onMove={move}
            passiveReason={mine.length === 0 ? 'You are watching this game.' : 'It is not your turn.'}
            notes={notes}
            above={<ConnectionNote />}
            beside={mine.length === 0 && value !== null ? <EvalBar value={value} /> : null}
        >
            <Status game={game} act={act} where={hint ? hintWords(hint.move, hint.share) : whereToPlay(game.position)} link={link} info={info} />
            <Tools game={game} act={act} onHint={ask} />
        </GameView>
    );
}

function Headline({ game, where }: { game: RemoteGame; where: string }) {
    const { state, record, mine, myTurn } = game;
    if (state.state === 'waiting') {
        return (
            <>
                <h1>Waiting for your opponent</h1>
                <p>{mine.length === 0 ? 'A seat is still open.' : state.listed ? 'Whoever is at this server sees that you wait; or send this link.' : 'Send this link; the game begins when it is opened.'}</p>
            </>
        );
    }
    if (state.state === 'ended') {
        return <><h1>{verdict(record.winner, mine)}</h1><p>{record.detail || howItEnded(record.ending ?? '', record.winner)}</p></>;
    }
    const side = state.turn ?? 'x';
    return (
        <>
            <h1>{myTurn ? 'Your turn' : mine.length > 0 && state[side].name === 'Guest' ? 'Your opponent to move' : `${state[side].name} to move`}</h1>
            <p>{myTurn ? where : mine.length === 0 ? `${side.toUpperCase()}: ${where.charAt(0).toLowerCase()}${where.slice(1)}` : 'One moment…'}</p>
        </>
    );
}

function rematchWords(state: GameState, mine: Side[]): string {
    if (state.rematch === null) return 'Rematch';
    return state.rematch === mine[0] ? 'Asked for a rematch' : 'Accept the rematch';
}
