// SPDX-License-Identifier: MIT
// Die Seite auf Deutsch.
import type { Words } from './en';
import type { PageWords } from './en_pages';

export const words: Words = {
    name: 'Ninefold',
    tabs: {
        label: 'Seiten',
        play: 'Spielen',
        analyse: 'Analyse',
        watch: 'Zuschauen',
        tournaments: 'Turniere',
        learn: 'Lernen',
        home: 'Ninefold, spielen',
        skip: 'Zum Brett springen',
    },
    loading: {
        now: 'Wird geladen…',
        failed: 'Diese Seite konnte nicht geladen werden. Der Server ist nicht erreichbar oder hat eine neuere Version.',
        again: 'Neu laden',
    },
    switches: {
        theme: { auto: 'Farben wie im System', light: 'Helle Farben', dark: 'Dunkle Farben' },
        change: (now: string) => `${now}; ändern`,
        sound: 'Ton',
        soundOn: 'Ton ist an',
        soundOff: 'Ton ist aus',
        settings: 'Einstellungen',
    },
};

export const pages: PageWords = {
    settings: {
        title: 'Einstellungen',
        language: 'Sprache',
        asBrowser: 'wie im Browser',
        close: 'Fertig',
    },
};
