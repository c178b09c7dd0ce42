// SPDX-License-Identifier: MIT
// A block of the board and its cells.
import { moveText } from '../game/notation';
import { lineOf, other, type Move, type Position, type Side } from '../game/rules';
import { cellLabel } from '../game/phrases';
import { Mark } from './mark';
import { shownAt } from './rotation';
import { words } from '../language/language';

/** What the engine says of a cell. */
export interface CellNote {
    label: string;
    /** For those who listen, where the label is a sign. */
    spoken?: string;
    /** The mover's expected score, 0..1: from red over grey to green. */
    share: number;
    proved?: 'win' | 'draw' | 'loss' | null;
    best: boolean;
}

/** What the blocks and cells of one board share. */
export interface Drawn {
    position: Position;
    /** The position after the move that is pointed at. */
    preview: Position | null;
    lastMove: Move | null;
    unsent: Move | null;
    /** Whether each cell shows its two digits. */
    coordinates: boolean;
    rotation: number;
    notes: Map<Move, CellNote>;
    /** Moves to come, shown as numbered ghosts, by their places. */
    order: Map<Move, number>;
    hovered: Move | null;
    cursor: Move;
    picked: number | null;
    /** Whether the person at the screen may move now. */
    active: boolean;
    choose(move: Move): void;
    hover(move: Move | null): void;
    setCursor(move: Move): void;
}

export const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

function Ghost({ side, text }: { side: Side; text: string }) {
    return <><Mark side={side} class="ghost" /><span class="number" aria-hidden="true">{text}</span></>;
}

/** What stands in a cell: a mark, a move to come, what the engine says, or the move that a click would make. */
function CellContent({ drawn, move, legal }: { drawn: Drawn; move: Move; legal: boolean }) {
    const { position, order } = drawn;
    const mark = position.cells[move];
    if (mark) return <Mark side={mark} class={drawn.lastMove === move ? 'fresh' : ''} />;
    const at = order.get(move);
    if (at !== undefined) return <Ghost side={at % 2 === 0 ? position.side : other(position.side)} text={String(at + 1)} />;
    const note = drawn.notes.get(move);
    return (
        <>
            {note && <span class="warm" aria-hidden="true">{note.label}</span>}
            {drawn.hovered === move && legal && <Ghost side={position.side} text={moveText(move)} />}
        </>
    );
}

/** How far from grey a cell is, 0..1: small differences can be seen too. */
const warmth = (share: number): number => Math.abs(2 * share - 1) ** 0.6;

function Cell({ drawn, move, lit }: { drawn: Drawn; move: Move; lit: boolean }) {
    const { position, active } = drawn;
    const empty = !position.cells[move];
    const note = drawn.notes.get(move);
    const label = cellLabel(position, move, active);
    const playable = active && position.outcome === null && lit && empty;
    const names = ['cell', empty ? 'empty' : 'full', lit && empty && 'legal', drawn.lastMove === move && 'last', drawn.unsent === move && 'unsent', note?.best && 'best',
        note && note.share < 0.5 && 'low', note?.proved && `proved ${note.proved}`];
    return (
        <button
            type="button"
            data-move={move}
            class={names.filter(Boolean).join(' ')}
            style={note ? { '--warmth': warmth(note.share).toFixed(2) } : undefined}
            aria-label={note?.label ? words.spoken.cell(label, words.spoken.engine(note.spoken ?? note.label)) : label}
            aria-disabled={!playable}
            tabIndex={move === drawn.cursor ? 0 : -1}
            onClick={() => drawn.choose(move)}
            onMouseEnter={() => drawn.hover(move)}
            onFocus={() => {
                drawn.setCursor(move);
                drawn.hover(move);
            }}
            onBlur={() => drawn.hover(null)}
        >
            {drawn.coordinates && <span class="coordinate" aria-hidden="true">{moveText(move)}</span>}
            <CellContent drawn={drawn} move={move} legal={playable} />
        </button>
    );
}

function classOf({ position, preview, picked }: Drawn, block: number): string {
    const owner = position.owners[block];
    const sent = preview !== null && !preview.outcome && preview.targets.includes(block);
    const { winner } = position.outcome ?? {};
    const names = [
        'block', position.targets.includes(block) ? 'target' : 'idle', owner && `won ${owner}`,
        sent && `sent ${preview.target === null ? 'free' : ''} to-${preview.side}`,
        picked === block && 'picked', winner && lineOf(position.owners, winner)?.includes(block) && 'winning',
    ];
    return names.filter(Boolean).join(' ');
}

export function Block({ drawn, block }: { drawn: Drawn; block: number }) {
    const owner = drawn.position.owners[block];
    const lit = drawn.position.targets.includes(block);
    return (
        <div
            class={classOf(drawn, block)}
            role="group"
            aria-label={words.spoken.block(block, owner?.toUpperCase() ?? '', lit)}
        >
            {PLACES.map((place) => {
                const move = 9 * block + shownAt(place, drawn.rotation);
                return <Cell key={move} drawn={drawn} move={move} lit={lit} />;
            })}
            {owner && <Mark side={owner} class="big" />}
        </div>
    );
}
