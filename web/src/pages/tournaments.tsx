// SPDX-License-Identifier: MIT
// Tournaments, and events of matches: who leads, who beat whom, forfeits; and, for the organiser, a new one.
import { useEffect, useState } from 'preact/hooks';
import { counted } from '../game/words';
import { meetServer, post, server, type ServerInfo } from '../server/api';
import type { EventSummary, MatchState, Standings, TournamentSummary } from '../contract/types';
import { useFetched } from '../server/use_fetched';
import { useLobby } from '../server/use_lobby';
import { Icon } from '../ui/icon';
import { go, type Route } from '../ui/router';
import { useStore } from '../ui/store';
import { toast } from '../ui/toast';
import { Changes } from '../views/changes';
import { HeldMatches } from './held';
import { NewTournament, OrganiserDialog } from './organise';
import { ConnectionNote } from './remote_play';
import { CrossTable, ForfeitList, points, StandingsTable } from '../views/tournament_tables';

function Pairings({ matches }: { matches: MatchState[] }) {
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label="Pairings">
            <table>
                <thead><tr><th>Pairing</th><th class="number">Score</th><th class="number">Games</th><th /></tr></thead>
                <tbody>
                    {matches.map((match) => (
                        <tr key={match.id}>
                            <td>{match.games_played > 0 ? <a href={`#/watch/${match.id}.0`}>{match.a} – {match.b}</a> : `${match.a} – ${match.b}`}</td>
                            <td class="number">{points(match.score[0])} : {points(match.score[1])}</td>
                            <td class="number">{match.games_played} of {match.games_planned}</td>
                            <td class="quiet" title={match.problem ?? undefined}>{match.state === 'finished' ? '' : match.state}</td>
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

function EventPage({ name, organiser }: { name: string; organiser: boolean }) {
    const lobby = useLobby();
    const mine = (lobby?.matches ?? []).filter((m) => m.event === name);
    const trigger = mine.map((m) => `${m.id}:${m.games_played}:${m.state}`).join();
    const { value: standings, error } = useFetched<Standings>(`/api/standings?event=${encodeURIComponent(name)}`, trigger);
    const { value: all } = useFetched<{ matches: MatchState[] }>('/api/matches?limit=200', trigger);
    const matches = (all?.matches ?? []).filter((m) => m.event === name).sort((a, b) => Number(a.id) - Number(b.id));
    // The games of a tournament are kept as one match without a second bot.
    const tournament = matches.findLast((m) => m.b === '');
    useEffect(() => {
        if (tournament) go(`/tournament/${tournament.id}`, true);
    }, [tournament?.id]);
    const stoppable = organiser ? matches.filter((m) => m.here && m.state === 'running') : [];
    if (!standings) return <p class="quiet centred" aria-busy={!error || undefined}>{error ?? 'Loading…'}</p>;
    return (
        <div class="sheet">
            <ConnectionNote />
            <div class="section-head">
                <a class="button" href="#/tournaments"><Icon name="back" />All</a>
                <h1>{name}</h1>
                {matches.some((m) => m.state === 'running') && <span class="badge">running</span>}
            </div>
            <HeldMatches matches={matches} organiser={organiser} />
            <Changes changes={matches.flatMap((m) => m.changes.map((change) => ({ ...change, match: `${m.a} – ${m.b}` })))} />
            <section class="wide-section"><h2>Standings</h2><StandingsTable standings={standings} /></section>
            <section class="wide-section"><h2>Who beat whom</h2><CrossTable names={standings.bots.map((bot) => bot.name)} cross={standings.cross} /></section>
            <section class="wide-section"><h2>Pairings</h2><Pairings matches={matches} /></section>
            <ForfeitList forfeits={standings.forfeits} />
            <RunningMatches matches={stoppable} />
        </div>
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
    const matches = lobby?.matches ?? [];
    const trigger = matches.map((m) => `${m.id}${m.state}`).join();
    const { value, error } = useFetched<{ events: EventSummary[] }>('/api/events', trigger);
    const kept = useFetched<{ tournaments: TournamentSummary[] }>('/api/tournaments', trigger).value;
    const tournaments = kept?.tournaments ?? [];
    // Both together: every tournament is an event too.
    const events = kept ? (value?.events ?? []).filter((e) => e.event && !tournaments.some((t) => t.name === e.event)) : [];
    const tournamentState = (id: string): string => {
        const state = matches.find((m) => m.id === id)?.state;
        return state === 'running' || state === 'held' ? state : 'unfinished';
    };
    const eventState = (event: string): string => (matches.some((m) => m.event === event && m.state === 'held') ? 'held' : 'running');
    return (
        <div class="sheet">
            <ConnectionNote />
            <div class="section-head">
                <h1>Tournaments</h1>
                {info?.organiser && <button type="button" class="primary" onClick={() => setMaking(true)}><Icon name="tournaments" />New tournament</button>}
                {info && !info.organiser && <button type="button" onClick={() => setProving(true)}>I am the organiser</button>}
            </div>
            {value && kept && events.length + tournaments.length === 0 && (
                <p class="quiet">None yet. Start one here, or with <code>ninefold tournament run FILE --serve</code>; it appears as it is played.</p>
            )}
            {error && <p class="quiet">{error}</p>}
            <div class="event-grid">
                {tournaments.map((t) => (
                    <a key={t.id} class="card event" href={`#/tournament/${t.id}`}>
                        <h2>{t.name}</h2>
                        <p class="quiet">{counted(t.games_played, 'game')} · {t.created.slice(0, 10)}</p>
                        {!t.finished && <span class="badge">{tournamentState(t.id)}</span>}
                    </a>
                ))}
                {events.map((e) => (
                    <a key={e.event} class="card event" href={`#/tournaments/${encodeURIComponent(e.event)}`}>
                        <h2>{e.event}</h2>
                        <p class="quiet">{e.matches} {e.matches === 1 ? 'match' : 'matches'}, {counted(e.games, 'game')} · {e.date?.slice(0, 10)}</p>
                        {e.running > 0 && <span class="badge">{eventState(e.event)}</span>}
                    </a>
                ))}
            </div>
            {proving && <OrganiserDialog onClose={() => setProving(false)} />}
            {making && info && <NewTournament info={info} onClose={() => setMaking(false)} />}
        </div>
    );
}
