#!/usr/bin/env node
// SPDX-License-Identifier: MIT
//
// A first bot for riddles.io's (and, before that, theaigames') Ultimate Tic-Tac-Toe, in JavaScript.
// It wins a block where it can, else stops the opponent from winning one, else takes the centre of
// a block, else plays at random. Change `score` first: it is the whole strategy.
//
// The referee sends settings and updates; on `action move TIME` we answer `place_move COLUMN ROW`.
'use strict';

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8];

let me = '0'; // how the field shows our marks
let field = []; // 81 cells of the whole board, row by row
let macroboard = []; // nine blocks; -1 is one we may play in

// riddles.io writes an empty cell as `.` and the players as 0 and 1. theaigames wrote 0 for an
// empty cell and 1 and 2 for the players. While we are asked for a move there is an empty cell.
const empty = () => (field.includes('.') ? '.' : '0');

// The nine cells of a block, as places in the field.
const placesOf = (block) => NINE.map((cell) =>
  27 * Math.floor(block / 3) + 9 * Math.floor(cell / 3) + 3 * (block % 3) + (cell % 3));

function legalMoves() {
  return NINE.filter((block) => macroboard[block] === '-1').flatMap((block) =>
    placesOf(block)
      .map((place, cell) => ({ block, cell, place }))
      .filter(({ place }) => field[place] === empty()));
}

// Whether a line through the cell lacks nothing but that cell, all the rest being one player's.
function completesLine({ block, cell }, isTheirs) {
  const marks = placesOf(block).map((place) => field[place]);
  return LINES.filter((line) => line.includes(cell)).some((line) =>
    line.every((i) => i === cell || (marks[i] !== empty() && isTheirs(marks[i]))));
}

// How much we like a move.
function score(move) {
  if (completesLine(move, (mark) => mark === me)) return 3;
  if (completesLine(move, (mark) => mark !== me)) return 2;
  return move.cell === 4 ? 1 : 0;
}

function choose() {
  const moves = legalMoves();
  if (moves.length === 0) return 'no_moves';
  const best = Math.max(...moves.map(score));
  const good = moves.filter((move) => score(move) === best);
  const { place } = good[Math.floor(Math.random() * good.length)];
  return `place_move ${place % 9} ${Math.floor(place / 9)}`;
}

async function main() {
  const { createInterface } = await import('node:readline'); // in modules and in scripts alike
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, first, second, value] = line.trim().split(' ');
    if (command === 'settings' && first === 'your_botid') me = second;
    if (command === 'update' && second === 'field') field = value.split(',');
    if (command === 'update' && second === 'macroboard') macroboard = value.split(',');
    if (command === 'action') console.log(choose());
  }
}

main();
