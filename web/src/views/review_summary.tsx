// SPDX-License-Identifier: MIT
// After a look at the whole game: how many mistakes each side made, and the moves that mattered most.
import { moveNumber, moveText } from '../game/notation';
import { countMistakes, turningPoints, type MistakeCount } from '../game/review';
import type { Side } from '../game/rules';
import { node } from '../game/tree';
import type { Review } from '../hooks/use_review';
import type { Variations } from '../hooks/use_variations';
import { pageWords } from '../words/pages';

const MOST = 4;

function words(count: MistakeCount): string {
    const parts = [
        count.blunder > 0 ? pageWords.review.blunders(count.blunder) : '',
        count.mistake > 0 ? pageWords.review.mistakes(count.mistake) : '',
        count.inaccuracy > 0 ? pageWords.review.inaccuracies(count.inaccuracy) : '',
    ].filter(Boolean);
    return parts.length > 0 ? parts.join(', ') : pageWords.review.none;
}

export function ReviewSummary({ game, review }: { game: Variations; review: Review }) {
    const { base } = game;
    const { line } = review;
    const judgements = line.map((id) => review.judgements.get(id));
    const count = countMistakes(judgements, base.start.side);
    const side = (which: Side) => (
        <div class={which}><dt>{base[which] || which.toUpperCase()}</dt><dd>{words(count[which])}</dd></div>
    );
    return (
        <div class="review-summary" data-testid="summary">
            <dl>{side('x')}{side('o')}</dl>
            <ul>
                {turningPoints(judgements, MOST).map((i) => (
                    <li key={line[i]}>
                        <button
                            type="button" class={judgements[i]!.kind!} aria-current={game.current === line[i] ? 'step' : undefined}
                            onClick={() => game.goTo(line[i])}
                        >
                            <b>{moveNumber(i + 1, base.start.side)} {moveText(node(game.tree, line[i]).move)}</b>
                            <span>{judgements[i]!.text}</span>
                        </button>
                    </li>
                ))}
            </ul>
        </div>
    );
}
