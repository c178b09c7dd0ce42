// SPDX-License-Identifier: MIT
// The rules, step by step; every step is a position to look at and to try. What is said of each: pageWords.coach.learn.
import type { Ruleset } from '../game/rules';
import type { PageWords } from '../language/en_pages';

export interface Lesson {
    ruleset: Ruleset & keyof PageWords['coach']['learn'];
    steps: string[];
}

export const LESSONS: Lesson[] = [
    {
        ruleset: 'standard',
        steps: [
            '9/9/9/9/9/9/9/9/9 x - standard',
            '9/9/9/9/2x6/9/9/9/9 o 2 standard',
            '9/9/6o2/9/2x6/9/9/9/9 x 6 standard',
            '9/9/o5o2/9/xxx6/9/9/9/9 o 1 standard',
            '4x4/8o/o5o2/9/xxx6/9/9/9/9 o - standard',
            'xxx6/oo1o5/o2o5/o8/xxx6/9/9/oo7/xxx6 o - standard',
        ],
    },
    {
        ruleset: 'open',
        steps: [
            'xxx6/9/9/o8/9/9/o8/9/9 o 0 open',
            'XXXooo3/9/9/3x5/9/9/9/9/9 o 3 open',
            '4x4/9/9/9/xoxxoxoxo/o8/9/9/9 o - open',
        ],
    },
    {
        ruleset: 'correspondence',
        steps: [
            '9/9/9/9/x8/9/9/9/9 o 0 correspondence',
            '9/9/9/9/1x7/9/9/9/9 o 1 correspondence',
            '9/9/9/9/4x4/9/9/9/9 o 4 correspondence',
            '9/9/9/9/9/9/9/9/9 x - correspondence',
        ],
    },
];
