// SPDX-License-Identifier: MIT
// Your mistakes once more: the board stops where a side erred, until a better move is found.
import { useState } from 'preact/hooks';
import { Board } from '../board/board';
import { moveNumber, moveText } from '../game/notation';
import { mistakesOf, type Judgement } from '../game/review';
import { playAll, whereIs, type Move, type Position, type Side } from '../game/rules';
import { node } from '../game/tree';
import { useAttempt, type Attempt } from '../hooks/use_attempt';
import { useKeys } from '../hooks/use_keys';
import type { Review } from '../hooks/use_review';
import type { Variations } from '../hooks/use_variations';
import { Icon } from '../ui/icon';
import { pageWords } from '../language/pages';

interface Erred {
    position: Position;
    played: Move;
    number: string;
    judgement: Judgement;
}

function erredMoves({ base, tree }: Variations, { line, judgements }: { line: number[]; judgements: Review['judgements'] }, side: Side): Erred[] {
    const moves = line.map((id) => node(tree, id).move);
    const judged = line.map((id) => judgements.get(id));
    return mistakesOf(judged, base.start.side, side).map((i) => ({
        position: playAll(base.start, moves.slice(0, i)), played: moves[i], number: moveNumber(i + 1, base.start.side), judgement: judged[i]!,
    }));
}

export function RetryView(props: { game: Variations; review: Review; line: number[]; side: Side; rotation: number; onClose(): void }) {
    const [all] = useState(() => erredMoves(props.game, { line: props.line, judgements: props.review.judgements }, props.side));
    const [at, setAt] = useState(0);
    const [found, setFound] = useState<ReadonlySet<number>>(new Set());
    const [failed, setFailed] = useState<ReadonlySet<number>>(new Set());
    const said = pageWords.coach.retry;
    if (at >= all.length) {
        return (
            <section class="retry-done card" data-testid="retry">
                <h1>{said.done}</h1>
                <p class="lead">{all.length === 0 ? said.nothing : said.found(found.size, all.length)}</p>
                <div class="buttons">
                    <button type="button" class="primary" ref={(button) => button?.focus()} onClick={props.onClose}>{said.back}</button>
                </div>
            </section>
        );
    }
    return (
        <Trial
            key={at} erred={all[at]} title={said.title(at + 1, all.length)} rotation={props.rotation} onClose={props.onClose}
            onNext={() => setAt(at + 1)}
            onEnd={(success) => {
                if (!success) setFailed(new Set([...failed, at]));
                else if (!failed.has(at)) setFound(new Set([...found, at]));
            }}
        />
    );
}

function wordsOf({ phase, why, moves }: Attempt, { played, judgement }: Erred): string {
    const said = pageWords.coach.retry;
    switch (phase) {
        case 'yours': return said.task(moveText(played), judgement.why);
        case 'checking':
        case 'replying': return pageWords.coach.puzzles.checking;
        case 'refuted': return why;
        case 'solved': return said.good(moveText(moves[0]), judgement.best === moves[0]);
        case 'shown': return said.best(moveText(judgement.best!), whereIs(judgement.best!));
    }
}

function Trial({ erred, title, rotation, onNext, onClose, onEnd }: {
    erred: Erred; title: string; rotation: number; onNext(): void; onClose(): void; onEnd(success: boolean): void;
}) {
    const attempt = useAttempt(erred.position, 'move', onEnd);
    const { phase, moves, position } = attempt;
    const said = pageWords.coach;
    const over = phase === 'solved' || phase === 'shown';
    const show = () => {
        onEnd(false);
        attempt.show(erred.judgement.best === null ? [] : [erred.judgement.best]);
    };
    useKeys({ r: () => phase === 'refuted' && attempt.again(), n: () => over && onNext(), Escape: onClose });
    return (
        <div class="game analysis retrying" data-testid="retry">
            <section class="table" aria-label={title}>
                <div class="board-row">
                    <Board
                        position={position} active={phase === 'yours'} lastMove={moves.at(-1) ?? null} keyboard="all" onMove={attempt.choose} rotation={rotation}
                        notes={moves.length === 0 ? new Map([[erred.played, { label: '✗', share: 0.1, best: false }]]) : undefined}
                        passiveReason={phase === 'refuted' ? said.puzzles.againFirst : said.puzzles.wait}
                    />
                </div>
            </section>
            <aside class="panel" aria-label={title}>
                <div class="card lesson-words">
                    <p class="quiet">{title} · {erred.number} {moveText(erred.played)}</p>
                    <h1>{said.retry.find(erred.position.side.toUpperCase())}</h1>
                    <p class={`lead ${phase}`} role="status">{wordsOf(attempt, erred)}</p>
                    <div class="buttons">
                        {over
                            ? <button type="button" class="primary" ref={(button) => button?.focus({ preventScroll: true })} onClick={onNext}>{said.retry.next}<Icon name="forward" /></button>
                            : <>
                                <button type="button" class={phase === 'refuted' ? 'primary' : ''} disabled={phase !== 'refuted'} onClick={attempt.again}><Icon name="undo" />{said.puzzles.again}</button>
                                <button type="button" disabled={phase === 'checking'} onClick={show}><Icon name="check" />{said.puzzles.show}</button>
                                <button type="button" onClick={onNext}><Icon name="forward" />{said.retry.skip}</button>
                            </>}
                        <button type="button" onClick={onClose}><Icon name="close" />{said.retry.back}</button>
                    </div>
                </div>
            </aside>
        </div>
    );
}
