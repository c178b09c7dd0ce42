// SPDX-License-Identifier: MIT
// The engine's own thread. A search cannot be interrupted from outside, so an analysis thinks in slices
// and looks at its messages in between; the engine's table lets every slice continue where the last one stopped.
import correspondence from '../../engine/dist/correspondence.nfnet';
import correspondenceDraw from '../../engine/dist/correspondence_draw.nfnet';
import wasmUrl from '../../engine/dist/ninefold.wasm';
import open from '../../engine/dist/open.nfnet';
import openMajority from '../../engine/dist/open_majority.nfnet';
import standard from '../../engine/dist/standard.nfnet';
import standardMajority from '../../engine/dist/standard_majority.nfnet';
import { load, type Engine, type Line, type Ninefold, type StoredWin, type Thought } from '../../engine/index.js';
import { NOT_FETCHED, type FromWorker, type Question, type ToWorker } from './messages';

const SLICES_MS = [40, 80, 150, 250, 400];

/** The addresses of the networks by their rules; each is fetched when its rules are first played. */
const NETS: Record<string, string | undefined> = {
    correspondence,
    'correspondence+draw': correspondenceDraw,
    open,
    'open+majority': openMajority,
    standard,
    'standard+majority': standardMajority,
};

let loading: Promise<Ninefold> | undefined;
const nets = new Map<string, Promise<void>>();

async function fetched(url: string): Promise<Response> {
    const response = await fetch(url).catch(() => null);
    if (!response?.ok) throw new Error(NOT_FETCHED);
    return response;
}

/** What could not be fetched is fetched again when it is next needed. */
const loaded = (): Promise<Ninefold> =>
    (loading ??= load(fetched(wasmUrl)).catch((error: unknown) => {
        loading = undefined;
        throw error;
    }));

/** The module, with the network for the rules of this position where there is one. */
async function readyFor(position: string): Promise<Ninefold> {
    const rules = position.trim().split(/\s+/).at(-1) ?? '';
    const url = NETS[rules];
    if (url && !nets.has(rules)) {
        const bytes = fetched(url).then((response) => response.arrayBuffer());
        nets.set(rules, Promise.all([loaded(), bytes]).then(([ninefold, net]) => ninefold.addNet(rules, net)).catch((error: unknown) => {
            nets.delete(rules);
            throw error;
        }));
    }
    await nets.get(rules);
    return loaded();
}

const say = (message: FromWorker) => postMessage(message);
let player: Engine | undefined;
let analyst: Engine | undefined;
let reviewer: Engine | undefined;
/** What runs in slices: of each kind one at a time, a new one ends the one before. */
const running: Partial<Record<'analyse' | 'review', { id: number; stopped: boolean }>> = {};

function begin(kind: 'analyse' | 'review', id: number): { stopped: boolean } {
    if (running[kind]) running[kind].stopped = true;
    const mine = { id, stopped: false };
    running[kind] = mine;
    return mine;
}

/** Lets waiting messages in. */
const breathe = () => new Promise<void>((done) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done();
    channel.port2.postMessage(null);
});

async function analyse(id: number, q: Extract<Question, { kind: 'analyse' }>): Promise<void> {
    const mine = begin('analyse', id);
    const ninefold = await readyFor(q.position);
    const engine = (analyst ??= ninefold.engine({ hashMb: 32 }));
    engine.prepare(q.position);
    const began = performance.now();
    const stored = q.position.includes(' open') ? ninefold.storedWin(q.position, q.moves) : null;
    let nodes = 0;
    let last: Thought | null = null;
    for (let slice = 0; ; ++slice) {
        await breathe();
        const left = q.timeMs - (performance.now() - began);
        if (mine.stopped || left <= 5) break;
        const sliceMs = Math.min(SLICES_MS[Math.min(slice, SLICES_MS.length - 1)], left + 10);
        engine.setOptions({ level: 10, lines: q.lines });
        const thought = engine.think(q.position, q.moves, { timeMs: Math.ceil(sliceMs) });
        nodes += thought.nodes;
        const settled = thought.time * 1000 < sliceMs / 3;
        last = withStoredWin(tidy({ ...thought, nodes, time: (performance.now() - began) / 1000 }, last), stored);
        say({ id, progress: last });
        if (settled) break;
    }
    say({ id, answer: last });
}

/** Lines in order; a variation that an interrupted search cut short is taken from the slice before. */
function tidy(thought: Thought, before: Thought | null): Thought {
    const sign = thought.turn === 'x' ? -1 : 1;
    const lines = thought.lines
        .map((line) => {
            const known = before?.lines.find((old) => old.move === line.move);
            return known && line.pv.length < 2 && known.pv.length > 1 ? { ...line, pv: known.pv } : line;
        })
        .sort((a, b) => sign * (a.eval - b.eval));
    return { ...thought, lines, eval: lines[0].eval, move: lines[0].move, result: lines[0].result };
}

/** What is proved once and for all of open rules: X's first line wins, or all of O's lose. */
function withStoredWin(thought: Thought, stored: StoredWin | null): Thought {
    if (!stored?.wins) return thought;
    const proved = (line: Line): Line => (line.result ? line : { ...line, eval: 1, result: { winner: 'x', plies: stored.plies } });
    const { move } = stored;
    const first = move ? thought.lines.find((line) => line.move === move) ?? { move, eval: 1, pv: [move], result: null } : null;
    const lines = first
        ? [proved(first), ...thought.lines.filter((line) => line.move !== move)].slice(0, Math.max(1, thought.lines.length))
        : thought.lines.map(proved);
    return { ...thought, lines, eval: 1, move: lines[0].move, result: lines[0].result };
}

async function review(id: number, q: Extract<Question, { kind: 'review' }>): Promise<void> {
    const mine = begin('review', id);
    const ninefold = await readyFor(q.position);
    reviewer ??= ninefold.engine({ hashMb: 32 });
    for (const steps = reviewer.review(q.position, q.moves); ;) {
        await breathe();
        if (mine.stopped) return say({ id, answer: null });
        const step = steps.next();
        if (step.done) return say({ id, answer: step.value });
        say({ id, progress: step.value });
    }
}

async function answer(id: number, q: Question): Promise<void> {
    const ninefold = await (q.kind === 'check' || q.kind === 'solve' || q.kind === 'stored' ? loaded() : readyFor(q.position));
    switch (q.kind) {
        case 'prepare':
            (player ??= ninefold.engine({ hashMb: 16 })).prepare(q.position);
            return say({ id, answer: null });
        case 'check':
            return say({ id, answer: ninefold.position(q.position, q.moves) });
        case 'solve':
            return say({ id, answer: ninefold.solve(q.position, q.moves, q.nodes) });
        case 'stored':
            return say({ id, answer: ninefold.storedWin(q.position) });
        case 'move':
            player ??= ninefold.engine({ hashMb: 16 });
            player.setOptions({ level: q.level, seed: q.seed });
            return say({ id, answer: player.think(q.position, q.moves, q.limits) });
        case 'analyse':
            return analyse(id, q);
        case 'review':
            return review(id, q);
    }
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if ('stop' in data) {
        for (const each of Object.values(running)) if (each.id === data.stop) each.stopped = true;
        return;
    }
    answer(data.id, data.question).catch((error: unknown) =>
        say({ id: data.id, error: error instanceof Error ? error.message : String(error) }));
};
