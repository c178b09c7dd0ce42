// SPDX-License-Identifier: MIT
// What the server calls stages and rounds of a tournament, and why a bot is behind another, in the page's language.
import { pageWords } from '../language/pages';
import { wordFor } from './phrases';

/** A stage has the name that its organiser gave it, or that of its kind: `Round robin`. */
export function stageWords(name: string): string {
    const kinds: Record<string, { label: string } | undefined> = pageWords.organise.kinds;
    return (/^[A-Z]/.test(name) && kinds[name.toLowerCase().replace(' ', '-')]?.label) || name;
}

type Said = typeof pageWords.rounds;

const ROUNDS: [RegExp, (said: Said, parts: string[]) => string][] = [
    [/^Round (\d+)$/, (said, [n]) => said.round(n)],
    [/^Round of (\d+)$/, (said, [bots]) => said.roundOf(bots)],
    [/^Upper round of (\d+)$/, (said, [bots]) => said.upperRoundOf(bots)],
    [/^Lower round (\d+)$/, (said, [n]) => said.lowerRound(n)],
    [/^Group (\w+)$/, (said, [group]) => said.group(group)],
    [/^Group (\w+), round (\d+)$/, (said, [group, n]) => said.groupRound(group, n)],
];

/** A round, or a table of a stage; its own title where the page has no words for it. */
export function roundWords(title: string): string {
    for (const [pattern, say] of ROUNDS) {
        const found = pattern.exec(title);
        if (found) return say(pageWords.rounds, found.slice(1));
    }
    return stageWords(wordFor(pageWords.rounds.named, title));
}

/** What put a bot behind another: `buchholz`, in a bracket `Final: extra-pair`, `out in Semi-final` or `seeding`. */
export function decidedWords(why: string): string {
    const said = pageWords.rounds;
    const out = /^out in (.+)$/.exec(why);
    if (out) return said.outIn(roundWords(out[1]));
    const lost = /^(.+): ([a-z-]+)$/.exec(why);
    if (lost) return said.lostIn(roundWords(lost[1]), wordFor(pageWords.ranking.deciders, lost[2]));
    return why === 'seeding' ? said.seeding : wordFor(pageWords.ranking.deciders, why);
}
