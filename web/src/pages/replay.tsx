// SPDX-License-Identifier: MIT
// One game, big: live while it is played in a match, else replayed at any speed.
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/board';
import { fromJson, toQuery, type GameRecord } from '../game/record';
import { playAll, type Side } from '../game/rules';
import { counted, FORFEITS, howItEnded, percent, timeControlWords } from '../game/words';
import { get, getBlob, server, type ApiError } from '../server/api';
import type { GameState, MatchState } from '../server/types';
import { useFetched } from '../server/use_fetched';
import { useTicking } from '../server/use_game';
import { clockAfter, liveClock, useMatch } from '../server/use_lobby';
import { Icon } from '../ui/icon';
import { useStore } from '../ui/store';
import { EvalBar } from './eval_bar';
import { MoveList, PlayerStrip } from './game_view';
import { Graph } from './graph';

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/** What a bot reported with its move, whatever it was. */
function Meta({ meta }: { meta: unknown }) {
    if (meta === null || typeof meta !== 'object') return null;
    return (
        <dl class="meta" aria-label="Said by the bot">
            {Object.entries(meta as Record<string, unknown>).slice(0, 12).map(([key, value]) => (
                <div key={key}><dt>{key}</dt><dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd></div>
            ))}
        </dl>
    );
}

/** The tournament or event that a game belongs to; where there is one, with what goes between it and the rest. */
function Where({ id, event, separator }: { id: string; event: string; separator: string }) {
    const [match] = id.split('.');
    const { value } = useFetched<MatchState>(`/api/matches/${match}?limit=1`, '');
    if (!value || (!value.event && value.b !== '')) return <>{event && event + separator}</>;
    const address = value.b === '' ? `#/tournament/${match}` : `#/tournaments/${encodeURIComponent(value.event)}`;
    return <><a href={address}>{event || value.event}</a>{separator}</>;
}

/** For the organiser: what a bot wrote before it forfeited. */
function Log({ id }: { id: string }) {
    const there = useStore(server);
    const organiser = there ? there.organiser : false;
    const [text, setText] = useState('');
    useEffect(() => {
        if (organiser) getBlob(`/api/games/${id}/log`).then((blob) => blob.text()).then(setText, () => {});
    }, [id, organiser]);
    if (!text) return null;
    return (
        <details class="card log" open>
            <summary>What the bot wrote</summary>
            <pre tabIndex={0} role="group" aria-label="What the bot wrote">{text}</pre>
        </details>
    );
}

