// SPDX-License-Identifier: MIT
// Tournaments and matches; and, for the organiser, a new tournament.
import { useState } from 'preact/hooks';
import type { MatchState, TournamentSummary } from '../contract/types';
import { playerWords, wordFor } from '../game/phrases';
import { post, type ServerInfo } from '../server/api';
import { useFetched } from '../server/use_fetched';
import { useLobby } from '../server/use_lobby';
import { useServer } from '../server/use_server';
import { Icon } from '../ui/icon';
import { Rich } from '../ui/rich';
import type { Route } from '../ui/router';
import { toast } from '../ui/toast';
import { Changes } from '../views/changes';
import { ConnectionNote } from '../views/connection_note';
import { HeldMatches } from '../views/held';
import { points } from '../views/tournament_tables';
import { pageWords } from '../language/pages';
import { words } from '../language/language';
import { NewTournament, OrganiserDialog } from './organise';

function MatchRow({ match, organiser }: { match: MatchState; organiser: boolean }) {
    const pair = `${playerWords(match.a)} – ${playerWords(match.b)}`;
    const stop = () => post(`/api/matches/${match.id}/stop`).catch((e: Error) => toast(e.message, 'error'));
    return (
        <tr>
            <td>{match.games_played > 0 ? <a href={`#/watch/${match.id}.0`}>{pair}</a> : pair}</td>
            <td class="number">{points(match.score[0])} : {points(match.score[1])}</td>
            <td class="number">{match.games_planned === null ? match.games_played : pageWords.tournaments.of(match.games_played, match.games_planned)}</td>
            <td class="quiet">{match.event}</td>
            <td class="quiet" title={match.problem ?? undefined}>{match.state === 'finished' ? '' : wordFor(pageWords.states, match.state)}</td>
            {organiser && <td>{match.here && match.state === 'running' && <button type="button" onClick={stop}>{pageWords.tournaments.stop}</button>}</td>}
        </tr>
    );
}

/** Matches of two bots; a tournament's games are one match without a second bot. */
function Matches({ matches, organiser }: { matches: MatchState[]; organiser: boolean }) {
    const named = pageWords.tournaments;
    const changes = matches.flatMap((m) => m.changes.map((change) => ({ ...change, match: `${m.a} – ${m.b}` })));
    return (
        <section class="wide-section">
            <h2>{named.matches}</h2>
            <HeldMatches matches={matches} organiser={organiser} />
            <Changes changes={changes} />
            <div class="card scroll" tabIndex={0} role="group" aria-label={named.matches}>
                <table>
                    <thead><tr><th>{named.match}</th><th class="number">{named.score}</th><th class="number">{named.games}</th><th>{named.event}</th><th />{organiser && <th />}</tr></thead>
                    <tbody>{matches.map((match) => <MatchRow key={match.id} match={match} organiser={organiser} />)}</tbody>
                </table>
            </div>
        </section>
    );
}

function TournamentCard({ tournament, state }: { tournament: TournamentSummary; state: MatchState['state'] | undefined }) {
    return (
        <a class="card event" href={`#/tournament/${tournament.id}`}>
            <h2>{tournament.name}</h2>
            <p class="quiet">{words.numbers.games(tournament.games_played)} · {tournament.created.slice(0, 10)}</p>
            {!tournament.finished && <span class="badge">{pageWords.states[state === 'running' || state === 'held' ? state : 'unfinished']}</span>}
        </a>
    );
}

/** Who the organiser is may have to be proved first. */
function NewOne({ info }: { info: ServerInfo }) {
    const [open, setOpen] = useState(false);
    const close = () => setOpen(false);
    if (!info.organiser) {
        return (
            <>
                <button type="button" onClick={() => setOpen(true)}>{pageWords.tournaments.organiser}</button>
                {open && <OrganiserDialog onClose={close} />}
            </>
        );
    }
    return (
        <>
            <button type="button" class="primary" onClick={() => setOpen(true)}><Icon name="tournaments" />{pageWords.tournaments.create}</button>
            {open && <NewTournament info={info} onClose={close} />}
        </>
    );
}

/** `#/tournaments`; `#/tournaments/EVENT` has what belongs to one event. */
export function TournamentsPage({ route }: { route: Route }) {
    const event = route.path[1];
    const there = useServer();
    const lobby = useLobby()?.matches ?? [];
    const trigger = lobby.map((m) => `${m.id}:${m.games_played}:${m.state}`).join();
    const { value: kept, error } = useFetched<{ tournaments: TournamentSummary[] }>('/api/tournaments', trigger);
    const { value: all } = useFetched<{ matches: MatchState[] }>('/api/matches?limit=200', trigger);
    if (there === false) {
        return <p class="quiet centred"><Rich text={pageWords.tournaments.noServer} /></p>;
    }
    const tournaments = (kept?.tournaments ?? []).filter((t) => !event || t.name === event);
    const matches = (all?.matches ?? []).filter((m) => m.b !== '' && (!event || m.event === event));
    return (
        <div class="sheet">
            <ConnectionNote />
            <div class="section-head">
                {event && <a class="button" href="#/tournaments"><Icon name="back" />{pageWords.tournaments.all}</a>}
                <h1>{event ?? pageWords.tournaments.title}</h1>
                {there && !event && <NewOne info={there} />}
            </div>
            {kept && all && tournaments.length + matches.length === 0 && (
                <p class="quiet"><Rich text={pageWords.tournaments.none} /></p>
            )}
            {error && <p class="quiet">{error.message}</p>}
            <div class="event-grid">
                {tournaments.map((t) => <TournamentCard key={t.id} tournament={t} state={lobby.find((m) => m.id === t.id)?.state} />)}
            </div>
            {matches.length > 0 && <Matches matches={matches} organiser={there ? there.organiser : false} />}
        </div>
    );
}
