// SPDX-License-Identifier: MIT
// The English of the pages and dialogs that are loaded when they are opened (see en.ts).
export const enPages = {
    settings: {
        title: 'Settings',
        language: 'Language',
        asBrowser: 'as in the browser',
        close: 'Done',
    },
};

export type PageWords = typeof enPages;
