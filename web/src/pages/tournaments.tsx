// SPDX-License-Identifier: MIT
// Tournaments: standings, who beat whom, brackets, forfeits; and, for the organiser, a new one.
import { useEffect, useState } from 'preact/hooks';
import { becomeOrganiser, get, meetServer, post, server, type ServerInfo } from '../server/api';
import { bracketOf, pairingOf, stagesOf, type Pairing, type Stage, type Tie } from '../server/bracket';
import type { EventSummary, GameSummary, MatchState, Standings } from '../server/types';
import { useLobby } from '../server/use_lobby';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { go, type Route } from '../ui/router';
import { Segments } from '../ui/segments';
import { useStore } from '../ui/store';
import { toast } from '../ui/toast';
import { ConnectionNote } from './remote_play';

const points = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1).replace('.5', '½').replace(/^0½/, '½'));

/** Something that is fetched again whenever `trigger` changes. */
function useFetched<T>(path: string | null, trigger: unknown): { value: T | null; error: string | null } {
    const [state, setState] = useState<{ value: T | null; error: string | null }>({ value: null, error: null });
    useEffect(() => {
        if (path === null) return;
        let gone = false;
        get<T>(path).then(
            (value) => !gone && setState({ value, error: null }),
            (error: Error) => !gone && setState((old) => ({ ...old, error: error.message })));
        return () => {
            gone = true;
        };
    }, [path, trigger]);
    return state;
}

