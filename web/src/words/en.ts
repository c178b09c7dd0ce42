// SPDX-License-Identifier: MIT
// The page's English, which is also the list of what every language must say. Sentences with something in them are
// functions: a language decides on its own order, endings and plurals. This file is a part of the first load; what only
// later pages say is in en_pages.ts.
export const en = {
    name: 'Ninefold',
    tabs: {
        label: 'Pages',
        play: 'Play',
        analyse: 'Analyse',
        watch: 'Watch',
        tournaments: 'Tournaments',
        learn: 'Learn',
        home: 'Ninefold, play',
        skip: 'Skip to the board',
    },
    loading: {
        now: 'Loading…',
        failed: 'This page could not be loaded. The server is gone, or has a newer version.',
        again: 'Reload',
    },
    switches: {
        theme: { auto: 'Colours follow the system', light: 'Light colours', dark: 'Dark colours' },
        change: (now: string) => `${now}; change`,
        sound: 'Sound',
        soundOn: 'Sound is on',
        soundOff: 'Sound is off',
        settings: 'Settings',
    },
};

export type Words = typeof en;
