// SPDX-License-Identifier: MIT
// The address of an analysis and the browser's history: what is on the board is in both.
import { useEffect, useRef } from 'preact/hooks';
import { toQuery } from '../game/link';
import { emptyRecord, fromQuery, plyInQuery, type GameRecord } from '../game/record';
import { fromStudyLink } from '../game/study';
import { node, ROOT } from '../game/tree';
import { words } from '../language/language';
import { pageWords } from '../language/pages';
import { note, noteStep, type Route } from '../ui/router';
import { toast } from '../ui/toast';
import type { Review, ReviewState } from './use_review';
import { opened, type Variations, type VariationState } from './use_variations';

function openRecord(route: Route): GameRecord {
    try {
        return fromQuery(route.query);
    } catch (error) {
        toast((error as Error).message, 'error');
        return emptyRecord();
    }
}

/** An analysis with all its variations; the number changes with what is in it. */
interface Snapshot extends VariationState {
    analysis: 1;
    review: ReviewState;
}

/** What this step of the browser's history holds, after a reload or on the way back. */
function snapshotHere(): Snapshot | null {
    const state = history.state as Snapshot | null;
    return state?.analysis === 1 ? state : null;
}

/** The last one, shown again on the way back from another page. */
let left: Snapshot | null = null;

const isBare = (route: Route): boolean => route.query.size === 0;
/** What is shown when the page opens. */
export const atFirst = (route: Route): Snapshot | null => snapshotHere() ?? (isBare(route) ? left : null);

/** What an address asks for: a study with all its variations, or a game. */
export function fromRoute(route: Route): VariationState {
    const study = route.query.get('study');
    try {
        if (study !== null) return { ...fromStudyLink(study), current: ROOT };
    } catch (error) {
        toast((error as Error).message, 'error');
    }
    return opened(openRecord(route), plyInQuery(route.query));
}

/**
 * Keeps the address in step with the board, and opens what a new address asks for. Returns what to call before something
 * else comes on the board: what is there stays one step back in the browser's history.
 */
export function useAddress(
    route: Route, game: Variations, review: Review, open: (state: VariationState) => void,
): (next: GameRecord) => void {
    const shown = useRef(location.hash);
    useEffect(() => {
        if (shown.current === location.hash) return;
        shown.current = location.hash;
        const was = snapshotHere();
        if (!was) return open(fromRoute(route));
        game.restore(was);
        review.restore(was.review);
    }, [route]);
    useEffect(() => {
        const query = linkOf(game, game.moves.length);
        const { base, tree, current } = game;
        const { judgements, rootEval, rootProved, line } = review;
        left = { analysis: 1, base, tree, current, review: { judgements, rootEval, rootProved, line } };
        // Another address was chosen meanwhile, and is about to be opened.
        if (shown.current !== location.hash) return;
        note(`/analyse${query ? `?${query}` : ''}`, left);
        shown.current = location.hash;
    }, [game.base, game.tree, game.current, review.judgements]);
    return (next) => {
        noteStep(`/analyse?${toQuery(next.start, next.moves, next)}`);
        shown.current = location.hash;
        if (game.tree.next > 1) toast(pageWords.analysis.replaced, 'plain', { label: words.play.undo, run: () => history.back() });
    };
}

/** The line that is shown, to its end, and how much of it is on the board: a reload loses nothing of it. */
export const linkOf = ({ base, line, tree }: Variations, at: number): string =>
    toQuery(base.start, line.map((id) => node(tree, id).move), { x: base.x, o: base.o, at });
