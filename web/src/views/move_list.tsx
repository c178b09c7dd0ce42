// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'preact/hooks';
import { moveNumber, moveText } from '../game/notation';
import { other, whereIs, type Move, type Side } from '../game/rules';
import { words } from '../language/language';

export interface MoveListProps {
    moves: readonly Move[];
    first: Side;
    current: number;
    /** How many of the moves were given. */
    opening?: number;
    onPick(ply: number): void;
}

/** The moves in two columns; the current one stays in sight. */
export function MoveList({ moves, first, current, opening = 0, onPick }: MoveListProps) {
    const list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        const box = list.current;
        const now = box?.querySelector<HTMLElement>('[aria-current]');
        if (box && now) box.scrollTop = now.offsetTop - box.clientHeight / 2;
    }, [current, moves.length]);
    if (moves.length === 0) return <p class="quiet empty-list">{words.game.noMoves}<span class="with-keys"> <kbd>?</kbd> {words.game.showsKeys}</span></p>;
    return (
        <ol class="moves" ref={list} aria-label={words.game.moves}>
            {moves.map((move, i) => {
                const side = i % 2 === 0 ? first : other(first);
                return (
                    <li key={i} class={side}>
                        <button
                            type="button"
                            title={i < opening ? words.game.opening(whereIs(move)) : whereIs(move)}
                            aria-current={current === i + 1 ? 'step' : undefined}
                            onClick={() => onPick(i + 1)}
                        >
                            {(side === 'x' || i === 0) && <span class="ply">{moveNumber(i + 1, first)}</span>}{moveText(move)}
                        </button>
                    </li>
                );
            })}
        </ol>
    );
}
