// SPDX-License-Identifier: MIT
// One tournament, while it is played and after; and what its organiser can do.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MatchState, TournamentReport } from '../contract/types';
import { duration, wordFor } from '../game/phrases';
import { getBlob, post } from '../server/api';
import { useFetched } from '../server/use_fetched';
import { useLobby } from '../server/use_lobby';
import { useServer } from '../server/use_server';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import type { Route } from '../ui/router';
import { save } from '../ui/save';
import { toast } from '../ui/toast';
import { Changes } from '../views/changes';
import { ConnectionNote } from '../views/connection_note';
import { Held } from '../views/held';
import { LiveMatchCards } from '../views/live_cards';
import { Missing } from '../views/missing';
import { TournamentFacts, TournamentTables } from '../views/tournament';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

/** How long the rest takes at the pace since this page was opened; null until there is one. */
function useTimeLeft(games: number, planned: number): number | null {
    const begun = useRef<{ games: number; at: number } | null>(null);
    const [left, setLeft] = useState<number | null>(null);
    useEffect(() => {
        const now = performance.now();
        if (begun.current === null || games < begun.current.games) begun.current = { games, at: now };
        const played = games - begun.current.games;
        setLeft(played > 1 ? ((now - begun.current.at) / played) * (planned - games) : null);
    }, [games, planned]);
    return left;
}

/** How far it is, and how long the rest takes. */
function Progress({ report, match }: { report: TournamentReport; match: MatchState | undefined }) {
    const games = Math.max(report.games, match?.games_played ?? 0);
    const planned = Math.max(match?.games_planned ?? 0, games);
    const left = useTimeLeft(games, planned);
    if (report.over || !match?.games_planned) return null;
    return (
        <div class="facts">
            <p class="quiet">{pageWords.tournaments.progress(games, words.numbers.games(planned))}{match.state === 'running' && left !== null && ` · ${pageWords.tournaments.left(duration(left))}`}</p>
            <progress value={games} max={planned} aria-label={pageWords.tournaments.played} />
        </div>
    );
}

/** For the organiser: the files that `ninefold tournament report` writes. */
function Reports({ id }: { id: string }) {
    const fetchIt = (format: 'html' | 'csv') =>
        getBlob(`/api/tournaments/${id}/report?format=${format}`).then((blob) => save(`tournament-${id}.${format}`, blob), (e: Error) => toast(e.message, 'error'));
    return (
        <div class="buttons">
            <button type="button" onClick={() => fetchIt('html')}><Icon name="download" />{pageWords.tournaments.report}</button>
            <button type="button" onClick={() => fetchIt('csv')}><Icon name="download" />{pageWords.tournaments.csv}</button>
        </div>
    );
}

/** Stopping is for good, so it is asked about. */
function StopButton({ id }: { id: string }) {
    const [asking, setAsking] = useState(false);
    const stop = () => {
        setAsking(false);
        post(`/api/matches/${id}/stop`).catch((e: Error) => toast(e.message, 'error'));
    };
    return (
        <>
            <button type="button" onClick={() => setAsking(true)}>{pageWords.tournaments.stop}</button>
            {asking && (
                <Dialog title={pageWords.tournaments.stopTitle} onClose={() => setAsking(false)}>
                    <p>{pageWords.tournaments.stopWords}</p>
                    <div class="buttons end">
                        <button type="button" onClick={() => setAsking(false)}>{pageWords.tournaments.goOn}</button>
                        <button type="button" class="danger" onClick={stop}>{pageWords.tournaments.stopForGood}</button>
                    </div>
                </Dialog>
            )}
        </>
    );
}

/** `#/tournament/ID`. */
export function TournamentPage({ route }: { route: Route }) {
    const id = route.path[1];
    const there = useServer();
    const match = (useLobby()?.matches ?? []).find((m) => m.id === id);
    const { value: report, error } = useFetched<TournamentReport>(`/api/tournaments/${id}`, match ? `${match.games_played}:${match.state}` : '');
    if (!report && error) return <Missing title={pageWords.missing.tournament} error={error} tab="tournaments" />;
    if (!report) return <p class="quiet centred" aria-busy="true">{words.loading.now}</p>;
    return (
        <div class="sheet">
            <ConnectionNote />
            <div class="section-head">
                <a class="button" href="#/tournaments"><Icon name="back" />{pageWords.tournaments.all}</a>
                <h1>{report.name}</h1>
                {!report.over && <span class="badge">{wordFor(pageWords.states, match && ['running', 'waiting', 'held'].includes(match.state) ? match.state : 'unfinished')}</span>}
                {!report.over && there && there.organiser && match?.here && <StopButton id={id} />}
            </div>
            <TournamentFacts report={report} />
            <Progress report={report} match={match} />
            {match?.state === 'held' && <Held match={match} organiser={there ? there.organiser : false} />}
            <Changes changes={report.changes} />
            {match?.state === 'running' && <div class="live-grid small"><LiveMatchCards id={id} /></div>}
            <TournamentTables report={report} id={id} />
            {there && there.organiser && report.games > 0 && <Reports id={id} />}
        </div>
    );
}
