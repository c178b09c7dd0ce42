// SPDX-License-Identifier: MIT
// Tables of tournaments.
import { whyEnded } from '../game/verdict';
import { endingWords, playerWords } from '../game/phrases';
import type { CrossScore } from '../server/tournament';
import { pageWords } from '../language/pages';
import { words } from '../language/language';
import { breakable } from './breakable';

export const points = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1).replace('.5', '½').replace(/^0½/, '½'));

/** The address of one bot's games in a tournament, all or those against another. */
export const gamesOf = (bot: string, match: string, against?: string): string =>
    `#/watch?${new URLSearchParams({ match, bot, ...(against ? { against } : {}) })}`;

interface Met {
    own: number;
    theirs: number;
    games: number;
}

function CrossCell({ row, column, met, match }: { row: string; column: string; met: Met | undefined; match: string }) {
    if (!met || met.games === 0) return <td class={`number ${row === column ? 'self' : ''}`} />;
    const said = pageWords.ranking.crossCell(points(met.own), points(met.theirs), playerWords(column), words.numbers.games(met.games));
    const share = met.own + met.theirs > 0 ? met.own / (met.own + met.theirs) : 0.5;
    return (
        <td class="number" style={{ '--share': String(share) }}>
            <a href={gamesOf(row, match, column)} title={said} aria-label={said}>{points(met.own)}</a>
        </td>
    );
}

export function CrossTable(
    { names, cross, label, match }: { names: string[]; cross: CrossScore[]; label: string; match: string },
) {
    const score = new Map<string, Met>();
    for (const { a, b, points: [own, theirs], games } of cross) {
        score.set(`${a}\n${b}`, { own, theirs, games });
        score.set(`${b}\n${a}`, { own: theirs, theirs: own, games });
    }
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label={label}>
            <table class="cross">
                <thead>
                    <tr><td />{names.map((name, i) => <th key={name} class="number" title={playerWords(name)}>{i + 1}</th>)}</tr>
                </thead>
                <tbody>
                    {names.map((row, i) => (
                        <tr key={row}>
                            <th scope="row" class="bot-name">{i + 1} {breakable(playerWords(row))}</th>
                            {names.map((column) => <CrossCell key={column} row={row} column={column} met={score.get(`${row}\n${column}`)} match={match} />)}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

export interface ForfeitLine {
    /** `M.N` */
    game: string;
    bot: string;
    against: string;
    ending: string;
    detail: string;
}

/** A broken bot forfeits every game: at most this many of one bot are listed. */
const MOST_FORFEITS = 100;

function ForfeitsOf({ bot, forfeits, match }: { bot: string; forfeits: ForfeitLine[]; match: string }) {
    const endings = [...new Set(forfeits.map((f) => endingWords(f.ending)))].join(', ');
    return (
        <details open={forfeits.length <= 2}>
            <summary><b>{playerWords(bot)}</b> <span class="bad">{endings}</span> <span class="quiet">{pageWords.forfeits.inGames(words.numbers.games(forfeits.length))}</span></summary>
            <ul>
                {forfeits.slice(0, MOST_FORFEITS).map((f) => (
                    <li key={f.game}>
                        <a href={`#/watch/${f.game}`}>{pageWords.forfeits.game(f.game)}</a> {pageWords.forfeits.against(playerWords(f.against))} <span class="bad">{endingWords(f.ending)}</span> <span class="quiet">{whyEnded(f)}</span>
                    </li>
                ))}
                {forfeits.length > MOST_FORFEITS && (
                    <li><a href={`${gamesOf(bot, match)}&forfeits=1`}>{pageWords.forfeits.more(forfeits.length - MOST_FORFEITS)}</a></li>
                )}
            </ul>
        </details>
    );
}

/** Those of one bot together. */
export function ForfeitList({ forfeits, match }: { forfeits: ForfeitLine[]; match: string }) {
    if (forfeits.length === 0) return null;
    const bots = new Map<string, ForfeitLine[]>();
    for (const forfeit of forfeits) {
        if (!bots.has(forfeit.bot)) bots.set(forfeit.bot, []);
        bots.get(forfeit.bot)!.push(forfeit);
    }
    return (
        <section class="wide-section">
            <h2>{pageWords.forfeits.title}</h2>
            <div class="card forfeits">
                {[...bots].map(([bot, own]) => <ForfeitsOf key={bot} bot={bot} forfeits={own} match={match} />)}
            </div>
        </section>
    );
}
