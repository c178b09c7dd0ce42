// SPDX-License-Identifier: MIT
// A game at the board, wherever it is played: players above and below, the panel beside.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Board, type BoardProps } from '../board/board';
import { blockOf, lineOf, other, play, playAll, type Move, type Position, type Side } from '../game/rules';
import { describeBoard, describeMove } from '../game/phrases';
import { useKeys } from '../hooks/use_keys';
import { sound } from '../ui/sound';
import { announce } from '../ui/toast';
import { KeysHelp } from './keys_help';
import { MoveList } from './move_list';
import { PlayerStrip, type Seat } from './player_strip';
import { words } from '../language/language';

export interface GameViewProps {
    start: Position;
    moves: readonly Move[];
    seats: Record<Side, Seat>;
    /** Sides of the person at this screen. */
    mine: Side[];
    over: boolean;
    winner: Side | null;
    onMove(move: Move): void;
    passiveReason?: string;
    notes?: BoardProps['notes'];
    variation?: Move[];
    /** A move that the server does not know of yet. */
    unsent?: Move | null;
    beside?: ComponentChildren;
    above?: ComponentChildren;
    children: ComponentChildren;
}

/** Sounds and words for a move that has just been made. */
export function useMoveEffects(start: Position, moves: readonly Move[], mine: Side[], over: boolean, winner: Side | null) {
    const seen = useRef(moves.length);
    const wasOver = useRef(over);
    useEffect(() => {
        const one = moves.length === seen.current + 1;
        seen.current = moves.length;
        if (one) {
            const before = playAll(start, moves.slice(0, -1));
            const move = moves[moves.length - 1];
            const after = play(before, move);
            announce(describeMove(before, move));
            const block = blockOf(move);
            if (!after.outcome) sound(after.owners[block] && !before.owners[block] ? 'block' : before.side);
        }
        if (over && !wasOver.current) {
            if (winner === null) sound('drawn');
            else sound(mine.length === 1 && mine[0] !== winner ? 'lost' : 'won');
        }
        wasOver.current = over;
    }, [moves.length, over]);
}

export function GameView(props: GameViewProps) {
    const { start, moves, seats, mine, over } = props;
    const [viewed, setViewed] = useState<number | null>(null);
    useEffect(() => setViewed(null), [moves.length, start]);
    useMoveEffects(start, moves, mine, over, props.winner);

    const ply = viewed ?? moves.length;
    const look = (n: number) => setViewed(n >= moves.length ? null : Math.max(0, n));
    const shown = playAll(start, moves.slice(0, ply));
    // Arrows choose cells here, so other keys go through the moves and tell how things stand.
    useKeys({ PageUp: () => look(ply - 1), PageDown: () => look(ply + 1), s: () => announce(describeBoard(shown)) });
    const now = ply === moves.length ? shown : playAll(start, moves);
    // Nobody moves any more after a resignation, whatever the board allows.
    const position = over && !shown.outcome && viewed === null ? { ...shown, targets: [] } : shown;
    const turn = over ? null : now.side;
    const bottom = mine.length === 1 ? mine[0] : 'x';
    const active = viewed === null && turn !== null && mine.includes(turn);
    const winningLine = !over || !props.winner ? null : lineOf(now.owners, props.winner);
    const strip = (side: Side) => <PlayerStrip side={side} seat={seats[side]} turn={turn === side} position={now} />;

    return (
        <div class="game">
            <section class="table" aria-label={words.game.label}>
                {props.above}
                {strip(other(bottom))}
                <div class="board-row">
                    {props.beside}
                    <Board
                        position={position}
                        lastMove={ply > 0 ? moves[ply - 1] : null}
                        active={active}
                        passiveReason={viewed !== null ? words.game.earlier : props.passiveReason}
                        onMove={props.onMove}
                        notes={viewed === null ? props.notes : undefined}
                        variation={viewed === null ? props.variation : undefined}
                        unsent={props.unsent}
                        keyboard="all"
                        label={winningLine ? words.spoken.finished : words.spoken.board}
                    />
                </div>
                {strip(bottom)}
            </section>
            <aside class="panel" aria-label={words.game.panel}>
                {props.children}
                <div class="card moves-card">
                    <MoveList moves={moves} first={start.side} current={ply} onPick={look} />
                    {viewed !== null && (
                        <button type="button" class="wide" onClick={() => setViewed(null)}>{words.game.backToGame}</button>
                    )}
                </div>
            </aside>
            <KeysHelp />
        </div>
    );
}
