// SPDX-License-Identifier: MIT
// A game through the server: with somebody who has the link, or with a bot; or watching one.
import { useEffect, useState } from 'preact/hooks';
import type { CellNote } from '../board/board';
import { moveText, parseMove } from '../game/notation';
import { fromJson, toQuery } from '../game/record';
import { isLegal, other, playAll, type Move, type Side } from '../game/rules';
import { hintWords, howItEnded, percent, whereToPlay } from '../game/words';
import { post, type ApiError } from '../server/api';
import { call, connection } from '../server/socket';
import type { GameState } from '../contract/types';
import { clockNow, useGame, useTicking } from '../server/use_game';
import { Icon } from '../ui/icon';
import { go, type Route } from '../ui/router';
import { playerName } from '../ui/settings';
import { sound } from '../ui/sound';
import { useStore } from '../ui/store';
import { announce, toast } from '../ui/toast';
import { EvalBar } from '../views/eval_bar';
import { GameView } from './game_view';
import { verdict } from './play';
import { keepToken, tokenOf } from './tokens';

export function ConnectionNote() {
    return useStore(connection) === 'lost' ? <p class="note warn" role="status">The connection is lost. Trying again…</p> : null;
}

/** `#/join/ID/SECRET`; of a game that is for anybody, without the secret. */
export function JoinPage({ route }: { route: Route }) {
    const [, id, secret] = route.path;
    const [name, setName] = useState(playerName.get());
    const { state, error } = useGame(id, null);
    const known = tokenOf(id);
    useEffect(() => {
        if (known) go(`/game/${id}`, true);
    }, [id]);

    const join = async (e: Event) => {
        e.preventDefault();
        playerName.set(name);
        try {
            const joined = await post<{ token: string; side: Side }>(`/api/games/${id}/join`, {
                ...(secret ? { secret } : {}), name: name.trim() || 'Guest',
            });
            keepToken(id, { side: joined.side, token: joined.token });
            go(`/game/${id}`, true);
        } catch (problem) {
            toast((problem as Error).message, 'error');
            if ((problem as ApiError).code === 'taken') go(`/game/${id}`, true);
        }
    };

    if (error) return <Missing error={error} />;
    const host = state ? (state.x.kind === 'open' ? state.o : state.x) : null;
    return (
        <form class="card invitation" onSubmit={join}>
            <h1>{host ? `${host.name} invites you to a game` : 'An invitation'}</h1>
            <p class="quiet">
                {state ? `You play ${state.x.kind === 'open' ? 'X and begin' : 'O'}. Rules: ${state.record.rules}.` : 'One moment…'}
            </p>
            <label class="field">
                <span>Your name</span>
                <input type="text" maxLength={40} placeholder="Guest" value={name} onInput={(e) => setName(e.currentTarget.value)} />
            </label>
            <div class="buttons">
                <button type="submit" class="primary">Join the game</button>
                <a class="button" href={`#/game/${id}`}>Only watch</a>
            </div>
        </form>
    );
}

function Missing({ error }: { error: ApiError }) {
    return (
        <div class="card invitation">
            <h1>No such game</h1>
            <p class="quiet">{error.message}</p>
            <a class="button primary" href="#/play">Play a game</a>
        </div>
    );
}

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

