// SPDX-License-Identifier: MIT
import { preferred, type Language } from '../language/language';
import { readKept, store } from './store';

export type Theme = 'auto' | 'light' | 'dark';

export const theme = store<Theme>('auto', 'theme');
/** 'auto': the first of the browser's languages that the page speaks. */
export const language = store<Language | 'auto'>('auto', 'language');
export const muted = store<boolean>(false, 'muted');
/** The two digits of each cell, on the board. */
export const coordinatesShown = store<boolean>(false, 'coordinates');
export const evaluationShown = store<boolean>(false, 'evaluation');
/** Until the first game is over, or somebody says that they know the rules. */
export const newcomer = store<boolean>(readKept<unknown>('game', null) === null, 'newcomer');
/** How well one played the games that were reviewed, 0..100 by their ids. */
export const keptAccuracies = store<Record<string, number>>({}, 'accuracies');
export const playerName = store<string>('', 'name');

/** The colours that are shown now, chosen by the system or in the settings. */
export const colours = store<'light' | 'dark'>('light');

export function followTheme(): void {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
        const chosen = theme.get();
        const next = chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen;
        document.documentElement.dataset.theme = next;
        colours.set(next);
    };
    apply();
    theme.listen(apply);
    system.addEventListener('change', apply);
}

export const spokenLanguage = (): Language => {
    const chosen = language.get();
    return chosen === 'auto' ? preferred(navigator.languages) : chosen;
};
