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
    /** Once a later page was opened. */
    pages?: PageWords;
}

const FIRST: Record<Exclude<Language, 'en'>, () => Promise<{ words: Words }>> = {
    de: () => import('./de'),
    es: () => import('./es'),
};
const LATER: Record<Exclude<Language, 'en'>, () => Promise<{ pages: PageWords }>> = {
    de: () => import('./de_pages'),
    es: () => import('./es_pages'),
};

export let words: Words = en;

type Listener = (translation: Translation | null) => void;
const listeners: Listener[] = [];
let language: Language = 'en';
let spoken: Translation | null = null;
let laterPages = false;

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

export function say(next: Language, translation: Translation | null): void {
    language = next;
    spoken = translation;
    words = translation?.words ?? en;
    for (const listener of listeners) listener(translation);
    if (typeof document !== 'undefined') document.documentElement.lang = next;
}

async function fetchTranslation(wanted: Language): Promise<Translation | null> {
    if (wanted === 'en') return null;
    const [first, later] = await Promise.all([FIRST[wanted](), laterPages ? LATER[wanted]() : null]);
    return { words: first.words, pages: later?.pages };
}

/** Fetches a language and speaks it; where it cannot be fetched, things stay as they are. */
export async function speak(wanted: Language): Promise<void> {
    await fetchTranslation(wanted).then((translation) => say(wanted, translation), () => {});
}

/** Fetches what pages other than the first one say, before one of them is drawn. */
export async function speakOnLaterPages(): Promise<void> {
    laterPages = true;
    if (language !== 'en' && !spoken?.pages) say(language, await fetchTranslation(language));
}
