// SPDX-License-Identifier: MIT
// A study: a named tree of moves with comments, as JSON, as a link and as plain data.
import { pageWords } from '../language/pages';
import { moveText, parseMove, positionText } from './notation';
import { parsePosition } from './parse_position';
import { emptyRecord, type GameRecord } from './record';
import { isLegal, play, type Position } from './rules';
import { addMove, emptyTree, node, ROOT, setComment, setName, type Tree } from './tree';

export interface Study {
    /** Its `event` is the study's name. */
    base: GameRecord;
    tree: Tree;
}

/** A comment, with the name of the variation that begins there. */
type Said = string | { name: string; comment: string };
/** A move, what is said of it, and what may follow, the main line first. */
type Branch = [string, Said, ...unknown[]];

export interface StudyJson {
    format: 'ninefold-study';
    version: number;
    name: string;
    position: string;
    x: string;
    o: string;
    comment: string;
    moves: Branch[];
}

const VERSION = 1;

export function studyJson({ base, tree }: Study): StudyJson {
    const branch = (id: number): Branch => {
        const { move, comment = '', name, children } = node(tree, id);
        return [moveText(move), name ? { name, comment } : comment, ...children.map(branch)];
    };
    const root = node(tree, ROOT);
    return {
        format: 'ninefold-study', version: VERSION, name: base.event, position: positionText(base.start), x: base.x, o: base.o,
        comment: root.comment ?? '', moves: root.children.map(branch),
    };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Throws with a sentence that says what is wrong. */
export function parseStudy(json: unknown): Study {
    const said = pageWords.coach.study;
    const study = json as Partial<StudyJson> | null;
    if (!study || typeof study !== 'object' || study.format !== 'ninefold-study') throw new Error(said.broken);
    if (study.version !== VERSION) throw new Error(Number(study.version) > VERSION ? said.newer : said.broken);
    if (typeof study.position !== 'string' || !Array.isArray(study.moves)) throw new Error(said.broken);
    const start = parsePosition(study.position);
    let tree = setComment(emptyTree(), ROOT, text(study.comment));
    const grow = (at: number, position: Position, branches: unknown[]) => {
        for (const branch of branches) {
            if (!Array.isArray(branch)) throw new Error(said.broken);
            const [written, about, ...rest] = branch as unknown[];
            const move = parseMove(text(written));
            if (move === null || !isLegal(position, move)) throw new Error(said.illegal(text(written).slice(0, 20)));
            const added = addMove(tree, at, move);
            const { name, comment } = typeof about === 'object' && about !== null ? (about as Record<string, unknown>) : { name: '', comment: about };
            tree = setName(setComment(added.tree, added.id, text(comment)), added.id, text(name));
            grow(added.id, play(position, move), rest);
        }
    };
    grow(ROOT, start, study.moves);
    return { base: { ...emptyRecord(start), event: text(study.name), x: text(study.x), o: text(study.o) }, tree };
}

/** What a link carries. */
export function studyLink(study: Study): string {
    const bytes = new TextEncoder().encode(JSON.stringify(studyJson(study)));
    return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export function fromStudyLink(link: string): Study {
    let json: unknown;
    try {
        const bytes = Uint8Array.from(atob(link.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
        json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
        throw new Error(pageWords.coach.study.cut);
    }
    return parseStudy(json);
}
