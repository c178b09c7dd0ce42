// SPDX-License-Identifier: MIT
// What pages other than the first one say: `pageWords.settings.title` (see language.ts).
import { enPages, type PageWords } from './en_pages';
import { listen } from './language';

export let pageWords: PageWords = enPages;

listen((translation) => {
    pageWords = translation?.pages ?? enPages;
});
