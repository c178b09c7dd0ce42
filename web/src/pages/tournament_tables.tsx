// SPDX-License-Identifier: MIT
// Tables of events and tournaments.
import { counted } from '../game/words';
import type { CrossScore, Standings } from '../server/types';

export const points = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1).replace('.5', '½').replace(/^0½/, '½'));

/** The address of one bot's games, in a tournament or everywhere. */
export function gamesOf(bot: string, match?: string, against?: string): string {
    const query = new URLSearchParams({ ...(match ? { match } : {}), bot, ...(against ? { against } : {}) });
    return `#/watch?${query}`;
}

export function StandingsTable({ standings }: { standings: Standings }) {
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
                            <td class="number">{bot.rank}</td><th scope="row" class="bot-name"><a href={gamesOf(bot.name)}>{bot.name}</a></th>
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

export function CrossTable(
    { names, cross, label = 'Who beat whom', match }: { names: string[]; cross: CrossScore[]; label?: string; match?: string },
) {
    const score = new Map<string, { own: number; games: number }>();
    for (const pair of cross) {
        score.set(`${pair.a}\n${pair.b}`, { own: pair.points[0], games: pair.games });
        score.set(`${pair.b}\n${pair.a}`, { own: pair.points[1], games: pair.games });
    }
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label={label}>
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
                                        {met ? <a href={gamesOf(row, match, column)} aria-label={`${points(met.own)} of ${met.games} against ${column}`}>{points(met.own)}</a> : ''}
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

export interface ForfeitLine {
    /** `M.N` */
    game: string;
    bot: string;
    ending: string;
    detail: string;
}

/** Those of one bot together: a broken bot forfeits every game. */
export function ForfeitList({ forfeits }: { forfeits: ForfeitLine[] }) {
    if (forfeits.length === 0) return null;
    const bots = [...new Set(forfeits.map((f) => f.bot))];
    return (
        <section class="wide-section">
            <h2>Forfeits</h2>
            <div class="card forfeits">
                {bots.map((bot) => {
                    const own = forfeits.filter((f) => f.bot === bot);
                    const endings = [...new Set(own.map((f) => f.ending))].join(', ');
                    return (
                        <details key={bot} open={own.length <= 2}>
                            <summary><b>{bot}</b> <span class="bad">{endings}</span> <span class="quiet">in {counted(own.length, 'game')}</span></summary>
                            <ul>
                                {own.map((f) => (
                                    <li key={f.game}>
                                        <a href={`#/watch/${f.game}`}>game {f.game}</a> <span class="bad">{f.ending}</span>
                                        <span class="quiet">{f.detail}</span>
                                    </li>
                                ))}
                            </ul>
                        </details>
                    );
                })}
            </div>
        </section>
    );
}
