// SPDX-License-Identifier: MIT
// Every language, all of it.
import { words as de } from '../src/language/de';
import { pages as dePages } from '../src/language/de_pages';
import { en } from '../src/language/en';
import { enPages, type PageWords } from '../src/language/en_pages';
import { words as es } from '../src/language/es';
import { pages as esPages } from '../src/language/es_pages';
import type { Translation } from '../src/language/language';

export interface WholeLanguage extends Translation {
    pages: PageWords;
}

export const ENGLISH: WholeLanguage = { words: en, pages: enPages };
export const GERMAN: WholeLanguage = { words: de, pages: dePages };
export const SPANISH: WholeLanguage = { words: es, pages: esPages };
