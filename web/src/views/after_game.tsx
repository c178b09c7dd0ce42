// SPDX-License-Identifier: MIT
// After a game against the engine: how one stands against that level, and which level to try next.
import { useState } from 'preact/hooks';
import { playedGames, scoreText, standingAgainst, suggestedLevel } from '../game/history';
import { levelName, type LocalGame } from '../game/local_game';
import { localGames } from '../storage/my_games';
import { keptAccuracies } from '../storage/settings';
import { store } from '../storage/store';
import { pageWords } from '../language/pages';

/** How many games were over when a suggestion was last declined: the next one waits for as many more as it needs. */
const declined = store(-100, 'suggestion.declined');
const PATIENCE = 4;

export function AfterGame({ game, level, onPlay }: { game: LocalGame; level: number; onPlay(level: number): void }) {
    // Once for each game that ends; this one may not be kept yet.
    const [played] = useState(() => playedGames([game, ...localGames().filter(({ id }) => id !== game.id)], keptAccuracies.get()));
    const [shown, setShown] = useState(() => played.length >= declined.get() + PATIENCE);
    const said = pageWords.coach.afterGame;
    const standing = standingAgainst(played, level);
    const next = suggestedLevel(played);
    return (
        <div class="after-game" data-testid="after-game">
            <p class="quiet">
                {said.against(scoreText(standing), levelName(level))}
                {standing.accuracy !== null && ` · ${said.accuracy(standing.accuracy)}`}
            </p>
            {shown && next !== null && (
                <div class="note">
                    <span>{(next > level ? said.harder : said.easier)(levelName(next))}</span>
                    <div class="buttons">
                        <button type="button" onClick={() => onPlay(next)}>{said.yes(levelName(next))}</button>
                        <button
                            type="button"
                            onClick={() => {
                                declined.set(played.length);
                                setShown(false);
                            }}
                        >
                            {said.no}
                        </button>
                    </div>
                </div>
            )}
        </div>
    );
}
