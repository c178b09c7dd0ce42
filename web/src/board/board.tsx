// SPDX-License-Identifier: MIT
// The board to play on: 81 buttons in nine blocks. It holds no game; it shows a position and says which
// cell was chosen.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { coordinates, moveAt, moveText } from '../game/notation';
import {
    blockOf, cellOf, isLegal, lineOf, other, placeName, play, whereIs, whyIllegal, type Move, type Position, type Side,
} from '../game/rules';
import { sound } from '../ui/sound';
import { toast } from '../ui/toast';
import { digitPlace } from './keys';
import { Mark } from './mark';
import { placeOf, shownAt } from './rotation';

/** What the engine says of a cell. */
export interface CellNote {
    label: string;
    /** 0..1, how warm the cell glows. */
    warmth: number;
    best: boolean;
}

export interface BoardProps {
    position: Position;
    lastMove?: Move | null;
    /** Whether the person at the screen may move now. */
    active: boolean;
    /** Said to a click while it may not. */
    passiveReason?: string;
    onMove?(move: Move): void;
    rotation?: number;
    notes?: Map<Move, CellNote>;
    /** Moves to come, shown as numbered ghosts. */
    variation?: Move[];
    onHover?(move: Move | null): void;
    /** Digits, and arrows unless they have another meaning, are heard from everywhere on the page. */
    keyboard?: 'all' | 'digits';
    label?: string;
}

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const NO_NOTES = new Map<Move, CellNote>();

export function cellLabel(position: Position, move: Move, active: boolean): string {
    const where = whereIs(move);
    const mark = position.cells[move];
    if (mark) return `${where}, ${mark.toUpperCase()}`;
    if (!active || !isLegal(position, move)) return `${where}, empty`;
    return `${where}, empty, ${sendsWhere(position, move)}`;
}

function sendsWhere(position: Position, move: Move): string {
    const next = play(position, move);
    if (next.outcome) return next.outcome.winner ? 'wins the game' : 'ends the game';
    const whom = next.side.toUpperCase();
    if (next.target === null) return `gives ${whom} a free move`;
    return `sends ${whom} to ${next.targets.map(placeName).join(' or ')}`;
}

