// SPDX-License-Identifier: MIT
// Plays a game between two levels of the engine: node example.js [LEVEL_X] [LEVEL_O] [RULES]
import { load } from './node.js';

const [levelX = '4', levelO = '6', rules = 'standard'] = process.argv.slice(2);
const start = `9/9/9/9/9/9/9/9/9 x - ${rules}`;

const ninefold = await load();
const engines = { x: ninefold.engine(), o: ninefold.engine() };
const seed = Math.floor(Math.random() * 2 ** 31);
engines.x.setOptions({ level: Number(levelX), seed });
engines.o.setOptions({ level: Number(levelO), seed });

const moves = [];
let facts = ninefold.position(start);
while (facts.turn) {
    const thought = engines[facts.turn].think(start, moves, { timeMs: 1000 });
    moves.push(thought.move);
    facts = ninefold.position(start, moves);
    const side = thought.turn.toUpperCase();
    console.log(`${String(moves.length).padStart(2)}. ${side} ${thought.move}  X expects ${thought.eval.toFixed(2)}`);
}
console.log(`${facts.ending}: ${facts.winner ? `${facts.winner.toUpperCase()} wins` : 'a draw'}`);
console.log(facts.position);
