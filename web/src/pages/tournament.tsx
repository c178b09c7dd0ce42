// SPDX-License-Identifier: MIT
// One tournament as its organiser's file made it: ranking, stages with tables or brackets, forfeits.
import { useEffect } from 'preact/hooks';
import { meetServer, post, server } from '../server/api';
import { crossOf } from '../server/tournament';
import type { MatchState, TournamentReport, TournamentStage, StageTable } from '../server/types';
import { useFetched } from '../server/use_fetched';
import { useLobby } from '../server/use_lobby';
import { Icon } from '../ui/icon';
import type { Route } from '../ui/router';
import { useStore } from '../ui/store';
import { toast } from '../ui/toast';
import { Bracket } from './bracket';
import { ConnectionNote } from './remote_play';
import { CrossTable, ForfeitList, points } from './tournament_tables';

function FinalRanking({ report }: { report: TournamentReport }) {
    const awards = report.final.some((row) => row.award !== 0);
    const teams = report.final.some((row) => row.team && row.team !== row.bot);
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label="Ranking">
            <table data-testid="ranking">
                <thead>
                    <tr>
                        <th class="number">#</th><th>Bot</th>{teams && <th>Team</th>}<th>Reached</th>{awards && <th class="number">Points</th>}
                        <th class="number">Elo</th><th class="number">Games</th>
                    </tr>
                </thead>
                <tbody>
                    {report.final.map((row) => (
                        <tr key={row.bot}>
                            <td class="number">{row.place}</td>
                            <th scope="row" class="bot-name">{row.bot}{row.away && <span class="bad" title={row.away.reason}> {row.away.kind}</span>}</th>
                            {teams && <td>{row.team}</td>}
                            <td class="quiet">{row.last_stage}</td>
                            {awards && <td class="number"><b>{points(row.award)}</b></td>}
                            <td class="number">
                                {row.elo.games > 0 ? <>{row.elo.value > 0 ? '+' : ''}{Math.round(row.elo.value)} <span class="quiet">±{Math.round(row.elo.error)}</span></> : '–'}
                            </td>
                            <td class="number">{row.elo.games}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

function TableView({ table, stage }: { table: StageTable; stage: TournamentStage }) {
    const names = table.rows.map((row) => row.bot);
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
                                <td class="number">{row.place}</td><th scope="row" class="bot-name">{row.bot}{row.away ? ' (away)' : ''}</th>
                                <td class="number"><b>{points(row.points)}</b></td><td class="number">{row.games}</td>
                                <td class="number">{row.wins}</td><td class="number">{row.draws}</td><td class="number">{row.losses}</td>
                                <td class="number">{row.blocks[0]} : {row.blocks[1]}</td>
                                <td class={`number ${row.forfeits ? 'bad' : ''}`}>{row.forfeits}</td><td class="quiet">{row.decided_by}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            {names.length > 2 && <CrossTable names={names} cross={crossOf(stage.meetings, names)} label={`Who beat whom, ${table.title}`} />}
        </>
    );
}

function StageView({ stage, match }: { stage: TournamentStage; match: string }) {
    return (
        <section class="wide-section">
            <h2>{stage.name}{!stage.over && stage.meetings.length > 0 && <span class="badge">running</span>}</h2>
            {stage.bracket
                ? <Bracket name={stage.name} trees={stage.bracket} meetings={stage.meetings} match={match} />
                : stage.tables.map((table) => <TableView key={table.title} table={table} stage={stage} />)}
        </section>
    );
}

function Facts({ report, match }: { report: TournamentReport; match: MatchState | undefined }) {
    const live = match && (match.state === 'running' || (match.live?.length ?? 0) > 0);
    return (
        <p class="quiet">
            {report.rules} · {report.time_control} · {report.games} games{report.over ? '' : ' so far'} · {report.created.slice(0, 10)}
            {live && <> · <a href="#/watch">live games</a></>}
        </p>
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
    return (
        <div class="sheet">
            <ConnectionNote />
            <div class="section-head">
                <a class="button" href="#/tournaments"><Icon name="back" />All</a>
                <h1>{report.name}</h1>
                {!report.over && <span class="badge">{match?.state === 'running' || match?.state === 'waiting' ? match.state : 'unfinished'}</span>}
                {!report.over && there && there.organiser && match?.here && (
                    <button type="button" onClick={() => post(`/api/matches/${id}/stop`).catch((e: Error) => toast(e.message, 'error'))}>Stop</button>
                )}
            </div>
            <Facts report={report} match={match} />
            <section class="wide-section"><h2>{report.over ? 'Final ranking' : 'Ranking so far'}</h2><FinalRanking report={report} /></section>
            {[...report.stages].reverse().map((stage) => <StageView key={stage.name} stage={stage} match={id} />)}
            <ForfeitList forfeits={report.forfeits.map((f) => ({ ...f, game: `${id}.${f.game}` }))} />
        </div>
    );
}
