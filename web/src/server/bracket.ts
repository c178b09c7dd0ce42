// SPDX-License-Identifier: MIT
// Knockouts seen from their matches: whoever loses one plays no more.
import type { MatchState } from './types';

/** Rounds from first to last, or null where the matches are no knockout. */
export function bracketOf(matches: MatchState[]): MatchState[][] | null {
    const inOrder = [...matches].sort((a, b) => Number(a.id) - Number(b.id));
    const round = new Map<string, number>();
    const out = new Set<string>();
    const rounds: MatchState[][] = [];
    for (const match of inOrder) {
        if (out.has(match.a) || out.has(match.b)) return null;
        const at = Math.max(round.get(match.a) ?? 0, round.get(match.b) ?? 0);
        (rounds[at] ??= []).push(match);
        round.set(match.a, at + 1);
        round.set(match.b, at + 1);
        if (match.state !== 'finished') continue;
        if (match.score[0] === match.score[1]) return null;
        out.add(match.score[0] > match.score[1] ? match.b : match.a);
    }
    return rounds.length >= 2 && rounds.at(-1)!.length <= rounds[0].length ? rounds : null;
}

export const winnerOf = (match: MatchState): string | null =>
    match.state !== 'finished' || match.score[0] === match.score[1] ? null : match.score[0] > match.score[1] ? match.a : match.b;
