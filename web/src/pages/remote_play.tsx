// SPDX-License-Identifier: MIT
// A game through the server: with somebody who has the link, or with a bot; or watching one.
import { useEffect, useState } from 'preact/hooks';
import type { GameState } from '../contract/types';
import { toQuery } from '../game/link';
import { other, type Side } from '../game/rules';
import { hintWords } from '../game/promise';
import { whyEnded } from '../game/verdict';
import { FORFEITS, howItEnded, percent, playerWords, verdict, whereToPlay } from '../game/phrases';
import { noteOf } from '../hooks/use_heat';
import { useRemoteGame, useRemoteHint, type Act, type RemoteGame } from '../hooks/use_remote_game';
import { clockNow, useGame, useTicking, type FollowedGame } from '../server/use_game';
import { tokenOf } from '../storage/tokens';
import { Icon } from '../ui/icon';
import type { Route } from '../ui/router';
import { toast } from '../ui/toast';
import { ConnectionNote, useCutOff } from '../views/connection_note';
import { EvalBar } from '../views/eval_bar';
import { GameView } from '../views/game_view';
import { Missing } from '../views/missing';
import type { Seat } from '../views/player_strip';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

function ShareLink({ link }: { link: string }) {
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(link);
            toast(pageWords.online.copied);
        } catch {
            toast(pageWords.online.copyByHand);
        }
    };
    return (
        <div class="share-link">
            <input type="text" readOnly value={link} aria-label={pageWords.online.link} data-testid="link" onFocus={(e) => e.currentTarget.select()} />
            <button type="button" class="primary" onClick={copy}><Icon name="link" />{words.buttons.copy}</button>
        </div>
    );
}

function seatOf({ state, position, mine }: RemoteGame, side: Side, clockMs: number | null): Seat {
    const seat = state[side];
    return {
        name: seat.kind === 'open' ? pageWords.online.waitingSeat : playerWords(seat.name),
        detail: mine.includes(side) ? pageWords.online.you : seat.kind === 'bot' ? pageWords.online.bot : undefined,
        absent: seat.kind === 'human' && !seat.present && !mine.includes(side),
        clockMs,
        running: state.clocks?.running === side,
        thinking: seat.kind === 'bot' && state.state === 'running' && position.side === side,
    };
}

/** The opponent's connection is lost; one's own is shown elsewhere. */
function OpponentNote({ game: { state, mine } }: { game: RemoteGame }) {
    const cutOff = useCutOff();
    if (cutOff || mine.length !== 1 || state.state !== 'running') return null;
    const them = state[other(mine[0])];
    if (them.kind !== 'human' || them.present) return null;
    return <p class="note" role="status">{them.name === 'Guest' ? pageWords.online.opponentReconnecting : pageWords.online.reconnecting(them.name)}</p>;
}

/** After the game: another one, or a look at this one. */
function Afterwards({ game, act }: { game: RemoteGame; act: Act }) {
    const { state, record, mine } = game;
    const review = mine.length === 1 ? `${mine[0]}&game=${state.id}` : '1';
    return (
        <div class="buttons">
            {state.next && <a class="button primary" href={`#/game/${state.next}`}><Icon name="again" />{words.play.rematch}</a>}
            {mine.length > 0 && !state.next && (
                <button type="button" class="primary" disabled={state.rematch === mine[0]} onClick={() => act('rematch')}>
                    <Icon name="again" />{rematchWords(state, mine)}
                </button>
            )}
            <a class="button" href={`#/analyse?${toQuery(record.start, record.moves, { x: record.x, o: record.o })}&review=${review}`}><Icon name="analyse" />{words.buttons.analyse}</a>
        </div>
    );
}

function UndoQuestion({ act }: { act: Act }) {
    return (
        <div class="note">
            <span>{pageWords.online.undoAsked}</span>
            <div class="buttons">
                <button type="button" class="primary" onClick={() => act('undo', { accept: true })}>{pageWords.online.allow}</button>
                <button type="button" onClick={() => act('undo', { accept: false })}>{pageWords.online.decline}</button>
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
                <p class="quiet">{pageWords.online.botExpects(percent(info.eval))}{info.depth ? `, ${pageWords.online.depth(info.depth)}` : ''}</p>
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
                <Icon name="undo" />{state.undo === mine[0] ? pageWords.online.asked : words.play.undo}
            </button>
            {againstBot && <button type="button" disabled={!game.myTurn} onClick={onHint}><Icon name="hint" />{words.play.hint}</button>}
            <button type="button" class={confirming ? 'danger' : ''} onClick={() => (confirming ? act('resign') : setConfirming(true))}>
                <Icon name="flag" />{confirming ? words.play.sure : state.state === 'waiting' ? pageWords.online.cancelGame : words.play.resign}
            </button>
        </>
    );
}

