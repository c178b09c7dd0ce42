// SPDX-License-Identifier: MIT
// The engine in the browser is the engine of the program: same moves, same evaluations, same nodes.
import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { load } from '../engine/node.js';

const NINEFOLD = process.env.NINEFOLD ?? '../build/ninefold';

/** Asks the program in UGI, and returns the move and the nodes of its search. */
async function askProgram(position: string, depth: number): Promise<{ move: string; nodes: number }> {
    const program = spawn(NINEFOLD, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    const answered = new Promise<void>((done) => program.stdout.on('data', (data: Buffer) => {
        said += data.toString();
        if (said.includes('bestmove')) done();
    }));
    program.stdin.write(`ugi\nsetoption name Hash value 16\nposition ${position}\ngo depth ${depth}\n`);
    await answered;
    program.stdin.end('quit\n');
    return {
        move: /bestmove (\d\d)/.exec(said)![1],
        nodes: Number([...said.matchAll(/ nodes (\d+)/g)].at(-1)![1]),
    };
}

describe('the engine as WebAssembly', () => {
    test.each([
        ['9/9/9/9/o3x4/9/9/9/9 x 0 standard', 9],
        ['2x6/9/9/9/o3x4/9/9/9/o8 x 0 standard+majority', 9],
        ['9/9/9/9/o3x4/9/9/9/9 x 0 correspondence', 9],
        // Fills the table: with a smaller one the nodes are others.
        ['2x6/9/9/9/o3x4/9/9/9/o8 x 0 standard', 16],
    ])('answers as the program does in %s at depth %i', async (position, depth) => {
        const engine = (await load()).engine({ hashMb: 16 });
        const thought = engine.think(position, [], { depth });
        expect({ move: thought.move, nodes: thought.nodes }).toEqual(await askProgram(position, depth));
        expect(thought.nodes).toBeGreaterThan(1000);
    }, 180_000);
});
