// SPDX-License-Identifier: MIT
// The board to play on: 81 buttons in nine blocks. It holds no game; it shows a position and says which
// cell was chosen.
import { useRef, useState } from 'preact/hooks';
import { isLegal, play, whyIllegal, type Move, type Position } from '../game/rules';
import { coordinatesShown } from '../storage/settings';
import { useStore } from '../storage/store';
import { sound } from '../ui/sound';
import { toast } from '../ui/toast';
import { Block, PLACES, type CellNote, type Drawn } from './block';
import { shownAt } from './rotation';
import { useBoardKeys, type Keyboard } from './use_board_keys';
import { words } from '../language/language';

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
    /** A move that the server does not know of yet. */
    unsent?: Move | null;
    onHover?(move: Move | null): void;
    keyboard?: Keyboard;
    label?: string;
}

const NO_NOTES = new Map<Move, CellNote>();

/** Why a click makes no move, for the person who clicked; null where it makes one. */
function refusal({ position, active, passiveReason }: BoardProps, move: Move): { reason: string; heard: boolean } | null {
    if (!active && !position.outcome) return { reason: passiveReason ?? words.illegal.notYourTurn, heard: false };
    const reason = whyIllegal(position, move);
    return reason === null ? null : { reason, heard: true };
}

export function Board(props: BoardProps) {
    const { position, active, rotation = 0 } = props;
    const [hovered, setHovered] = useState<Move | null>(null);
    const grid = useRef<HTMLDivElement>(null);
    const playable = active && position.outcome === null;

    const hover = (move: Move | null) => {
        setHovered(move);
        props.onHover?.(move);
    };
    const choose = (move: Move) => {
        keys.forget();
        // The focus follows, so that the way out of the board stays one key.
        if (grid.current?.contains(document.activeElement)) keys.focus(move);
        else keys.setCursor(move);
        const refused = refusal(props, move);
        if (refused) {
            toast(refused.reason);
            if (refused.heard) sound('refused');
            return;
        }
        hover(null);
        props.onMove?.(move);
    };
    const keys = useBoardKeys(grid, props.keyboard, rotation, choose);

    const drawn: Drawn = {
        position, active, rotation, hovered, hover, choose, lastMove: props.lastMove ?? null, unsent: props.unsent ?? null, coordinates: useStore(coordinatesShown), notes: props.notes ?? NO_NOTES,
        preview: hovered !== null && playable && isLegal(position, hovered) ? play(position, hovered) : null,
        order: new Map((props.variation ?? []).map((move, i) => [move, i])),
        cursor: keys.cursor, picked: keys.picked, setCursor: keys.setCursor,
    };
    return (
        <div
            ref={grid}
            class={`board turn-${position.side} ${position.outcome ? 'over' : ''} ${playable ? 'active' : ''}`}
            role="group"
            aria-label={props.label ?? words.spoken.board}
            onMouseLeave={() => hover(null)}
        >
            {PLACES.map((place) => <Block key={shownAt(place, rotation)} drawn={drawn} block={shownAt(place, rotation)} />)}
        </div>
    );
}