function StandingsTable({ standings }: { standings: Standings }) {
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label="Standings">
            <table data-testid="standings">
                <thead>
                    <tr>
                        <th class="number">#</th><th>Bot</th><th class="number">Points</th><th class="number">Games</th>
                        <th class="number">Won</th><th class="number">Drawn</th><th class="number">Lost</th><th class="number">Forfeits</th>
                    </tr>
                </thead>
                <tbody>
                    {standings.bots.map((bot) => (
                        <tr key={bot.name}>
                            <td class="number">{bot.rank}</td><th scope="row" class="bot-name">{bot.name}</th>
                            <td class="number"><b>{points(bot.points)}</b></td><td class="number">{bot.games}</td>
                            <td class="number">{bot.wins}</td><td class="number">{bot.draws}</td><td class="number">{bot.losses}</td>
                            <td class={`number ${bot.forfeits ? 'bad' : ''}`}>{bot.forfeits}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function CrossTable({ standings }: { standings: Standings }) {
    const names = standings.bots.map((bot) => bot.name);
    const score = new Map<string, { own: number; games: number }>();
    for (const pair of standings.cross) {
        score.set(`${pair.a}\n${pair.b}`, { own: pair.points[0], games: pair.games });
        score.set(`${pair.b}\n${pair.a}`, { own: pair.points[1], games: pair.games });
    }
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label="Who beat whom">
            <table class="cross">
                <thead>
                    <tr><td />{names.map((name, i) => <th key={name} class="number" title={name}>{i + 1}</th>)}</tr>
                </thead>
                <tbody>
                    {names.map((row, i) => (
                        <tr key={row}>
                            <th scope="row" class="bot-name">{i + 1} {row}</th>
                            {names.map((column) => {
                                const met = score.get(`${row}\n${column}`);
                                const share = met && met.games > 0 ? met.own / met.games : null;
                                return (
                                    <td
                                        key={column} class={`number ${row === column ? 'self' : ''}`}
                                        style={share === null ? undefined : { '--share': String(share) }}
                                        title={met ? `${row} ${points(met.own)} of ${met.games} against ${column}` : undefined}
                                    >
                                        {met ? points(met.own) : ''}
                                    </td>
                                );
                            })}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function Bracket({ rounds }: { rounds: Tie[][] }) {
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label="Bracket">
            <div class="bracket">
                {rounds.map((ties, i) => (
                    <div class="round" key={i}>
                        <h3>{i === rounds.length - 1 && ties.length === 1 ? 'Final' : `Round ${i + 1}`}</h3>
                        <div class="ties">{ties.map((tie) => (
                            <a class="tie" key={tie.game} href={`#/watch/${tie.game}`}>
                                {([tie.a, tie.b] as const).map((name, k) => (
                                    <div key={k} class={tie.winner === name ? 'winner' : ''}>
                                        <span>{name}</span><b>{points(tie.score[k])}</b>
                                    </div>
                                ))}
                            </a>
                        ))}</div>
                    </div>
                ))}
            </div>
        </div>
    );
}

function Pairings({ pairings }: { pairings: Pairing[] }) {
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label="Pairings">
            <table>
                <thead><tr><th>Pairing</th><th class="number">Score</th><th class="number">Games</th></tr></thead>
                <tbody>
                    {pairings.map((pairing) => (
                        <tr key={pairing.game}>
                            <td><a href={`#/watch/${pairing.game}`}>{pairing.a} – {pairing.b}</a></td>
                            <td class="number">{points(pairing.score[0])} : {points(pairing.score[1])}</td>
                            <td class="number">{pairing.games}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function RunningMatches({ matches }: { matches: MatchState[] }) {
    const stop = (id: string) => post(`/api/matches/${id}/stop`).catch((e: Error) => toast(e.message, 'error'));
    return (
        <div class="buttons">
            {matches.map((m) => (
                <button type="button" key={m.id} onClick={() => stop(m.id)}>Stop {m.a} – {m.b}</button>
            ))}
        </div>
    );
}

const MOST_GAMES = 4000;

/** All games of a match, page by page. */
function useGamesOf(match: string | null, trigger: string): GameSummary[] {
    const [games, setGames] = useState<GameSummary[]>([]);
    useEffect(() => {
        if (match === null) return;
        let gone = false;
        const collect = async () => {
            const all: GameSummary[] = [];
            for (let total = 1; all.length < Math.min(total, MOST_GAMES);) {
                const page = await get<{ games: GameSummary[]; total: number }>(`/api/games?match=${match}&limit=200&offset=${all.length}`);
                if (gone || page.games.length === 0) break;
                all.push(...page.games);
                total = page.total;
            }
            if (!gone) setGames(all);
        };
        collect().catch(() => {});
        return () => {
            gone = true;
        };
    }, [match, trigger]);
    return games;
}

/** The stages of an event: of its matches, or inside its one match. */
function useStages(event: string, matches: MatchState[], trigger: string): Stage[] {
    const single = matches.length === 1 ? matches[0] : null;
    const games = useGamesOf(single?.id ?? null, trigger);
    if (!single) return [{ name: '', pairings: matches.map(pairingOf) }];
    return stagesOf(games, event, single.state === 'finished');
}

function StageView({ stage, alone }: { stage: Stage; alone: boolean }) {
    const rounds = bracketOf(stage.pairings);
    return (
        <section class="wide-section">
            <h2>{alone ? (rounds ? 'Bracket' : 'Pairings') : stage.name}</h2>
            {rounds ? <Bracket rounds={rounds} /> : <Pairings pairings={stage.pairings} />}
        </section>
    );
}

function EventPage({ name, organiser }: { name: string; organiser: boolean }) {
    const lobby = useLobby();
    const mine = (lobby?.matches ?? []).filter((m) => m.event === name);
    const trigger = mine.map((m) => `${m.id}:${m.games_played}:${m.state}`).join();
    const { value: standings, error } = useFetched<Standings>(`/api/standings?event=${encodeURIComponent(name)}`, trigger);
    const { value: all } = useFetched<{ matches: MatchState[] }>('/api/matches?limit=200', trigger);
    const matches = (all?.matches ?? []).filter((m) => m.event === name).sort((a, b) => Number(a.id) - Number(b.id));
    const stages = useStages(name, matches, trigger);
    const stoppable = organiser ? matches.filter((m) => m.here && m.state === 'running') : [];
    if (!standings) return <p class="quiet centred">{error ?? 'Loading…'}</p>;
    return (
        <div class="sheet">
            <ConnectionNote />
            <div class="section-head">
                <a class="button" href="#/tournaments"><Icon name="back" />All</a>
                <h1>{name}</h1>
                {matches.some((m) => m.state === 'running') && <span class="badge">running</span>}
            </div>
            <section class="wide-section"><h2>Standings</h2><StandingsTable standings={standings} /></section>
            <section class="wide-section"><h2>Who beat whom</h2><CrossTable standings={standings} /></section>
            {standings.forfeits.length > 0 && (
                <section class="wide-section">
                    <h2>Forfeits</h2>
                    <ul class="card forfeits">
                        {standings.forfeits.map((f) => (
                            <li key={f.game}><b>{f.bot}</b> <span class="bad">{f.ending}</span> <span class="quiet">{f.detail}</span> <a href={`#/watch/${f.game}`}>game {f.game}</a></li>
                        ))}
                    </ul>
                </section>
            )}
            {stages.map((stage) => <StageView key={stage.name} stage={stage} alone={stages.length === 1} />)}
            <RunningMatches matches={stoppable} />
        </div>
    );
}

function NewTournament({ info, onClose }: { info: ServerInfo; onClose(): void }) {
    const [name, setName] = useState('');
    const [bots, setBots] = useState(['greedy', 'minimax', 'engine:level=4']);
    const [others, setOthers] = useState('');
    const [games, setGames] = useState('2');
    const [time, setTime] = useState('move=1s');
    const [rules, setRules] = useState('standard');
    const choices = [...info.bots.map((b) => b.bot), ...[2, 4, 6, 8].map((level) => `engine:level=${level}`)];
    const start = async (e: Event) => {
        e.preventDefault();
        const all = [...bots, ...others.split('\n').map((line) => line.trim()).filter(Boolean)];
        try {
            const made = await post<{ event: string }>('/api/tournaments', {
                bots: all, event: name.trim() || `Tournament of ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`,
                games: Number(games), time_control: time, rules,
            });
            onClose();
            go(`/tournaments/${encodeURIComponent(made.event)}`);
        } catch (error) {
            toast((error as Error).message, 'error');
        }
    };
    return (
        <Dialog title="New tournament" onClose={onClose}>
            <form class="setup" onSubmit={start}>
                <label class="field"><span>Name</span><input type="text" value={name} placeholder="Spring Cup" onInput={(e) => setName(e.currentTarget.value)} /></label>
                <fieldset class="choice">
                    <legend>Bots: everyone meets everyone</legend>
                    <div class="bot-choices">
                        {choices.map((bot) => (
                            <label key={bot} class="check">
                                <input
                                    type="checkbox" checked={bots.includes(bot)}
                                    onChange={(e) => setBots(e.currentTarget.checked ? [...bots, bot] : bots.filter((b) => b !== bot))}
                                />
                                <span>{bot}</span>
                            </label>
                        ))}
                    </div>
                </fieldset>
                <label class="field">
                    <span>Bot files or commands on this machine, one a line</span>
                    <textarea class="short" value={others} placeholder="/home/you/alice.py" onInput={(e) => setOthers(e.currentTarget.value)} />
                </label>
                <Segments label="Games a pairing" value={games} options={['2', '4', '10', '20'].map((n) => ({ value: n, label: n }))} onChange={setGames} />
                <Segments
                    label="Time a move" value={time} onChange={setTime}
                    options={[['move=100ms', '0.1 s'], ['move=1s', '1 s'], ['move=10s', '10 s']].map(([value, label]) => ({ value, label }))}
                />
                <Segments
                    label="Rules" value={rules} onChange={setRules}
                    options={[['standard', 'Standard'], ['open', 'Open'], ['correspondence', 'Corresp.']].map(([value, label]) => ({ value, label }))}
                />
                <div class="buttons end"><button type="button" onClick={onClose}>Cancel</button><button type="submit" class="primary">Start</button></div>
            </form>
        </Dialog>
    );
}

/** On a server that others can reach, starting programs needs the token that it printed. */
function OrganiserDialog({ onClose }: { onClose(): void }) {
    const [token, setToken] = useState('');
    const [wrong, setWrong] = useState(false);
    const tell = async (e: Event) => {
        e.preventDefault();
        if (await becomeOrganiser(token.trim()).catch(() => false)) onClose();
        else setWrong(true);
    };
    return (
        <Dialog title="Organiser" onClose={onClose}>
            <form class="setup" onSubmit={tell}>
                <label class="field">
                    <span>The server's admin token</span>
                    <input type="password" value={token} autocomplete="off" onInput={(e) => setToken(e.currentTarget.value)} />
                    <span class="quiet">It is in the first lines that the server printed, and is forgotten when you close this tab.</span>
                </label>
                {wrong && <p class="note warn" role="alert">The server does not know this token.</p>}
                <div class="buttons end"><button type="button" onClick={onClose}>Cancel</button><button type="submit" class="primary">Go on</button></div>
            </form>
        </Dialog>
    );
}

export function TournamentsPage({ route }: { route: Route }) {
    const there = useStore(server);
    useEffect(() => void meetServer(), []);
    if (there === false) {
        return <p class="quiet centred">Tournaments come from a Ninefold server, and there is none here. Start one with <code>ninefold serve</code>.</p>;
    }
    const organiser = there ? there.organiser : false;
    return route.path[1] ? <EventPage name={route.path[1]} organiser={organiser} /> : <EventList info={there || null} />;
}

function EventList({ info }: { info: ServerInfo | null }) {
    const [making, setMaking] = useState(false);
    const [proving, setProving] = useState(false);
    const lobby = useLobby();
    const { value, error } = useFetched<{ events: EventSummary[] }>('/api/events', (lobby?.matches ?? []).map((m) => `${m.id}${m.state}`).join());
    const events = (value?.events ?? []).filter((e) => e.event);
    return (
        <div class="sheet">
            <ConnectionNote />
            <div class="section-head">
                <h1>Tournaments</h1>
                {info?.organiser && <button type="button" class="primary" onClick={() => setMaking(true)}><Icon name="tournaments" />New tournament</button>}
                {info && !info.organiser && <button type="button" onClick={() => setProving(true)}>I am the organiser</button>}
            </div>
            {value && events.length === 0 && (
                <p class="quiet">None yet. Start one here, or with <code>ninefold tournament run FILE --serve</code>; it appears as it is played.</p>
            )}
            {error && <p class="quiet">{error}</p>}
            <div class="event-grid">
                {events.map((e) => (
                    <a key={e.event} class="card event" href={`#/tournaments/${encodeURIComponent(e.event)}`}>
                        <h2>{e.event}</h2>
                        <p class="quiet">{e.matches} {e.matches === 1 ? 'match' : 'matches'}, {e.games} games · {e.date?.slice(0, 10)}</p>
                        {e.running > 0 && <span class="badge">running</span>}
                    </a>
                ))}
            </div>
            {proving && <OrganiserDialog onClose={() => setProving(false)} />}
            {making && info && <NewTournament info={info} onClose={() => setMaking(false)} />}
        </div>
    );
}
