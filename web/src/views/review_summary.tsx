// SPDX-License-Identifier: MIT
// After a look at the whole game: how many mistakes each side made, and the moves that mattered most.
import { useState } from 'preact/hooks';
import { moveNumber, moveText } from '../game/notation';
import { accuracies, countMistakes, mistakesOf, provedFrom, provedWords, turningPoints, type Judgement, type MistakeCount } from '../game/review';
import type { Side } from '../game/rules';
import { node } from '../game/tree';
import { playerWords } from '../game/phrases';
import type { Review } from '../hooks/use_review';
import type { Variations } from '../hooks/use_variations';
import { Icon } from '../ui/icon';
import { pageWords } from '../language/pages';

/** Of the moves that lost most, until all are asked for. */
const MOST = 4;

function words(count: MistakeCount): string {
    const parts = [
        count.blunder > 0 ? pageWords.review.blunders(count.blunder) : '',
        count.mistake > 0 ? pageWords.review.mistakes(count.mistake) : '',
        count.inaccuracy > 0 ? pageWords.review.inaccuracies(count.inaccuracy) : '',
    ].filter(Boolean);
    return parts.length > 0 ? parts.join(', ') : pageWords.review.none;
}

/** What a move led to, where that is certain. */
export function Proved({ judgement }: { judgement: Judgement }) {
    return judgement.proved ? <em class="proved">{provedWords(judgement)}</em> : null;
}

export function ReviewSummary({ game, review, onRetry }: { game: Variations; review: Review; onRetry(side: Side): void }) {
    const { base } = game;
    const { line } = review;
    const [everything, setEverything] = useState(false);
    const judgements = line.map((id) => review.judgements.get(id));
    const count = countMistakes(judgements, base.start.side);
    const accuracy = accuracies(judgements, base.start.side);
    const said = pageWords.coach.retry;
    const certain = provedFrom(judgements);
    const all = turningPoints(judgements);
    const shown = everything ? all : turningPoints(judgements, MOST);
    const moveAt = (i: number) => `${moveNumber(i + 1, base.start.side)} ${moveText(node(game.tree, line[i]).move)}`;
    const nameOf = (which: Side) => playerWords(base[which]) || which.toUpperCase();
    const side = (which: Side) => (
        <div class={which}>
            <dt>{nameOf(which)}</dt>
            <dd>{accuracy[which] !== null && <span title={said.accuracyWhy}>{said.accuracy(accuracy[which])}</span>}<span>{words(count[which])}</span></dd>
            {mistakesOf(judgements, base.start.side, which).length > 0 && (
                <button type="button" class="retry" aria-label={said.startOf(nameOf(which))} onClick={() => onRetry(which)}>
                    <Icon name="again" />{said.start}
                </button>
            )}
        </div>
    );
    return (
        <div class="review-summary" data-testid="summary">
            <dl>{side('x')}{side('o')}</dl>
            {all.length > 0 && <h3>{shown.length < all.length ? pageWords.review.lostMost : pageWords.review.allMistakes}</h3>}
            <ul>
                {shown.map((i) => (
                    <li key={line[i]}>
                        <button
                            type="button" class={judgements[i]!.kind!} aria-current={game.current === line[i] ? 'step' : undefined}
                            onClick={() => game.goTo(line[i])}
                        >
                            <b>{moveAt(i)}</b>
                            <span>{judgements[i]!.text} <Proved judgement={judgements[i]!} /></span>
                        </button>
                    </li>
                ))}
            </ul>
            {shown.length < all.length && <button type="button" class="more" onClick={() => setEverything(true)}>{pageWords.review.showAll(all.length)}</button>}
            {certain !== null && <p class="quiet" data-testid="proved-from">{pageWords.review.provedFrom(moveAt(certain), provedWords(judgements[certain]!))}</p>}
        </div>
    );
}
