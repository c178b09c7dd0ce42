// SPDX-License-Identifier: MIT
// A game with variations: a tree of moves. The first child continues the main line. A value: changes make a new one.
import type { Move } from './rules';

export interface Node {
    id: number;
    move: Move;
    parent: number;
    children: number[];
    comment?: string;
    /** Of the variation that begins with this move. */
    name?: string;
}

/** Node 0 is the start; it has no move of its own. */
export interface Tree {
    nodes: ReadonlyMap<number, Node>;
    next: number;
}

export const ROOT = 0;

export const emptyTree = (): Tree => ({ nodes: new Map([[ROOT, { id: ROOT, move: -1, parent: -1, children: [] }]]), next: 1 });

export const node = (tree: Tree, id: number): Node => tree.nodes.get(id) ?? tree.nodes.get(ROOT)!;

/** Adds a move, or follows the branch that has it already. */
export function addMove(tree: Tree, at: number, move: Move): { tree: Tree; id: number } {
    const parent = node(tree, at);
    const known = parent.children.find((child) => node(tree, child).move === move);
    if (known !== undefined) return { tree, id: known };
    const id = tree.next;
    const nodes = new Map(tree.nodes);
    nodes.set(at, { ...parent, children: [...parent.children, id] });
    nodes.set(id, { id, move, parent: at, children: [] });
    return { tree: { nodes, next: id + 1 }, id };
}

/** An empty text is none. */
function setText(tree: Tree, id: number, what: 'comment' | 'name', text: string): Tree {
    const changed: Node = { ...node(tree, id), [what]: text };
    if (!text) delete changed[what];
    return { ...tree, nodes: new Map(tree.nodes).set(changed.id, changed) };
}

export const setComment = (tree: Tree, id: number, comment: string): Tree => setText(tree, id, 'comment', comment);
export const setName = (tree: Tree, id: number, name: string): Tree => setText(tree, id, 'name', name);

/** The first move of the variation that a move is in; null on the main line. */
export function variationOf(tree: Tree, id: number): number | null {
    return pathTo(tree, id).reverse().find((at) => node(tree, node(tree, at).parent).children[0] !== at) ?? null;
}

export function treeOf(moves: readonly Move[]): Tree {
    let tree = emptyTree();
    let at = ROOT;
    for (const move of moves) ({ tree, id: at } = addMove(tree, at, move));
    return tree;
}

/** Ids from the first move to this node. */
export function pathTo(tree: Tree, id: number): number[] {
    const path: number[] = [];
    for (let at = id; at !== ROOT && tree.nodes.has(at); at = node(tree, at).parent) path.unshift(at);
    return path;
}

export const movesTo = (tree: Tree, id: number): Move[] => pathTo(tree, id).map((at) => node(tree, at).move);

/** The line from a node along first children. */
export function lineFrom(tree: Tree, id: number): number[] {
    const line: number[] = [];
    for (let at = node(tree, id).children[0]; at !== undefined; at = node(tree, at).children[0]) line.push(at);
    return line;
}

/** The line shown now: to the node, and on from there. */
export const lineThrough = (tree: Tree, id: number): number[] => [...pathTo(tree, id), ...lineFrom(tree, id)];

/** Takes a branch off, with all that grows on it. */
export function removeBranch(tree: Tree, id: number): { tree: Tree; at: number } {
    if (id === ROOT) return { tree: emptyTree(), at: ROOT };
    const nodes = new Map(tree.nodes);
    const drop = (gone: number) => {
        node(tree, gone).children.forEach(drop);
        nodes.delete(gone);
    };
    const { parent } = node(tree, id);
    drop(id);
    nodes.set(parent, { ...node(tree, parent), children: node(tree, parent).children.filter((child) => child !== id) });
    return { tree: { nodes, next: tree.next }, at: parent };
}

/** Makes the branch of a node the main line, all the way up. */
export function promote(tree: Tree, id: number): Tree {
    const nodes = new Map(tree.nodes);
    for (const at of pathTo(tree, id)) {
        const parent = nodes.get(node(tree, at).parent)!;
        nodes.set(parent.id, { ...parent, children: [at, ...parent.children.filter((child) => child !== at)] });
    }
    return { ...tree, nodes };
}
