// SPDX-License-Identifier: MIT
import { store } from './store';

export type Theme = 'auto' | 'light' | 'dark';

export const theme = store<Theme>('auto', 'theme');
export const muted = store<boolean>(false, 'muted');
export const evaluationShown = store<boolean>(false, 'evaluation');
export const playerName = store<string>('', 'name');

function applyTheme(value: Theme): void {
    if (value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
}

export function followTheme(): void {
    applyTheme(theme.get());
    theme.listen(applyTheme);
}

/** What is shown now, whoever chose it. */
export function isDark(): boolean {
    const chosen = theme.get();
    return chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}
