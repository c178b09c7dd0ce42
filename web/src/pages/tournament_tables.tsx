// SPDX-License-Identifier: MIT
// Tables of events and tournaments.
import type { CrossScore, Standings } from '../server/types';

export const points = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1).replace('.5', '½').replace(/^0½/, '½'));

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

export function CrossTable({ names, cross, label = 'Who beat whom' }: { names: string[]; cross: CrossScore[]; label?: string }) {
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

export interface ForfeitLine {
    /** `M.N` */
    game: string;
    bot: string;
    ending: string;
    detail: string;
}

export function ForfeitList({ forfeits }: { forfeits: ForfeitLine[] }) {
    if (forfeits.length === 0) return null;
    return (
        <section class="wide-section">
            <h2>Forfeits</h2>
            <ul class="card forfeits">
                {forfeits.map((f) => (
                    <li key={f.game}>
                        <b>{f.bot}</b> <span class="bad">{f.ending}</span> <a href={`#/watch/${f.game}`}>game {f.game}</a>
                        <span class="quiet">{f.detail}</span>
                    </li>
                ))}
            </ul>
        </section>
    );
}