const took = (seconds: number): string => (seconds < 0.1 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toFixed(2)} s`);
const facts = (record: GameRecord): string => (record.timeControl !== 'none' ? timeControlWords(record.timeControl) : '');

export function ReplayPage({ id }: { id: string }) {
    const [kept, setKept] = useState<GameRecord | null>(null);
    const [error, setError] = useState<ApiError | null>(null);
    const [matchId, setMatchId] = useState<string | null>(null);
    const [ply, setPly] = useState<number | null>(null);
    const [playing, setPlaying] = useState(false);
    const [speed, setSpeed] = useState(1);
    const number = Number(id.split('.')[1]);
    const match = useMatch(matchId);
    const live = match.live.get(number);

    useEffect(() => {
        get<GameState>(`/api/games/${id}`).then((state) => {
            setKept(fromJson(state.record));
            if (state.state === 'running') setMatchId(id.split('.')[0]);
            else {
                setPly(0);
                setPlaying(true);
            }
        }, setError);
    }, [id]);

    const record = live?.record ?? kept;
    const last = record?.moves.length ?? 0;
    // Without a choice of one's own, the newest move of a live game is shown.
    const shown = Math.min(ply ?? last, last);
    useEffect(() => {
        if (!playing || ply === null) return;
        if (ply >= last) {
            if (record?.ending) setPlaying(false);
            return;
        }
        // Unless somebody has picked another move meanwhile.
        const timer = setTimeout(() => setPly((now) => (now === ply ? ply + 1 : now)), 1000 / speed);
        return () => clearTimeout(timer);
    }, [playing, ply, last, speed, record?.ending]);

    // At once after a change: the next key may come before the next frame.
    useLayoutEffect(() => {
        const pressed = (e: KeyboardEvent) => {
            if ((e.target as HTMLElement).closest('input, select, textarea, dialog')) return;
            const to: Record<string, number> = { ArrowLeft: shown - 1, ArrowRight: shown + 1, ArrowUp: 0, ArrowDown: last };
            if (!(e.key in to)) return;
            e.preventDefault();
            setPlaying(false);
            setPly(Math.max(0, Math.min(last, to[e.key])));
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    });

    const running = live !== undefined && !live.record.ending;
    const now = useTicking(running);
    const values = useMemo(() => [null, ...(record?.moves ?? []).map((_, i) => record!.evals[i] ?? null)], [record]);
    if (error) return <p class="quiet centred">{error.message}</p>;
    if (!record) return <p class="quiet centred" aria-busy="true">Loading…</p>;

    // Of a match that goes on, the game that follows.
    const next = [...match.live.values()].find((game) => game.number > number && !game.record.ending);
    const position = playAll(record.start, record.moves.slice(0, shown));
    const over = shown === last && record.ending !== null;
    const known = values.slice(0, shown + 1).findLast((v) => v !== null) ?? null;
    const clockOf = (side: Side): number | null =>
        running && shown === last ? liveClock(live, side, now) : clockAfter(record, side, shown);
    const strip = (side: Side) => (
        <PlayerStrip
            side={side} position={position} turn={!over && position.side === side}
            seat={{ name: record[side] || side.toUpperCase(), clockMs: clockOf(side), running: !over && position.side === side, thinking: running && shown === last && position.side === side }}
        />
    );
    const pick = (n: number) => {
        setPlaying(false);
        setPly(n);
    };

    return (
        <div class="game analysis">
            <section class="table" aria-label="Game">
                {strip('o')}
                <div class="board-row">
                    <EvalBar value={known} />
                    <Board
                        position={over ? { ...position, targets: [] } : position} lastMove={shown > 0 ? record.moves[shown - 1] : null}
                        active={false} passiveReason="You are watching this game."
                    />
                </div>
                {strip('x')}
            </section>
            <aside class="panel" aria-label="Replay">
                <div class="card status" data-testid="status">
                    <h1>{over ? howItEnded(record.ending!, record.winner) : running && ply === null ? 'Live' : `Move ${shown} of ${last}`}</h1>
                    {over && record.detail && <p>{record.detail}</p>}
                    <p class="quiet">{!id.startsWith('0.') && <Where id={id} event={record.event} separator={facts(record) && ' · '} />}{facts(record)}</p>
                    {known !== null && <p class="quiet">X expects {percent(known)}.</p>}
                    {(record.spent[shown - 1] ?? 0) >= 0.001 && <p class="quiet">This move took {took(record.spent[shown - 1]!)}.</p>}
                    <Meta meta={record.metas[shown - 1] ?? null} />
                    {record.notes[shown - 1] && <p class="quiet">{record.notes[shown - 1]}</p>}
                </div>
                <div class="card replay-tools">
                    <div class="stepper">
                        <button type="button" aria-label="To the start" onClick={() => pick(0)}><Icon name="first" /></button>
                        <button type="button" aria-label="Back" onClick={() => pick(Math.max(0, shown - 1))}><Icon name="back" /></button>
                        <button
                            type="button" class="primary" aria-label={playing ? 'Pause' : 'Replay'}
                            onClick={() => {
                                if (!playing) setPly(shown >= last ? 0 : shown);
                                setPlaying(!playing);
                            }}
                        >
                            <Icon name={playing ? 'pause' : 'run'} />
                        </button>
                        <button type="button" aria-label="Forward" onClick={() => pick(Math.min(last, shown + 1))}><Icon name="forward" /></button>
                        <button type="button" aria-label="To the end" onClick={() => pick(last)}><Icon name="last" /></button>
                        {running && <button type="button" aria-pressed={ply === null} onClick={() => setPly(null)}>Live</button>}
                    </div>
                    <label class="field">
                        <span>Speed: {counted(speed, 'move')} a second</span>
                        <input
                            type="range" min={0} max={SPEEDS.length - 1} value={SPEEDS.indexOf(speed)} aria-label="Speed"
                            aria-valuetext={`${counted(speed, 'move')} a second`} onInput={(e) => setSpeed(SPEEDS[Number(e.currentTarget.value)])}
                        />
                    </label>
                    {record.ending && next && (
                        <a class="button primary" href={`#/watch/${matchId}.${next.number}`}><Icon name="run" />The next game is live</a>
                    )}
                    <a class="button" href={`#/analyse?${toQuery(record.start, record.moves, { x: record.x, o: record.o })}${record.ending ? '&review=1' : ''}`}><Icon name="analyse" />Analyse this game</a>
                </div>
                {record.ending && FORFEITS.has(record.ending) && <Log id={id} />}
                <div class="card moves-card">
                    <MoveList moves={record.moves} first={record.start.side} current={shown} onPick={pick} />
                    {values.some((v) => v !== null) && <Graph values={values} mistakes={[]} current={shown} onPick={pick} />}
                </div>
            </aside>
        </div>
    );
}
