// SPDX-License-Identifier: MIT
// Games at the server that wait for anybody.
import type { GameSummary } from '../contract/types';
import { playerWords, rulesWords, timeControlWords } from '../game/phrases';
import { useLobby } from '../server/use_lobby';
import { tokenOf } from '../storage/tokens';
import { Icon } from '../ui/icon';
import { words } from '../language/language';

/** Those of others whose makers are there. */
export const openChallenges = (games: readonly GameSummary[]): GameSummary[] =>
    games.filter((game) => game.state === 'waiting' && game.present === true && tokenOf(game.id) === null);

export function Challenges({ games }: { games: readonly GameSummary[] }) {
    if (games.length === 0) return null;
    return (
        <ul class="challenges" aria-label={words.setup.waitingList}>
            {games.map((game) => (
                <li key={game.id}>
                    <span class="name">{playerWords(game.x || game.o)}</span>
                    <span class="quiet">{rulesWords(game.rules)} · {timeControlWords(game.time_control)} · {words.setup.youPlaySide(game.x ? 'O' : 'X')}</span>
                    <a class="button" href={`#/join/${game.id}`}><Icon name="play" />{words.setup.play}</a>
                </li>
            ))}
        </ul>
    );
}

/** Who waits at this moment, for the choice of a new game. */
export function WhoWaits() {
    const games = openChallenges(useLobby()?.games ?? []);
    if (games.length === 0) return null;
    return <div class="field"><span>{words.setup.waiting}</span><Challenges games={games} /></div>;
}
