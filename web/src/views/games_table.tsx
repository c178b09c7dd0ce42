// SPDX-License-Identifier: MIT
// Kept games, one in each row.
import type { GameSummary } from '../contract/types';
import { movesAfter } from '../game/notation';
import { whyEnded } from '../game/verdict';
import { dateWords, endingWords, FORFEITS, playerWords, rulesWords } from '../game/phrases';
import { go } from '../ui/router';
import { pageWords } from '../language/pages';

export type GameRow = Pick<GameSummary, 'id' | 'x' | 'o' | 'result' | 'ending' | 'winner' | 'ply' | 'detail' | 'rules' | 'event'> & { date?: string };

/** The result in the view of the bot that one looks for, else as records have it. */
function Result({ game, bot }: { game: GameRow; bot: string | null }) {
    const text = game.result.replaceAll('1/2', '½');
    if (!bot || game.ending === null) return <>{text}</>;
    const side = game.x === bot ? 'x' : 'o';
    const word = game.winner === null ? 'drawn' : game.winner === side ? 'won' : 'lost';
    return <span class={`outcome ${word}`} title={text}>{pageWords.games[word]}</span>;
}

const differ = (games: GameRow[], member: 'rules' | 'event'): boolean => games.some((game) => game[member] !== games[0][member]);

export interface GamesTableProps {
    games: GameRow[];
    bot: string | null;
    label: string;
    /** What an event is called here. */
    event?: string;
    /** The game that is looked at. */
    open?: string;
}

/** What is the same for all of them has no column. */
export function GamesTable({ games, bot, label, event: called = pageWords.games.columns.event, open }: GamesTableProps) {
    const { columns } = pageWords.games;
    const [rules, event] = [differ(games, 'rules'), differ(games, 'event')];
    const dates = games.some((game) => game.date);
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label={label}>
            <table class="games rows">
                <thead>
                    <tr>
                        <th class="number">{columns.game}</th><th>{columns.x}</th><th>{columns.o}</th><th>{columns.result}</th><th>{columns.ending}</th>
                        <th class="number">{columns.moves}</th>{rules && <th>{columns.rules}</th>}{event && <th>{called}</th>}{dates && <th>{columns.date}</th>}
                    </tr>
                </thead>
                <tbody>
                    {games.map((game) => (
                        <tr key={game.id} class={game.id === open ? 'open' : ''} onClick={(e) => (e.target as HTMLElement).closest('a') || go(`/watch/${game.id}`)}>
                            <td class="number"><a href={`#/watch/${game.id}`}>{game.id}</a></td>
                            <td><a href={`#/watch/${game.id}`}>{playerWords(game.x) || '–'}</a></td>
                            <td><a href={`#/watch/${game.id}`}>{playerWords(game.o) || '–'}</a></td>
                            <td class="result"><Result game={game} bot={bot} /></td>
                            <td class={FORFEITS.has(game.ending ?? '') ? 'bad' : ''} title={whyEnded(game)}>{endingWords(game.ending)}</td>
                            <td class="number">{movesAfter(game.ply, 'x')}</td>
                            {rules && <td class="quiet">{rulesWords(game.rules)}</td>}
                            {event && <td class="quiet">{game.event}</td>}
                            {dates && <td class="quiet date">{game.date && dateWords(game.date)}</td>}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}
