// SPDX-License-Identifier: MIT
// Every language, all of it.
import { words as de } from '../src/words/de';
import { pages as dePages } from '../src/words/de_pages';
import { en } from '../src/words/en';
import { enPages, type PageWords } from '../src/words/en_pages';
import { words as es } from '../src/words/es';
import { pages as esPages } from '../src/words/es_pages';
import type { Translation } from '../src/words/words';

export interface WholeLanguage extends Translation {
    pages: PageWords;
}

export const ENGLISH: WholeLanguage = { words: en, pages: enPages };
export const GERMAN: WholeLanguage = { words: de, pages: dePages };
export const SPANISH: WholeLanguage = { words: es, pages: esPages };
