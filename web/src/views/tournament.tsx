// SPDX-License-Identifier: MIT
// A tournament as its report tells it: ranking, stages with tables or brackets, forfeits. It knows no server.
import type { ComponentChild } from 'preact';
import type { StageTable, TableRow, TournamentReport, TournamentStage } from '../contract/types';
import { decidedWords, roundWords, stageWords } from '../game/stage_phrases';
import { playerWords, rulesWords, timeControlWords, wordFor } from '../game/phrases';
import { crossOf, onlyTable } from '../server/tournament';
import { pageWords } from '../language/pages';
import { words } from '../language/language';
import { Bracket } from './bracket';
import { breakable } from './breakable';
import { CrossTable, ForfeitList, gamesOf, points } from './tournament_tables';

const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`;

/** From fewer games what having X is worth can be anything. */
const ENOUGH_FOR_X = 30;
/** A larger cross table cannot be read; a bot's name leads to its games instead. */
const LARGEST_CROSS_TABLE = 120;

/** What is played, on one line. */
export function TournamentFacts({ report }: { report: TournamentReport }) {
    const odds = report.final.flatMap((row) => (row.time_control ? [`${playerWords(row.bot)}: ${timeControlWords(row.time_control)}`] : []));
    const games = words.numbers.games(report.games);
    const facts = [
        rulesWords(report.rules), timeControlWords(report.time_control), ...odds, words.numbers.bots(report.final.length),
        report.over ? games : pageWords.ranking.soFarGames(games), ...(report.points === 'plain' ? [] : [pageWords.ranking.points(report.points)]),
        pageWords.ranking.seed(report.seed), report.created.slice(0, 10),
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
        decided: (table?.rows ?? []).some((row) => row.decided_by !== ''),
    };
}

function TallyHeads() {
    const { won, drawn, lost, blocks } = pageWords.ranking.columns;
    return <><th class="number">{won}</th><th class="number">{drawn}</th><th class="number">{lost}</th><th class="number">{blocks}</th></>;
}

const tieBreakWords = (row: TableRow | undefined): string => (row?.decided_by ? decidedWords(row.decided_by) : '');

function RankingHead({ columns }: { columns: ReturnType<typeof columnsOf> }) {
    const named = pageWords.ranking.columns;
    return (
        <tr>
            <th class="number">#</th><th>{named.bot}</th>{columns.teams && <th>{named.team}</th>}{columns.stages && <th>{named.reached}</th>}
            {columns.awards && <th class="number">{named.points}</th>}<th class="number">{named.score}</th>
            {columns.tally && <TallyHeads />}{columns.forfeits && <th class="number">{named.forfeits}</th>}
            <th class="number">{named.elo}</th><th class="number">{named.games}</th>{columns.decided && <th>{named.decided}</th>}
        </tr>
    );
}

function RankingRow({ row, id, columns, tally }: {
    row: FinalRow; id: string; columns: ReturnType<typeof columnsOf>; tally: TableRow | undefined;
}) {
    return (
        <tr>
            <td class="number">{row.place}</td>
            <th scope="row" class="bot-name">
                <a href={gamesOf(row.bot, id)}>{breakable(playerWords(row.bot))}</a>
                {row.away && <span class="bad"> {wordFor(pageWords.ranking.absence, row.away.kind)}{row.away.reason && `: ${row.away.reason}`}</span>}
            </th>
            {columns.teams && <td>{row.team}</td>}
            {columns.stages && <td class="quiet">{stageWords(row.last_stage)}</td>}
            {columns.awards && <td class="number"><b>{points(row.award)}</b></td>}
            <td class="number score">{row.games > 0 ? <><b>{points(row.points)}</b> <span class="quiet">{pageWords.ranking.ofMost(points(row.most_points))}</span></> : '–'}</td>
            {columns.tally && <TallyCells tally={tally} />}
            {columns.forfeits && <td class={`number ${row.forfeits ? 'bad' : ''}`}>{row.forfeits}</td>}
            <td class="number">
                {row.elo.games > 0 ? <>{signed(Math.round(row.elo.value))} <span class="quiet">±{Math.round(row.elo.error)}</span></> : '–'}
            </td>
            <td class="number">{row.games}</td>
            {columns.decided && <td class="quiet">{tieBreakWords(tally)}</td>}
        </tr>
    );
}

function TallyCells({ tally }: { tally: TableRow | undefined }) {
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
            <h2>{report.over ? pageWords.ranking.final : pageWords.ranking.soFar}</h2>
            <div class="card scroll" tabIndex={0} role="group" aria-label={pageWords.ranking.label}>
                <table data-testid="ranking">
                    <thead><RankingHead columns={columns} /></thead>
                    <tbody>{report.final.map((row) => <RankingRow key={row.bot} row={row} id={id} columns={columns} tally={tallies.get(row.bot)} />)}</tbody>
                </table>
            </div>
            <p class="quiet">
                {rated >= ENOUGH_FOR_X ? pageWords.ranking.eloOfX(signed(Math.round(report.elo_of_x))) : pageWords.ranking.elo}
            </p>
        </section>
    );
}

function WhoBeatWhom({ table, stage, match }: { table: StageTable; stage: TournamentStage; match: string }) {
    const names = table.rows.map((row) => row.bot);
    if (names.length <= 2 || names.length > LARGEST_CROSS_TABLE) return null;
    return <CrossTable names={names} cross={crossOf(stage.meetings, names)} label={pageWords.ranking.crossOf(roundWords(table.title))} match={match} />;
}

function RowOfTable({ row, match, forfeits, decided }: { row: TableRow; match: string; forfeits: boolean; decided: boolean }) {
    return (
        <tr class={row.away ? 'away' : row.advances ? 'advances' : ''} title={row.advances ? pageWords.ranking.advances : undefined}>
            <td class="number">{row.place}</td><th scope="row" class="bot-name"><a href={gamesOf(row.bot, match)}>{breakable(row.away ? pageWords.ranking.away(playerWords(row.bot)) : playerWords(row.bot))}</a></th>
            <td class="number"><b>{points(row.points)}</b></td><td class="number">{row.games}</td>
            <TallyCells tally={row} />
            {forfeits && <td class={`number ${row.forfeits ? 'bad' : ''}`}>{row.forfeits}</td>}
            {decided && <td class="quiet">{tieBreakWords(row)}</td>}
        </tr>
    );
}

function TableView({ table, stage, match }: { table: StageTable; stage: TournamentStage; match: string }) {
    const forfeits = table.rows.some((row) => row.forfeits > 0);
    const decided = table.rows.some((row) => row.decided_by !== '');
    const named = pageWords.ranking.columns;
    return (
        <>
            {stage.tables.length > 1 && <h3>{roundWords(table.title)}</h3>}
            <div class="card scroll" tabIndex={0} role="group" aria-label={`${stageWords(stage.name)}, ${roundWords(table.title)}`}>
                <table>
                    <thead>
                        <tr>
                            <th class="number">#</th><th>{named.bot}</th><th class="number">{named.points}</th><th class="number">{named.games}</th>
                            <TallyHeads />{forfeits && <th class="number">{named.forfeits}</th>}{decided && <th>{named.decided}</th>}
                        </tr>
                    </thead>
                    <tbody>{table.rows.map((row) => <RowOfTable key={row.bot} row={row} match={match} forfeits={forfeits} decided={decided} />)}</tbody>
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
            <h2>{ranked && !stage.bracket ? pageWords.ranking.cross(stageWords(stage.name)) : stageWords(stage.name)}{!stage.over && stage.meetings.length > 0 && <span class="badge">{pageWords.states.running}</span>}</h2>
            {stage.bracket && <Bracket name={stageWords(stage.name)} trees={stage.bracket} meetings={stage.meetings} match={match} />}
            {ranked
                ? !stage.bracket && <WhoBeatWhom table={ranked} stage={stage} match={match} />
                : stage.tables.map((table) => <TableView key={table.title} table={table} stage={stage} match={match} />)}
        </section>
    );
}

/** The ranking, a picture of it where there is one, every stage from the last to the first, and the forfeits. */
export function TournamentTables({ report, id, picture }: { report: TournamentReport; id: string; picture?: ComponentChild }) {
    const table = onlyTable(report);
    return (
        <>
            <FinalRanking report={report} id={id} table={table} />
            {picture}
            {[...report.stages].reverse().map((stage) => <StageView key={stage.name} stage={stage} match={id} ranked={table} />)}
            <ForfeitList forfeits={report.forfeits.map((f) => ({ ...f, game: `${id}.${f.game}` }))} match={id} />
        </>
    );
}