/** `#/game/ID`. */
export function RemotePage({ route }: { route: Route }) {
    const id = route.path[1];
    const mineKept = tokenOf(id);
    const followed = useGame(id, mineKept?.token ?? null);
    const { state, error, info } = followed;
    const [pending, setPending] = useState<{ ply: number; move: Move } | null>(null);
    const [hint, setHint] = useState<{ ply: number; move: Move; eval: number } | null>(null);
    const [confirming, setConfirming] = useState(false);
    const now = useTicking(state?.clocks?.running !== undefined && state?.clocks?.running !== null);

    useEffect(() => {
        setPending(null);
        setConfirming(false);
    }, [state?.ply, id]);
    useEffect(() => {
        if (state?.state === 'running' && mineKept && state.ply === 0) sound('turn');
    }, [state?.state]);
    useEffect(() => {
        // Seen from another tab.
        const waitsForMe = state?.state === 'running' && mineKept !== null && state.turn === mineKept.side;
        document.title = waitsForMe ? '● Your turn · Ninefold' : 'Ninefold';
    }, [state?.turn, state?.state]);
    useEffect(() => {
        if (!state?.next || !mineKept) return;
        keepToken(state.next, { side: other(mineKept.side), token: mineKept.token });
        go(`/game/${state.next}`);
    }, [state?.next]);

    if (error && !state) return <Missing error={error} />;
    if (!state) return <><ConnectionNote /><p class="quiet centred" aria-busy="true">Loading…</p></>;

    const mine: Side[] = mineKept ? [mineKept.side] : [];
    const record = fromJson(state.record);
    const moves = pending && pending.ply === state.ply + 1 ? [...record.moves, pending.move] : record.moves;
    const position = playAll(record.start, moves);
    const over = state.state === 'ended';
    const againstBot = state.x.kind === 'bot' || state.o.kind === 'bot';
    const myTurn = !over && state.state === 'running' && mine.includes(position.side);

    const act = async (what: string, body: Record<string, unknown> = {}, again = false) => {
        try {
            return await call<Record<string, unknown>>(`/api/games/${id}/${what}`, { token: mineKept?.token, ...body }, again);
        } catch (problem) {
            toast((problem as Error).message, 'error');
            return null;
        }
    };

    const move = async (chosen: Move) => {
        if (!isLegal(position, chosen)) return;
        const ply = state.ply + 1;
        setPending({ ply, move: chosen });
        if (!(await act('move', { move: moveText(chosen), ply }, true))) setPending(null);
    };

    const askHint = async () => {
        const answer = (await act('hint')) as { move: string; eval: number } | null;
        if (!answer) return;
        const chosen = parseMove(answer.move)!;
        const share = position.side === 'x' ? answer.eval : 1 - answer.eval;
        setHint({ ply: state.ply, move: chosen, eval: share });
        announce(hintWords(chosen, share));
    };

    const notes = new Map<Move, CellNote>();
    const fresh = hint?.ply === state.ply ? hint : null;
    if (fresh) notes.set(fresh.move, { label: percent(fresh.eval), warmth: 1, best: true });
    const value = over ? null : info?.eval ?? record.evals.findLast((v) => v !== null) ?? null;
    const link = mineKept?.secret ? `${location.href.split('#')[0]}#/join/${id}/${mineKept.secret}` : null;

    return (
        <GameView
            start={record.start}
            moves={moves}
            seats={{ x: seatOf('x'), o: seatOf('o') }}
            mine={mine}
            over={over || state.state === 'waiting'}
            winner={over ? record.winner : null}
            onMove={move}
            passiveReason={mine.length === 0 ? 'You are watching this game.' : 'It is not your turn.'}
            notes={notes}
            above={<ConnectionNote />}
            beside={mine.length === 0 && value !== null ? <EvalBar value={value} /> : null}
        >
            <div class="card status" data-testid="status">
                <Headline state={state} mine={mine} myTurn={myTurn} where={fresh ? hintWords(fresh.move, fresh.eval) : whereToPlay(position)} ending={over ? howItEnded(record.ending ?? '', record.winner) : ''} />
                {state.state === 'waiting' && link && <ShareLink link={link} />}
                {over && (
                    <div class="buttons">
                        {mine.length > 0 && (
                            <button type="button" class="primary" disabled={state.rematch === mine[0]} onClick={() => act('rematch')}>
                                <Icon name="again" />{rematchWords(state, mine)}
                            </button>
                        )}
                        <a class="button" href={`#/analyse?${toQuery(record.start, record.moves, { x: record.x, o: record.o })}&review=1`}><Icon name="analyse" />Analyse</a>
                    </div>
                )}
                {state.undo && mine.length > 0 && state.undo !== mine[0] && (
                    <div class="note">
                        <span>Your opponent asks to take a move back.</span>
                        <div class="buttons">
                            <button type="button" class="primary" onClick={() => act('undo', { accept: true })}>Allow</button>
                            <button type="button" onClick={() => act('undo', { accept: false })}>Decline</button>
                        </div>
                    </div>
                )}
                {info?.eval !== undefined && mine.length === 0 && (
                    <p class="quiet">The bot expects {percent(info.eval)} for X{info.depth ? `, depth ${info.depth}` : ''}.</p>
                )}
            </div>
            <div class="card tools">
                {mine.length > 0 && !over && (
                    <>
                        <button type="button" disabled={state.ply === 0 || state.undo !== null} onClick={() => act('undo')}>
                            <Icon name="undo" />{state.undo === mine[0] ? 'Asked' : 'Undo'}
                        </button>
                        {againstBot && <button type="button" disabled={!myTurn} onClick={askHint}><Icon name="hint" />Hint</button>}
                        <button type="button" class={confirming ? 'danger' : ''} onClick={() => (confirming ? act('resign') : setConfirming(true))}>
                            <Icon name="flag" />{confirming ? 'Sure?' : state.state === 'waiting' ? 'Call off' : 'Resign'}
                        </button>
                    </>
                )}
                {mine.length === 0 && <a class="button new" href="#/watch"><Icon name="watch" />All live games</a>}
                <a class="button new" href="#/play/new"><Icon name="play" />New game</a>
                {state.spectators > 0 && <span class="quiet watching"><Icon name="watch" /> {state.spectators} watching</span>}
            </div>
        </GameView>
    );

    function seatOf(side: Side) {
        const seat = state![side];
        return {
            name: seat.kind === 'open' ? 'Waiting…' : seat.name,
            detail: mine.includes(side) ? 'you' : seat.kind === 'bot' ? 'bot' : undefined,
            absent: seat.kind === 'human' && !seat.present && !mine.includes(side),
            clockMs: clockNow(followed, side, now),
            running: state!.clocks?.running === side,
            thinking: seat.kind === 'bot' && state!.state === 'running' && position.side === side,
        };
    }
}

function Headline(props: { state: GameState; mine: Side[]; myTurn: boolean; where: string; ending: string }) {
    const { state, mine } = props;
    if (state.state === 'waiting') {
        return (
            <>
                <h1>Waiting for your opponent</h1>
                <p>{mine.length === 0 ? 'A seat is still open.' : state.listed ? 'Whoever is at this server sees that you wait; or send this link.' : 'Send this link; the game begins when it is opened.'}</p>
            </>
        );
    }
    if (state.state === 'ended') {
        return <><h1>{verdict(state.record.winner ?? null, mine)}</h1><p>{state.record.detail || props.ending}</p></>;
    }
    const side = state.turn ?? 'x';
    return (
        <>
            <h1>{props.myTurn ? 'Your turn' : mine.length > 0 && state[side].name === 'Guest' ? 'Your opponent to move' : `${state[side].name} to move`}</h1>
            <p>{props.myTurn ? props.where : mine.length === 0 ? `${side.toUpperCase()}: ${props.where.charAt(0).toLowerCase()}${props.where.slice(1)}` : 'One moment…'}</p>
        </>
    );
}

function rematchWords(state: GameState, mine: Side[]): string {
    if (state.rematch === null) return 'Rematch';
    return state.rematch === mine[0] ? 'Asked for a rematch' : 'Accept the rematch';
}
