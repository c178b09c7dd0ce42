// SPDX-License-Identifier: MIT
// A study: a named tree of moves with comments, as JSON, as a link and as plain data.
import { pageWords } from '../language/pages';
import { moveText, parseMove, positionText } from './notation';
import { parsePosition } from './parse_position';
import { emptyRecord, type GameRecord } from './record';
import { isLegal, play, type Move, type Position } from './rules';
import { node, ROOT, type Node, type Tree } from './tree';

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

/** An empty one is none. */
const texts = (comment: unknown, name: unknown): Pick<Node, 'comment' | 'name'> =>
    ({ ...(text(comment) && { comment: text(comment) }), ...(text(name) && { name: text(name) }) });

/** Far more than people comment, and as much as the page draws without a pause. */
const MOST_MOVES = 5000;

/** The child with this move, added where it is new. In place: copies of a large tree, one for each move, would take minutes. */
function childOf(nodes: Map<number, Node>, parent: Node, move: Move): Node {
    const known = parent.children.map((id) => nodes.get(id)!).find((child) => child.move === move);
    if (known) return known;
    if (nodes.size > MOST_MOVES) throw new Error(pageWords.coach.study.tooMany(MOST_MOVES));
    const child: Node = { id: nodes.size, move, parent: parent.id, children: [] };
    parent.children.push(child.id);
    nodes.set(child.id, child);
    return child;
}

/** Throws with a sentence that says what is wrong. */
export function parseStudy(json: unknown): Study {
    const said = pageWords.coach.study;
    const study = json as Partial<StudyJson> | null;
    if (!study || typeof study !== 'object' || study.format !== 'ninefold-study') throw new Error(said.broken);
    if (study.version !== VERSION) throw new Error(Number(study.version) > VERSION ? said.newer : said.broken);
    if (typeof study.position !== 'string' || !Array.isArray(study.moves)) throw new Error(said.broken);
    const start = parsePosition(study.position);
    const root: Node = { id: ROOT, move: -1, parent: -1, children: [], ...texts(study.comment, '') };
    const nodes = new Map([[ROOT, root]]);
    const grow = (parent: Node, position: Position, branches: unknown[]) => {
        for (const branch of branches) {
            if (!Array.isArray(branch)) throw new Error(said.broken);
            const [written, about, ...rest] = branch as unknown[];
            const move = parseMove(text(written));
            if (move === null || !isLegal(position, move)) throw new Error(said.illegal(text(written).slice(0, 20)));
            const child = childOf(nodes, parent, move);
            const { name, comment } = typeof about === 'object' && about !== null ? (about as Record<string, unknown>) : { name: '', comment: about };
            Object.assign(child, texts(comment, name));
            grow(child, play(position, move), rest);
        }
    };
    grow(root, start, study.moves);
    const base = { ...emptyRecord(start), event: text(study.name), x: text(study.x), o: text(study.o) };
    return { base, tree: { nodes, next: nodes.size } };
}

/** What a link carries. */
export function studyLink(study: Study): string {
    const bytes = new TextEncoder().encode(JSON.stringify(studyJson(study)));
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
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
