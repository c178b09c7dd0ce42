// SPDX-License-Identifier: MIT
// Studies kept in this browser, one entry each.
import { parseStudy, studyJson, type Study } from '../game/study';
import { keep, keptNames, readKept } from './store';

const STUDY = 'study.';

/** By name: the same name replaces. False where the browser keeps nothing, or has no room left. */
export const keepStudy = (study: Study): boolean => keep(`${STUDY}${study.base.event}`, studyJson(study));
export const forgetStudy = (name: string): boolean => keep(`${STUDY}${name}`, null);
export const studyNames = (): string[] => keptNames(STUDY).map((name) => name.slice(STUDY.length)).sort();
/** Throws with a sentence where it cannot be read. */
export const keptStudy = (name: string): Study => parseStudy(readKept<unknown>(`${STUDY}${name}`, null));
