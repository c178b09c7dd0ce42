// SPDX-License-Identifier: MIT
// One tournament as its organiser's file made it: ranking, stages with tables or brackets, forfeits.
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, duration, timeControlWords } from '../game/words';
import { getBlob, meetServer, post, server } from '../server/api';
import { crossOf, onlyTable } from '../server/tournament';
import type { MatchState, TournamentReport, TournamentStage, StageTable } from '../server/types';
import { useFetched } from '../server/use_fetched';
import { useLobby } from '../server/use_lobby';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { save } from '../ui/save';
import type { Route } from '../ui/router';
import { useStore } from '../ui/store';
import { toast } from '../ui/toast';
import { Bracket } from './bracket';
import { Changes } from './changes';
import { Held } from './held';
import { LiveMatchCards } from './live_cards';
import { ConnectionNote } from './remote_play';
import { CrossTable, ForfeitList, gamesOf, points } from './tournament_tables';

const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`;

/** With `table`, what that one knows of each bot as well. */
function FinalRanking({ report, id, table }: { report: TournamentReport; id: string; table: StageTable | null }) {
    const awards = report.final.some((row) => row.award !== 0);
    const teams = report.final.some((row) => row.team && row.team !== row.bot);
    const stages = report.stages.length > 1;
    const forfeits = report.final.some((row) => row.forfeits > 0);
    const tallies = new Map((table?.rows ?? []).map((row) => [row.bot, row]));
    // Who has fewer points is behind: only something else is worth a column.
    const decided = (table?.rows ?? []).some((row) => row.decided_by && row.decided_by !== 'points');
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label="Ranking">
            <table data-testid="ranking">
                <thead>
                    <tr>
                        <th class="number">#</th><th>Bot</th>{teams && <th>Team</th>}{stages && <th>Reached</th>}{awards && <th class="number">Points</th>}
                        <th class="number">Score</th>
                        {table && <><th class="number">Won</th><th class="number">Drawn</th><th class="number">Lost</th><th class="number">Blocks</th></>}
                        {forfeits && <th class="number">Forfeits</th>}<th class="number">Elo</th><th class="number">Games</th>{decided && <th>Behind by</th>}
                    </tr>
                </thead>
                <tbody>
                    {report.final.map((row) => (
                        <tr key={row.bot}>
                            <td class="number">{row.place}</td>
                            <th scope="row" class="bot-name"><a href={gamesOf(row.bot, id)}>{row.bot}</a>{row.away && <span class="bad" title={row.away.reason}> {row.away.kind}</span>}</th>
                            {teams && <td>{row.team}</td>}
                            {stages && <td class="quiet">{row.last_stage}</td>}
                            {awards && <td class="number"><b>{points(row.award)}</b></td>}
                            <td class="number score">{row.games > 0 ? <><b>{points(row.points)}</b> <span class="quiet">of {points(row.most_points)}</span></> : '–'}</td>
                            {table && <TallyCells tally={tallies.get(row.bot)} />}
                            {forfeits && <td class={`number ${row.forfeits ? 'bad' : ''}`}>{row.forfeits}</td>}
                            <td class="number">
                                {row.elo.games > 0 ? <>{signed(Math.round(row.elo.value))} <span class="quiet">±{Math.round(row.elo.error)}</span></> : '–'}
                            </td>
                            <td class="number">{row.games}</td>
                            {decided && <td class="quiet">{tallies.get(row.bot)?.decided_by}</td>}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function TallyCells({ tally }: { tally: StageTable['rows'][number] | undefined }) {
    if (!tally) return <><td /><td /><td /><td /></>;
    return (
        <>
            <td class="number">{tally.wins}</td><td class="number">{tally.draws}</td><td class="number">{tally.losses}</td>
            <td class="number">{tally.blocks[0]} : {tally.blocks[1]}</td>
        </>
    );
}

function WhoBeatWhom({ table, stage, match }: { table: StageTable; stage: TournamentStage; match: string }) {
    const names = table.rows.map((row) => row.bot);
    if (names.length <= 2) return null;
    return <CrossTable names={names} cross={crossOf(stage.meetings, names)} label={`Who beat whom, ${table.title}`} match={match} />;
}

function TableView({ table, stage, match }: { table: StageTable; stage: TournamentStage; match: string }) {
    return (
        <>
            {stage.tables.length > 1 && <h3>{table.title}</h3>}
            <div class="card scroll" tabIndex={0} role="group" aria-label={`${stage.name}, ${table.title}`}>
                <table>
                    <thead>
                        <tr>
                            <th class="number">#</th><th>Bot</th><th class="number">Points</th><th class="number">Games</th><th class="number">Won</th>
                            <th class="number">Drawn</th><th class="number">Lost</th><th class="number">Blocks</th><th class="number">Forfeits</th><th>Behind by</th>
                        </tr>
                    </thead>
                    <tbody>
                        {table.rows.map((row) => (
                            <tr key={row.bot}>
                                <td class="number">{row.place}</td><th scope="row" class="bot-name"><a href={gamesOf(row.bot, match)}>{row.bot}</a>{row.away ? ' (away)' : ''}</th>
                                <td class="number"><b>{points(row.points)}</b></td><td class="number">{row.games}</td>
                                <td class="number">{row.wins}</td><td class="number">{row.draws}</td><td class="number">{row.losses}</td>
                                <td class="number">{row.blocks[0]} : {row.blocks[1]}</td>
                                <td class={`number ${row.forfeits ? 'bad' : ''}`}>{row.forfeits}</td><td class="quiet">{row.decided_by}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <WhoBeatWhom table={table} stage={stage} match={match} />
        </>
    );
}

/** With `ranked`, its table is in the ranking already. */
function StageView({ stage, match, ranked }: { stage: TournamentStage; match: string; ranked: StageTable | null }) {
    if (ranked && ranked.rows.length <= 2) return null;
    return (
        <section class="wide-section">
            <h2>{stage.name}{ranked && ': who beat whom'}{!stage.over && stage.meetings.length > 0 && <span class="badge">running</span>}</h2>
            {ranked ? <WhoBeatWhom table={ranked} stage={stage} match={match} /> : stage.bracket
                ? <Bracket name={stage.name} trees={stage.bracket} meetings={stage.meetings} match={match} />
                : stage.tables.map((table) => <TableView key={table.title} table={table} stage={stage} match={match} />)}
        </section>
    );
}

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

function Facts({ report, match }: { report: TournamentReport; match: MatchState | undefined }) {
    const running = match?.state === 'running';
    const games = Math.max(report.games, match?.games_played ?? 0);
    const planned = report.over ? report.games : Math.max(match?.games_planned ?? 0, games);
    const left = useTimeLeft(games, planned);
    const known = !report.over && match?.games_planned;
    return (
        <div class="facts">
            <p class="quiet">
                {report.rules} · {timeControlWords(report.time_control)} · {known ? `${games} of ${counted(planned, 'game')}` : `${counted(report.games, 'game')}${report.over ? '' : ' so far'}`} · {report.created.slice(0, 10)}
                {running && left !== null && <> · about {duration(left)} left</>}
            </p>
            {known && <progress value={games} max={planned} aria-label="Games played" />}
        </div>
    );
}

/** For the organiser: the files that `ninefold tournament report` writes. */
function Reports({ id }: { id: string }) {
    const fetchIt = (format: 'html' | 'csv') =>
        getBlob(`/api/tournaments/${id}/report?format=${format}`).then((blob) => save(`tournament-${id}.${format}`, blob), (e: Error) => toast(e.message, 'error'));
    return (
        <div class="buttons">
            <button type="button" onClick={() => fetchIt('html')}><Icon name="download" />Report with all games</button>
            <button type="button" onClick={() => fetchIt('csv')}><Icon name="download" />Tables as CSV</button>
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
            <button type="button" onClick={() => setAsking(true)}>Stop</button>
            {asking && (
                <Dialog title="Stop the tournament for good?" onClose={() => setAsking(false)}>
                    <p>The games that are over stay; the others will not be played. To go on later, end the server instead: it takes the tournament up again when it is started.</p>
                    <div class="buttons end">
                        <button type="button" onClick={() => setAsking(false)}>Go on playing</button>
                        <button type="button" class="danger" onClick={stop}>Stop for good</button>
                    </div>
                </Dialog>
            )}
        </>
    );
}

/** `#/tournament/ID`. */
export function TournamentPage({ route }: { route: Route }) {
    const id = route.path[1];
    const there = useStore(server);
    useEffect(() => void meetServer(), []);
    const match = (useLobby()?.matches ?? []).find((m) => m.id === id);
    const { value: report, error } = useFetched<TournamentReport>(`/api/tournaments/${id}`, match ? `${match.games_played}:${match.state}` : '');
    if (!report) return <p class="quiet centred" aria-busy={!error || undefined}>{error ?? 'Loading…'}</p>;
    const table = onlyTable(report);
    return (
        <div class="sheet">
            <ConnectionNote />
            <div class="section-head">
                <a class="button" href="#/tournaments"><Icon name="back" />All</a>
                <h1>{report.name}</h1>
                {!report.over && <span class="badge">{match && ['running', 'waiting', 'held'].includes(match.state) ? match.state : 'unfinished'}</span>}
                {!report.over && there && there.organiser && match?.here && <StopButton id={id} />}
            </div>
            <Facts report={report} match={match} />
            {match?.state === 'held' && <Held match={match} organiser={there ? there.organiser : false} />}
            <Changes changes={report.changes} />
            {match?.state === 'running' && <div class="live-grid small"><LiveMatchCards id={id} /></div>}
            <section class="wide-section"><h2>{report.over ? 'Final ranking' : 'Ranking so far'}</h2><FinalRanking report={report} id={id} table={table} /></section>
            {[...report.stages].reverse().map((stage) => <StageView key={stage.name} stage={stage} match={id} ranked={table} />)}
            <ForfeitList forfeits={report.forfeits.map((f) => ({ ...f, game: `${id}.${f.game}` }))} />
            {there && there.organiser && report.games > 0 && <Reports id={id} />}
        </div>
    );
}