const STEPS: Record<string, [number, number]> = {
    ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

const isTyping = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && (target.closest('input, select, textarea, dialog') !== null);

export function Board(props: BoardProps) {
    const { position, active, rotation = 0, notes = NO_NOTES } = props;
    const [hovered, setHovered] = useState<Move | null>(null);
    const [cursor, setCursor] = useState<Move>(40);
    const [picked, setPicked] = useState<number | null>(null);
    const grid = useRef<HTMLDivElement>(null);

    const playable = active && position.outcome === null;
    const preview = hovered !== null && playable && isLegal(position, hovered) ? play(position, hovered) : null;
    const winningLine = position.outcome?.winner ? lineOf(position.owners, position.outcome.winner) : null;

    const hover = (move: Move | null) => {
        setHovered(move);
        props.onHover?.(move);
    };

    const choose = (move: Move) => {
        setPicked(null);
        // The focus follows, so that the way out of the board stays one key.
        if (grid.current?.contains(document.activeElement)) focus(move);
        else setCursor(move);
        if (!active && !position.outcome) {
            toast(props.passiveReason ?? 'It is not your turn.');
            return;
        }
        const reason = whyIllegal(position, move);
        if (reason) {
            toast(reason);
            sound('refused');
            return;
        }
        hover(null);
        props.onMove?.(move);
    };

    const focus = (move: Move) => {
        setCursor(move);
        grid.current?.querySelector<HTMLElement>(`[data-move="${move}"]`)?.focus();
    };

    const step = (event: KeyboardEvent): boolean => {
        const by = STEPS[event.key];
        if (!by || event.altKey || event.ctrlKey || event.metaKey) return false;
        // Places on the screen, not on the board: they differ when it is turned.
        const shown = 9 * placeOf(blockOf(cursor), rotation) + placeOf(cellOf(cursor), rotation);
        const { row, column } = coordinates(shown);
        const next = moveAt((row + by[0] + 9) % 9, (column + by[1] + 9) % 9);
        focus(9 * shownAt(blockOf(next), rotation) + shownAt(cellOf(next), rotation));
        return true;
    };

    const digit = (event: KeyboardEvent): boolean => {
        const place = digitPlace(event.code);
        if (place === null || event.altKey || event.ctrlKey || event.metaKey) return false;
        const index = shownAt(place, rotation);
        if (picked === null) setPicked(index);
        else choose(9 * picked + index);
        return true;
    };

    // At once after a change: the next key may come before the next frame.
    useLayoutEffect(() => {
        if (!props.keyboard) return;
        const pressed = (event: KeyboardEvent) => {
            if (event.defaultPrevented || isTyping(event.target)) return;
            const inside = grid.current?.contains(event.target as Node) ?? false;
            const nowhere = event.target === document.body;
            if (event.key === 'Escape') setPicked(null);
            else if (digit(event) || (props.keyboard === 'all' && (inside || nowhere) && step(event))) event.preventDefault();
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    });

    const order = new Map((props.variation ?? []).map((move, i) => [move, i]));
    const ghostOf = (move: Move): Side | null => {
        const at = order.get(move);
        if (at === undefined || position.cells[move]) return null;
        return at % 2 === 0 ? position.side : other(position.side);
    };

    return (
        <div
            ref={grid}
            class={`board turn-${position.side} ${position.outcome ? 'over' : ''} ${playable ? 'active' : ''}`}
            role="group"
            aria-label={props.label ?? 'Board'}
            onMouseLeave={() => hover(null)}
        >
            {PLACES.map((place) => {
                const block = shownAt(place, rotation);
                const owner = position.owners[block];
                const isTarget = position.targets.includes(block);
                const sent = preview !== null && !preview.outcome && preview.targets.includes(block);
                const names = [
                    'block', isTarget ? 'target' : 'idle', owner ? `won ${owner}` : '',
                    sent ? `sent ${preview.target === null ? 'free' : ''} to-${preview.side}` : '',
                    picked === block ? 'picked' : '', winningLine?.includes(block) ? 'winning' : '',
                ];
                return (
                    <div
                        key={block}
                        class={names.filter(Boolean).join(' ')}
                        role="group"
                        aria-label={`${placeName(block)} block${owner ? `, won by ${owner.toUpperCase()}` : ''}${isTarget ? ', lit' : ''}`}
                    >
                        {PLACES.map((cellPlace) => {
                            const cell = shownAt(cellPlace, rotation);
                            const move = 9 * block + cell;
                            const mark = position.cells[move];
                            const legal = isTarget && !mark;
                            const ghost = ghostOf(move);
                            const note = notes.get(move);
                            return (
                                <button
                                    key={move}
                                    type="button"
                                    data-move={move}
                                    class={`cell ${mark ? 'full' : 'empty'} ${legal ? 'legal' : ''} ${
                                        props.lastMove === move ? 'last' : ''} ${note?.best ? 'best' : ''}`}
                                    style={note ? { '--warmth': String(note.warmth) } : undefined}
                                    aria-label={`${cellLabel(position, move, active)}${note?.label ? `, engine ${note.label}` : ''}`}
                                    aria-disabled={!(playable && legal)}
                                    tabIndex={move === cursor ? 0 : -1}
                                    title={undefined}
                                    onClick={() => choose(move)}
                                    onMouseEnter={() => hover(move)}
                                    onFocus={() => {
                                        setCursor(move);
                                        hover(move);
                                    }}
                                    onBlur={() => hover(null)}
                                >
                                    {note && !mark && !ghost && <span class="warm" aria-hidden="true">{note.label}</span>}
                                    {mark && <Mark side={mark} class={props.lastMove === move ? 'fresh' : ''} />}
                                    {!mark && ghost && (
                                        <>
                                            <Mark side={ghost} class="ghost" />
                                            <span class="number" aria-hidden="true">{order.get(move)! + 1}</span>
                                        </>
                                    )}
                                    {!mark && !ghost && hovered === move && playable && legal && (
                                        <>
                                            <Mark side={position.side} class="ghost" />
                                            <span class="number" aria-hidden="true">{moveText(move)}</span>
                                        </>
                                    )}
                                </button>
                            );
                        })}
                        {owner && <Mark side={owner} class="big" />}
                    </div>
                );
            })}
        </div>
    );
}

/** What a listener hears after a move. */
export function describeMove(before: Position, move: Move): string {
    const after = play(before, move);
    const who = before.side.toUpperCase();
    let text = `${who} plays ${whereIs(move)}.`;
    if (after.owners[blockOf(move)] && !before.owners[blockOf(move)]) text += ` ${who} wins the block.`;
    if (after.outcome) {
        return `${text} ${after.outcome.winner ? `${after.outcome.winner.toUpperCase()} wins the game.` : 'The game is drawn.'}`;
    }
    const where = after.target === null ? 'anywhere, a free move' : `in the ${after.targets.map(placeName).join(' or ')} block`;
    return `${text} ${after.side.toUpperCase()} to move ${where}.`;
}
