// SPDX-License-Identifier: MIT
// What the page says, in the language that was chosen last: `words.tabs.play`. Read it while drawing, never into a
// constant of a module: the language may change.
import { en, type Words } from './en';
import type { PageWords } from './en_pages';

export type Language = 'en' | 'de' | 'es';

/** Each in its own words. */
export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** A language other than English, which is in the page itself. */
export interface Translation {
    words: Words;
    pages: PageWords;
}

const TRANSLATIONS: Record<Exclude<Language, 'en'>, () => Promise<Translation>> = {
    de: () => import('./de'),
    es: () => import('./es'),
};

export let words: Words = en;

type Listener = (translation: Translation | null) => void;
const listeners: Listener[] = [];
let spoken: Translation | null = null;

/** Calls `listener` now and with every change of language; null is English. */
export function listen(listener: Listener): void {
    listeners.push(listener);
    listener(spoken);
}

/** The first of the browser's languages that the page speaks. */
export function preferred(wanted: readonly string[]): Language {
    const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
    return (known as Language | undefined) ?? 'en';
}

export function say(language: Language, translation: Translation | null): void {
    spoken = translation;
    words = translation?.words ?? en;
    for (const listener of listeners) listener(translation);
    if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** Fetches a language and speaks it; where it cannot be fetched, things stay as they are. */
export async function speak(language: Language): Promise<void> {
    if (language === 'en') return say('en', null);
    await TRANSLATIONS[language]().then((translation) => say(language, translation), () => {});
}
