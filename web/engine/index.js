// SPDX-License-Identifier: MIT
// Loads ninefold.wasm and gives its calls names and types (index.d.ts). It runs on the thread that calls
// it: in a browser that should be a worker.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The little that the module asks of its surroundings: a clock. */
function surroundings(memory) {
    return {
        wasi_snapshot_preview1: {
            clock_time_get(_clock, _precision, result) {
                new DataView(memory().buffer).setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
                return 0;
            },
        },
    };
}

/** wasm: the bytes, a compiled module, or a fetch's Response (or a promise of one of them). */
export async function load(wasm) {
    let instance;
    const imports = surroundings(() => instance.exports.memory);
    const source = await wasm;
    if (source instanceof WebAssembly.Module) {
        instance = await WebAssembly.instantiate(source, imports);
    } else {
        const isResponse = typeof Response !== 'undefined' && source instanceof Response;
        if (isResponse && !source.ok) throw new Error(`the engine could not be fetched (${source.status})`);
        const bytes = isResponse ? await source.arrayBuffer() : source;
        instance = (await WebAssembly.instantiate(bytes, imports)).instance;
    }
    instance.exports._initialize();
    return new Ninefold(instance.exports);
}

export class Ninefold {
    #wasm;

    constructor(exports) {
        this.#wasm = exports;
    }

    /** Hands in the network file for these rules, before the first question under them. */
    addNet(rules, bytes) {
        this.#put(rules, []);
        const at = this.#wasm.nf_net(bytes.byteLength);
        if (at === 0) throw new Error(`the rules '${rules}' are not known`);
        new Uint8Array(this.#wasm.memory.buffer, at, bytes.byteLength).set(
            bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
    }

    /** What the rules say of a position and moves from there. */
    position(position, moves = []) {
        this.#put(position, moves);
        return this.#answer(this.#wasm.nf_position());
    }

    perft(position, depth) {
        this.#put(position, []);
        return this.#wasm.nf_perft(depth);
    }

    /** The exact result of a late position, if it can be found within `nodes` nodes. */
    solve(position, moves = [], nodes = 1_000_000) {
        this.#put(position, moves);
        return this.#answer(this.#wasm.nf_solve(nodes));
    }

    /** X's stored win under open rules: whether it leads through this position, and X's move of it. */
    storedWin(position, moves = []) {
        this.#put(position, moves);
        return this.#answer(this.#wasm.nf_stored_win());
    }

    /** A new engine with its own memory of positions. */
    engine({ hashMb = 16 } = {}) {
        const wasm = this.#wasm;
        const put = (position, moves) => this.#put(position, moves);
        const answer = (at) => this.#answer(at);
        const number = wasm.nf_engine(hashMb);
        return {
            /** level 1..10, how many lines to find, and the seed of a weak level's misjudgements. */
            setOptions: ({ level = 10, lines = 1, seed = 0 } = {}) =>
                wasm.nf_options(number, level, lines, seed),
            newGame: () => wasm.nf_new_game(number),
            prepare: (position) => {
                put(position, []);
                answer(wasm.nf_prepare(number));
            },
            /**
             * Reviews a game position by position, the last one first: gives the number of positions looked at
             * after each, and in the end what it thinks of the moves.
             */
            review: function* (position, moves, { nodes = 0 } = {}) {
                put(position, moves);
                const { positions } = answer(wasm.nf_review(number, nodes));
                for (;;) {
                    const step = answer(wasm.nf_review_step());
                    if (step.moves) return step.moves;
                    yield { done: step.done, positions };
                }
            },
            think: (position, moves = [], { timeMs = 0, nodes = 0, depth = 0 } = {}) => {
                put(position, moves);
                return answer(wasm.nf_think(number, timeMs, nodes, depth));
            },
        };
    }

    #put(position, moves) {
        const text = encoder.encode(moves.length > 0 ? `${position}\n${moves.join(' ')}` : position);
        const at = this.#wasm.nf_input(text.length);
        new Uint8Array(this.#wasm.memory.buffer, at, text.length).set(text);
    }

    #answer(at) {
        const bytes = new Uint8Array(this.#wasm.memory.buffer, at, this.#wasm.nf_answer_size());
        const answer = JSON.parse(decoder.decode(bytes));
        if (answer.error) throw new Error(answer.error);
        return answer;
    }
}
