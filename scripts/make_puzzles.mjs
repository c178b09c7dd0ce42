#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Finds puzzles in games of the engine's middle levels: positions with one winning move, and a forced end
// within a few moves. The exact solver confirms that every other move gives the win away. Writes
// web/src/lessons/puzzles.json; web/test/puzzles.test.ts proves each one again by other means.
//
//   scripts/make_puzzles.mjs [SEED]
import { writeFileSync } from 'node:fs';
import { load } from '../web/engine/node.js';

/** How many of each length (plies to the end) under each ruleset. */
const WANTED = {
    standard: { 3: 8, 5: 8, 7: 8 },
    open: { 3: 2, 5: 2 },
    correspondence: { 3: 3, 5: 3 },
};
const SOLVER_NODES = 300_000;
const FIRST_PLY = 18;

const ninefold = await load();
let seed = Number(process.argv[2] ?? 1);
const player = ninefold.engine({ hashMb: 4 });
const analyst = ninefold.engine({ hashMb: 16 });

function randomGame(start) {
    player.setOptions({ level: 3, seed: seed++ });
    const moves = [];
    for (let facts = ninefold.position(start); facts.turn; facts = ninefold.position(start, moves)) {
        // Two moves at random make every game another one.
        const random = moves.length < 2 ? facts.legal[(seed * 7919 + moves.length * 104729) % facts.legal.length] : null;
        moves.push(random ?? player.think(start, moves).move);
    }
    return moves;
}

/** Whether the solver knows that the mover of `position` does not win with `move`. */
function throwsAway(position, move, mover) {
    const after = ninefold.position(position, [move]);
    if (after.ending) return after.winner !== mover;
    const solved = ninefold.solve(position, [move], SOLVER_NODES);
    return solved.known && solved.winner !== mover;
}

function puzzleAt(position, legal, turn) {
    analyst.setOptions({ level: 10, lines: 2 });
    const thought = analyst.think(position, [], { depth: 9, nodes: 60_000 });
    const [best, second] = thought.lines;
    const wins = best.result?.winner === turn ? best.result.plies : 0;
    if (wins < 3 || second?.result?.winner === turn) return null;
    if (!legal.every((move) => move === best.move || throwsAway(position, move, turn))) return null;
    analyst.setOptions({ level: 10, lines: 1 });
    const exact = analyst.think(position, [], { depth: wins + 2, nodes: 2_000_000 });
    if (exact.move !== best.move || exact.result?.winner !== turn) return null;
    return { position, plies: exact.result.plies, solution: best.move };
}

const puzzles = [];
for (const [rules, wanted] of Object.entries(WANTED)) {
    const start = `9/9/9/9/9/9/9/9/9 x - ${rules}`;
    const left = { ...wanted };
    while (Object.values(left).some((n) => n > 0)) {
        const moves = randomGame(start);
        for (let ply = FIRST_PLY; ply < moves.length - 2; ++ply) {
            const facts = ninefold.position(start, moves.slice(0, ply));
            if (facts.legal.length < 4) continue;
            const puzzle = puzzleAt(facts.position, facts.legal, facts.turn);
            if (!puzzle || !(left[puzzle.plies] > 0)) continue;
            --left[puzzle.plies];
            puzzles.push(puzzle);
            console.error(`${rules}, ${puzzle.plies} plies: ${puzzle.position} -> ${puzzle.solution}`);
            break;
        }
    }
}
const order = Object.keys(WANTED);
puzzles.sort((a, b) => a.plies - b.plies || order.indexOf(a.position.split(' ')[3]) - order.indexOf(b.position.split(' ')[3]));
const path = new URL('../web/src/lessons/puzzles.json', import.meta.url);
writeFileSync(path, `[\n${puzzles.map((p) => `    ${JSON.stringify(p)}`).join(',\n')}\n]\n`);
console.error(`${puzzles.length} puzzles written`);
