#!/usr/bin/env node
// SPDX-License-Identifier: MIT
//
// A first bot in JavaScript that speaks UGI, the protocol of docs/protocol.md, under all three
// rulesets. It wins a block where it can, else stops the opponent from winning one, else takes the
// centre of a block, else plays at random. Change `score` first: it is the whole strategy.
//
// Blocks and cells are numbered 0 to 8, row by row. A move is two digits: block, then cell.
'use strict';

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

// Under `correspondence`, the blocks that each cell sends to.
const NEIGHBOURS = [[1, 3], [0, 2], [1, 5], [0, 6], [4], [2, 8], [3, 7], [6, 8], [5, 7]];

const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const other = (side) => (side === 'x' ? 'o' : 'x');

const hasLine = (places, side) => LINES.some((line) => line.every((i) => places[i] === side));

class Game {
  // Reads `BLOCKS SIDE TARGET RULESET`, for example `9/9/9/9/4x4/9/9/9/9 o 4 standard`.
  constructor(blocks, side, target, ruleset) {
    // A digit stands for that many empty cells.
    this.blocks = blocks.split('/').map((text) =>
      Array.from(text.replace(/[1-9]/g, (digit) => '-'.repeat(Number(digit)))));
    this.owners = this.blocks.map((cells) =>
      ['x', 'o'].find((side) => hasLine(cells, side)) ?? '-');
    this.side = side; // who is to move
    this.lastCell = target === '-' ? null : Number(target); // decides where the mover must play
    this.ruleset = ruleset.split('+')[0]; // the tie-break does not change the moves
  }

  play(block, cell) {
    this.blocks[block][cell] = this.side;
    if (this.owners[block] === '-' && hasLine(this.blocks[block], this.side)) {
      this.owners[block] = this.side;
    }
    this.lastCell = cell;
    this.side = other(this.side);
  }

  // Only under `open` do won blocks stay in play.
  isOpen(block) {
    return this.blocks[block].includes('-') &&
      (this.owners[block] === '-' || this.ruleset === 'open');
  }

  // The blocks that the mover may play in.
  targets() {
    const open = NINE.filter((block) => this.isOpen(block));
    if (this.lastCell === null) return open;
    const sent = this.ruleset === 'correspondence' ? NEIGHBOURS[this.lastCell] : [this.lastCell];
    const openTargets = open.filter((block) => sent.includes(block));
    return openTargets.length > 0 ? openTargets : open; // no open target: a free move
  }

  legalMoves() {
    return this.targets().flatMap((block) =>
      NINE.filter((cell) => this.blocks[block][cell] === '-').map((cell) => ({ block, cell })));
  }
}

function winsBlock(game, { block, cell }, side) {
  const cells = [...game.blocks[block]];
  cells[cell] = side;
  return game.owners[block] === '-' && hasLine(cells, side);
}

// How much we like a move.
function score(game, move) {
  if (winsBlock(game, move, game.side)) return 3;
  if (winsBlock(game, move, other(game.side))) return 2;
  return move.cell === 4 ? 1 : 0;
}

// Random numbers that a seed repeats, which Math.random cannot do.
let randomState;
function seed(value) {
  randomState = Math.imul(Number(BigInt(value) & 0xffffffffn), 0x9e3779b1); // spreads small seeds
}
seed(Date.now());

function randomBelow(limit) {
  randomState = (Math.imul(randomState, 1664525) + 1013904223) >>> 0;
  return Math.floor((randomState / 2 ** 32) * limit);
}

// One of the moves that we like best, as text.
function choose(game) {
  const moves = game.legalMoves();
  if (moves.length === 0) return 'none';
  const best = Math.max(...moves.map((move) => score(game, move)));
  const good = moves.filter((move) => score(game, move) === best);
  const { block, cell } = good[randomBelow(good.length)];
  return `${block}${cell}`;
}

let rules = 'standard'; // for `position startpos`
let game = new Game('9/9/9/9/9/9/9/9/9', 'x', '-', rules);

const commands = {
  ugi() {
    console.log('id name Example (JavaScript)');
    console.log('id author Ninefold');
    console.log('option name Rules type combo default standard ' +
      'var standard var open var correspondence');
    console.log('option name Seed type spin default 0 min 0 max 9223372036854775807');
    console.log('ugiok');
  },
  isready() {
    console.log('readyok');
  },
  // setoption name NAME value VALUE
  setoption([, name, , value]) {
    if (name === 'Rules') rules = value;
    if (name === 'Seed') seed(value);
  },
  // A position or `startpos`, then perhaps `moves` and moves.
  position(words) {
    const start = words[0] === 'startpos'
      ? ['9/9/9/9/9/9/9/9/9', 'x', '-', rules]
      : words.slice(0, 4);
    game = new Game(...start);
    const at = words.indexOf('moves');
    for (const move of at < 0 ? [] : words.slice(at + 1)) {
      game.play(Number(move[0]), Number(move[1]));
    }
  },
  go() {
    console.log(`bestmove ${choose(game)}`);
  },
  quit() {
    process.exit(0);
  },
};

async function main() {
  const { createInterface } = await import('node:readline'); // in modules and in scripts alike
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...words] = line.trim().split(' ');
    if (Object.hasOwn(commands, command)) commands[command](words); // others are to be ignored
  }
}

main();
