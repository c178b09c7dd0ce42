// SPDX-License-Identifier: MIT
// The rules, step by step; every step is a position to look at and to try.
import type { Ruleset } from '../game/rules';

export interface Lesson {
    ruleset: Ruleset;
    title: string;
    steps: { position: string; words: string }[];
}

export const LESSONS: Lesson[] = [
    {
        ruleset: 'standard',
        title: 'Standard',
        steps: [
            {
                position: '9/9/9/9/9/9/9/9/9 x - standard',
                words: 'Nine small boards, called blocks, make up the board. X begins, in any of the 81 cells.',
            },
            {
                position: '9/9/9/9/2x6/9/9/9/9 o 2 standard',
                words: 'X took the top right cell of its block. So O must answer in the top right block: it is lit.',
            },
            {
                position: '9/9/6o2/9/2x6/9/9/9/9 x 6 standard',
                words: 'O chose the bottom left cell there, and sends X to the bottom left block. Every move chooses where the other plays next.',
            },
            {
                position: '9/9/o5o2/9/xxx6/9/9/9/9 o 1 standard',
                words: 'Three in a row win a block. A won block is closed: nobody plays in it any more.',
            },
            {
                position: '4x4/8o/o5o2/9/xxx6/9/9/9/9 o - standard',
                words: 'X sends O to the centre block, but that one is closed. O has a free move, in any open block. Full blocks count as closed too.',
            },
            {
                position: 'xxx6/oo1o5/o2o5/o8/xxx6/9/9/oo7/xxx6 o - standard',
                words: 'Three blocks in a row win the game. If nobody can make a row any more, it is a draw.',
            },
        ],
    },
    {
        ruleset: 'open',
        title: 'Open',
        steps: [
            {
                position: 'xxx6/9/9/o8/9/9/o8/9/9 o 0 open',
                words: 'Under open rules a won block stays in play until it is full. O is sent to the block that X has won, and must play there.',
            },
            {
                position: 'XXXooo3/9/9/3x5/9/9/9/9/9 o 3 open',
                words: 'O made a row in it as well, but the block stays with X: its first winner keeps it.',
            },
            {
                position: '4x4/9/9/9/xoxxoxoxo/o8/9/9/9 o - open',
                words: 'A move is free only when the block it is sent to is full.',
            },
        ],
    },
    {
        ruleset: 'correspondence',
        title: 'Correspondence',
        steps: [
            {
                position: '9/9/9/9/x8/9/9/9/9 o 0 correspondence',
                words: 'Here a cell sends to the blocks beside its own place. A corner sends to its two neighbours: O may choose.',
            },
            {
                position: '9/9/9/9/1x7/9/9/9/9 o 1 correspondence',
                words: 'The top cell sends to the two top corners, and so on around the board.',
            },
            {
                position: '9/9/9/9/4x4/9/9/9/9 o 4 correspondence',
                words: 'Only the centre sends to itself. Where none of the blocks is open, the move is free.',
            },
            {
                position: '9/9/9/9/9/9/9/9/9 x - correspondence',
                words: 'If nobody gets three blocks in a row, whoever has won more blocks wins. Try it here, for both sides.',
            },
        ],
    },
];
