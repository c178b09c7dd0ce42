// SPDX-License-Identifier: MIT
// How one stands against each level of the engine, and how accurate one's moves were.
import { playedGames, scoreText, standingAgainst } from '../game/history';
import { levelName, type LocalGame } from '../game/local_game';
import { keptAccuracies } from '../storage/settings';
import { useStore } from '../storage/store';
import { pageWords } from '../language/pages';

/** As many of the last games as anybody compares. */
const MOST = 6;

export function LevelHistory({ games }: { games: readonly LocalGame[] }) {
    const played = playedGames(games, useStore(keptAccuracies));
    const levels = [...new Set(played.map(({ level }) => level))].sort((a, b) => a - b);
    const said = pageWords.coach.history;
    if (levels.length === 0) return null;
    return (
        <section class="wide-section" data-testid="history">
            <h2>{said.title}</h2>
            <div class="card scroll" tabIndex={0} role="group" aria-label={said.title}>
                <table class="games">
                    <thead><tr><th>{said.level}</th><th>{said.score}</th><th class="number">{said.accuracy}</th><th>{said.last}</th></tr></thead>
                    <tbody>
                        {levels.map((level) => {
                            const standing = standingAgainst(played, level);
                            return (
                                <tr key={level}>
                                    <th scope="row">{level} · {levelName(level)}</th><td>{scoreText(standing)}</td>
                                    <td class="number">{standing.accuracy === null ? '–' : said.percent(standing.accuracy)}</td>
                                    <td>{standing.accuracies.slice(-MOST).join(' → ') || '–'}</td>
                                </tr>
                            );
                        })}
                    </tbody>
                </table>
            </div>
            <p class="quiet">{said.about}</p>
        </section>
    );
}
