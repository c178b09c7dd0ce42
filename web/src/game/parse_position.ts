// SPDX-License-Identifier: MIT
// Positions read from text (docs/formats.md).
import { parseRules } from './notation';
import { assemble, lineOf, wonStaysOpen, type Position, type Rules, type Side } from './rules';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

interface Block {
    marks: (Side | null)[];
    owner: Side | null;
    /** Both sides have a line. */
    twice: boolean;
}

function parseBlock(text: string, number: number): Block {
    const marks: (Side | null)[] = [];
    let owner: Side | null = null;
    for (const char of text) {
        if (/[1-9]/.test(char)) marks.push(...Array<null>(Number(char)).fill(null));
        else if (/[xoXO]/.test(char)) {
            const mark = char.toLowerCase() as Side;
            if (char !== mark) owner = mark;
            marks.push(mark);
        } else throw new Error(pageWords.reading.blockCharacter(number, char));
    }
    if (marks.length !== 9) throw new Error(pageWords.reading.blockCells(number, marks.length));
    const x = lineOf(marks, 'x') !== null;
    const o = lineOf(marks, 'o') !== null;
    if (owner && !(x && o)) throw new Error(pageWords.reading.capitals(number));
    const twice = x && o;
    return { marks, owner: owner ?? (twice ? null : x ? 'x' : o ? 'o' : null), twice };
}

/** Both sides have a line in one block only where it stays in play, and the text says who was first. */
function checkTwice(blocks: readonly Block[], { ruleset }: Rules): void {
    blocks.forEach(({ twice, owner }, number) => {
        if (twice && !wonStaysOpen(ruleset)) throw new Error(pageWords.coach.editor.impossible.twice(words.where.place(number)));
        if (twice && owner === null) throw new Error(pageWords.reading.bothLines(number));
    });
}

/** Throws with a sentence that says what is wrong. Whether a game can lead there is the engine's to say. */
export function parsePosition(text: string): Position {
    const fields = text.trim().split(/\s+/);
    if (fields.length !== 4) throw new Error(pageWords.reading.parts);
    const blocks = fields[0].split('/');
    if (blocks.length !== 9) throw new Error(pageWords.reading.blocks(blocks.length));
    const parsed = blocks.map(parseBlock);
    const side = fields[1];
    if (side !== 'x' && side !== 'o') throw new Error(pageWords.reading.side(side.slice(0, 40)));
    if (!/^([0-8]|-)$/.test(fields[2])) throw new Error(pageWords.reading.target(fields[2].slice(0, 40)));
    const rules = parseRules(fields[3]);
    if (!rules) throw new Error(pageWords.reading.rules(fields[3].slice(0, 40)));
    checkTwice(parsed, rules);
    const cells = parsed.flatMap((block) => block.marks);
    const count = (of: Side) => cells.filter((mark) => mark === of).length;
    if (Math.abs(count('x') - count('o')) > 1) throw new Error(pageWords.coach.editor.impossible.turns(count('x'), count('o')));
    const sentBy = fields[2] === '-' ? null : Number(fields[2]);
    return assemble(rules, cells, parsed.map((block) => block.owner), side, sentBy);
}
