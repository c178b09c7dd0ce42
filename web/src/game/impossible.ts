// SPDX-License-Identifier: MIT
// Why no game can lead to a position: what the engine says (src/rules/position_text.cpp), in the page's words.
import { pageWords } from '../language/pages';
import { words } from '../language/language';

type Said = typeof pageWords.coach.editor.impossible;

const place = (digit: string): string => words.where.place(Number(digit));

const SENTENCES: [RegExp, (said: Said, parts: string[]) => string][] = [
    [/: (\d+) x and (\d+) o with . to move/, (said, [x, o]) => said.turns(Number(x), Number(o))],
    [/: both sides have three blocks in line/, (said) => said.bothWon],
    [/: (.) has three blocks in line and is to move/, (said, [side]) => said.moverWon(side)],
    [/: target . with no mark/, (said) => said.noMarks],
    [/: target (\d) cannot be: its blocks are closed/, (said, [cell]) => said.closed(place(cell))],
    [/: target \d cannot be: no mark of (.) in cell (\d)/, (said, [side, cell]) => said.notLast(side, place(cell))],
    [/: target - cannot be: no mark of (.)/, (said, [side]) => said.notFree(side)],
];

/** The engine's own sentence where there is no better one. */
export function whyImpossible(sentence: string): string {
    for (const [pattern, say] of SENTENCES) {
        const found = pattern.exec(sentence);
        if (found) return say(pageWords.coach.editor.impossible, found.slice(1));
    }
    return sentence;
}
