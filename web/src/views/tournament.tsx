// SPDX-License-Identifier: MIT
// A tournament as its report tells it: ranking, stages with tables or brackets, forfeits. It knows no server.
import type { StageTable, TournamentReport, TournamentStage } from '../contract/types';
import { counted, timeControlWords } from '../game/words';
import { crossOf, onlyTable } from '../server/tournament';
import { Bracket } from './bracket';
import { CrossTable, ForfeitList, gamesOf, points } from './tournament_tables';

const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`;

/** From fewer games what having X is worth can be anything. */
const ENOUGH_FOR_X = 30;
/** A larger cross table cannot be read; a bot's name leads to its games instead. */
const LARGEST_CROSS_TABLE = 120;

/** What is played, on one line. */
export function TournamentFacts({ report }: { report: TournamentReport }) {
    const odds = report.final.flatMap((row) => (row.time_control ? [`${row.bot}: ${timeControlWords(row.time_control)}`] : []));
    const facts = [
        report.rules, timeControlWords(report.time_control), ...odds, counted(report.final.length, 'bot'),
        `${counted(report.games, 'game')}${report.over ? '' : ' so far'}`, ...(report.points === 'plain' ? [] : [`points: ${report.points}`]),
        `seed ${report.seed}`, report.created.slice(0, 10),
    ];
    return <p class="quiet">{facts.filter(Boolean).join(' · ')}</p>;
}

type FinalRow = TournamentReport['final'][number];

/** Which columns a ranking needs. */
function columnsOf(report: TournamentReport, table: StageTable | null) {
    return {
        awards: report.final.some((row) => row.award !== 0),
        teams: report.final.some((row) => row.team && row.team !== row.bot),
        stages: report.stages.length > 1,
        forfeits: report.final.some((row) => row.forfeits > 0),
        tally: table !== null,
        // Who has fewer points is behind: only something else is worth a column.
        decided: (table?.rows ?? []).some((row) => row.decided_by && row.decided_by !== 'points'),
    };
}

function RankingHead({ columns }: { columns: ReturnType<typeof columnsOf> }) {
    return (
        <tr>
            <th class="number">#</th><th>Bot</th>{columns.teams && <th>Team</th>}{columns.stages && <th>Reached</th>}
            {columns.awards && <th class="number">Points</th>}<th class="number">Score</th>
            {columns.tally && <><th class="number">Won</th><th class="number">Drawn</th><th class="number">Lost</th><th class="number">Blocks</th></>}
            {columns.forfeits && <th class="number">Forfeits</th>}<th class="number">Elo</th><th class="number">Games</th>{columns.decided && <th>Behind by</th>}
        </tr>
    );
}

function RankingRow({ row, id, columns, tally }: {
    row: FinalRow; id: string; columns: ReturnType<typeof columnsOf>; tally: StageTable['rows'][number] | undefined;
}) {
    return (
        <tr>
            <td class="number">{row.place}</td>
            <th scope="row" class="bot-name">
                <a href={gamesOf(row.bot, id)}>{row.bot}</a>
                {row.away && <span class="bad"> {row.away.kind}{row.away.reason && `: ${row.away.reason}`}</span>}
            </th>
            {columns.teams && <td>{row.team}</td>}
            {columns.stages && <td class="quiet">{row.last_stage}</td>}
            {columns.awards && <td class="number"><b>{points(row.award)}</b></td>}
            <td class="number score">{row.games > 0 ? <><b>{points(row.points)}</b> <span class="quiet">of {points(row.most_points)}</span></> : '–'}</td>
            {columns.tally && <TallyCells tally={tally} />}
            {columns.forfeits && <td class={`number ${row.forfeits ? 'bad' : ''}`}>{row.forfeits}</td>}
            <td class="number">
                {row.elo.games > 0 ? <>{signed(Math.round(row.elo.value))} <span class="quiet">±{Math.round(row.elo.error)}</span></> : '–'}
            </td>
            <td class="number">{row.games}</td>
            {columns.decided && <td class="quiet">{tally?.decided_by}</td>}
        </tr>
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

/** With `table`, what that one knows of each bot as well. */
function FinalRanking({ report, id, table }: { report: TournamentReport; id: string; table: StageTable | null }) {
    const columns = columnsOf(report, table);
    const tallies = new Map((table?.rows ?? []).map((row) => [row.bot, row]));
    const rated = report.final.reduce((sum, row) => sum + row.elo.games, 0) / 2;
    return (
        <section class="wide-section">
            <h2>{report.over ? 'Final ranking' : 'Ranking so far'}</h2>
            <div class="card scroll" tabIndex={0} role="group" aria-label="Ranking">
                <table data-testid="ranking">
                    <thead><RankingHead columns={columns} /></thead>
                    <tbody>{report.final.map((row) => <RankingRow key={row.bot} row={row} id={id} columns={columns} tally={tallies.get(row.bot)} />)}</tbody>
                </table>
            </div>
            <p class="quiet">
                Elo: Bradley–Terry with draws, 95 % intervals, without forfeits{rated >= ENOUGH_FOR_X && `; having X is worth ${signed(Math.round(report.elo_of_x))}`}.
            </p>
        </section>
    );
}

function WhoBeatWhom({ table, stage, match }: { table: StageTable; stage: TournamentStage; match: string }) {
    const names = table.rows.map((row) => row.bot);
    if (names.length <= 2 || names.length > LARGEST_CROSS_TABLE) return null;
    return <CrossTable names={names} cross={crossOf(stage.meetings, names)} label={`Who beat whom, ${table.title}`} match={match} />;
}

function TableRow({ row, match, forfeits }: { row: StageTable['rows'][number]; match: string; forfeits: boolean }) {
    return (
        <tr class={row.away ? 'away' : row.advances ? 'advances' : ''} title={row.advances ? 'goes on to the next stage' : undefined}>
            <td class="number">{row.place}</td><th scope="row" class="bot-name"><a href={gamesOf(row.bot, match)}>{row.bot}</a>{row.away ? ' (away)' : ''}</th>
            <td class="number"><b>{points(row.points)}</b></td><td class="number">{row.games}</td>
            <TallyCells tally={row} />
            {forfeits && <td class={`number ${row.forfeits ? 'bad' : ''}`}>{row.forfeits}</td>}<td class="quiet">{row.decided_by}</td>
        </tr>
    );
}

function TableView({ table, stage, match }: { table: StageTable; stage: TournamentStage; match: string }) {
    const forfeits = table.rows.some((row) => row.forfeits > 0);
    return (
        <>
            {stage.tables.length > 1 && <h3>{table.title}</h3>}
            <div class="card scroll" tabIndex={0} role="group" aria-label={`${stage.name}, ${table.title}`}>
                <table>
                    <thead>
                        <tr>
                            <th class="number">#</th><th>Bot</th><th class="number">Points</th><th class="number">Games</th><th class="number">Won</th>
                            <th class="number">Drawn</th><th class="number">Lost</th><th class="number">Blocks</th>{forfeits && <th class="number">Forfeits</th>}<th>Behind by</th>
                        </tr>
                    </thead>
                    <tbody>{table.rows.map((row) => <TableRow key={row.bot} row={row} match={match} forfeits={forfeits} />)}</tbody>
                </table>
            </div>
            {!stage.bracket && <WhoBeatWhom table={table} stage={stage} match={match} />}
        </>
    );
}

/** With `ranked`, its table is in the ranking already. */
function StageView({ stage, match, ranked }: { stage: TournamentStage; match: string; ranked: StageTable | null }) {
    if (ranked && ranked.rows.length <= 2 && !stage.bracket) return null;
    return (
        <section class="wide-section">
            <h2>{stage.name}{ranked && !stage.bracket && ': who beat whom'}{!stage.over && stage.meetings.length > 0 && <span class="badge">running</span>}</h2>
            {stage.bracket && <Bracket name={stage.name} trees={stage.bracket} meetings={stage.meetings} match={match} />}
            {ranked
                ? !stage.bracket && <WhoBeatWhom table={ranked} stage={stage} match={match} />
                : stage.tables.map((table) => <TableView key={table.title} table={table} stage={stage} match={match} />)}
        </section>
    );
}

/** The ranking, every stage from the last to the first, and the forfeits. */
export function TournamentTables({ report, id }: { report: TournamentReport; id: string }) {
    const table = onlyTable(report);
    return (
        <>
            <FinalRanking report={report} id={id} table={table} />
            {[...report.stages].reverse().map((stage) => <StageView key={stage.name} stage={stage} match={id} ranked={table} />)}
            <ForfeitList forfeits={report.forfeits.map((f) => ({ ...f, game: `${id}.${f.game}` }))} match={id} />
        </>
    );
}