function Tools({ game, act, onHint }: { game: RemoteGame; act: Act; onHint(): void }) {
    const { state, mine } = game;
    return (
        <div class="card tools">
            {mine.length > 0 && !game.over && <PlayerTools game={game} act={act} onHint={onHint} />}
            {mine.length === 0 && <a class="button new" href="#/watch"><Icon name="watch" />{pageWords.online.allLive}</a>}
            <a class="button new" href="#/play/new"><Icon name="play" />{words.buttons.newGame}</a>
            {state.spectators > 0 && <span class="quiet watching"><Icon name="watch" /> {pageWords.online.watching(state.spectators)}</span>}
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
    const cutOff = useCutOff();
    if (error && !game) return <Missing title={pageWords.missing.game} error={error} />;
    if (!game) return <><ConnectionNote /><p class="quiet centred" aria-busy="true">{words.loading.now}</p></>;

    const { record, mine, over } = game;
    const notes = hint ? new Map([[hint.move, noteOf(hint.promise, true)]]) : undefined;
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
            passiveReason={mine.length === 0 ? pageWords.online.youWatch : words.illegal.notYourTurn}
            notes={notes}
            above={<><ConnectionNote /><OpponentNote game={game} /></>}
            unsent={cutOff ? game.unsent : null}
            beside={mine.length === 0 && value !== null ? <EvalBar value={value} /> : null}
        >
            <Status game={game} act={act} where={hint ? hintWords(hint.move, hint.promise) : whereToPlay(game.position)} link={link} info={info} />
            <Tools game={game} act={act} onHint={ask} />
        </GameView>
    );
}

function Headline({ game, where }: { game: RemoteGame; where: string }) {
    const { state, record, mine, myTurn } = game;
    const cutOff = useCutOff();
    if (state.state === 'waiting') {
        return (
            <>
                <h1>{pageWords.online.waiting}</h1>
                <p>{mine.length === 0 ? pageWords.online.seatOpen : state.listed ? pageWords.online.anyoneSees : pageWords.online.sendLink}</p>
            </>
        );
    }
    if (state.state === 'ended') {
        return <><h1>{verdict(record.winner, mine)}</h1><p>{endedHow(record)}</p></>;
    }
    // The server's side is one's own while one's move is on its way.
    const { side } = game.position;
    const { name } = state[side];
    // A guest is nobody in particular to the one who plays.
    const nameless = mine.length > 0 && name === 'Guest';
    const alike = state.x.name === state.o.name;
    const mover = `${playerWords(name)}${alike ? ` (${side.toUpperCase()})` : ''}`;
    if (myTurn) return <><h1>{words.play.yourTurn}</h1><p>{where}</p></>;
    if (game.unsent !== null && cutOff) return <div role="status"><h1>{pageWords.online.unsent}</h1><p>{pageWords.online.sentLater}</p></div>;
    return (
        <>
            <h1>{nameless ? pageWords.online.opponentToMove : pageWords.online.toMove(mover)}</h1>
            <p>
                {mine.length === 0 ? pageWords.online.sideTo(side.toUpperCase(), where)
                    : nameless ? pageWords.online.waitingForOpponent : pageWords.online.waitingFor(mover)}
            </p>
        </>
    );
}

/** The server's own sentence tells more of a bot's fault. */
const endedHow = (record: RemoteGame['record']): string =>
    (record.detail && FORFEITS.has(record.ending ?? '') ? whyEnded(record) : howItEnded(record.ending ?? '', record.winner));

function rematchWords(state: GameState, mine: Side[]): string {
    if (state.rematch === null) return words.play.rematch;
    return state.rematch === mine[0] ? pageWords.online.rematchAsked : pageWords.online.rematchAccept;
}
