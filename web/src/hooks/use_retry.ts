// SPDX-License-Identifier: MIT
// Which side's mistakes are tried again.
import { useEffect, useRef, useState } from 'preact/hooks';
import { accuracies } from '../game/review';
import type { Side } from '../game/rules';
import { keptAccuracies } from '../storage/settings';
import type { Route } from '../ui/router';
import type { Review } from './use_review';
import type { Variations } from './use_variations';

/** Trying the mistakes of a side again: when asked, or after the review that a link from a finished game asks for. Such a link also names the side whose accuracy is kept. */
export function useRetry(route: Route, game: Variations, review: Review) {
    const [side, setSide] = useState<Side | null>(null);
    const asked = useRef({ retry: route.query.has('retry'), of: route.query.get('retry') ?? route.query.get('review'), game: route.query.get('game') });
    const judged = review.line.length > 0;
    useEffect(() => {
        const { retry, of, game: id } = asked.current;
        if (!judged || (of !== 'x' && of !== 'o')) return;
        asked.current = { retry: false, of: null, game: null };
        const accuracy = accuracies(review.line.map((at) => review.judgements.get(at)), game.base.start.side)[of];
        if (id && accuracy !== null) keptAccuracies.set({ ...keptAccuracies.get(), [id]: accuracy });
        if (retry) setSide(of);
    }, [judged]);
    return { side, start: setSide, end: () => setSide(null) };
}
