// SPDX-License-Identifier: MIT
import { Mark } from '../board/mark';
import type { Position, Side } from '../game/rules';
import { clockText, playerWords } from '../game/phrases';
import { words } from '../language/language';

export interface Seat {
    name: string;
    detail?: string;
    clockMs?: number | null;
    running?: boolean;
    thinking?: boolean;
    absent?: boolean;
}

/** Who plays a side, what that side has won, and its clock. */
export function PlayerStrip(props: { side: Side; seat: Seat; turn: boolean; position: Position }) {
    const { side, seat } = props;
    const won = props.position.owners.filter((owner) => owner === side).length;
    const low = seat.running && seat.clockMs !== null && seat.clockMs !== undefined && seat.clockMs < 20_000;
    return (
        <div class={`player ${side} ${props.turn ? 'turn' : ''}`}>
            <Mark side={side} />
            <span class="name">{playerWords(seat.name)}</span>
            {seat.detail && <span class="detail">{seat.detail}</span>}
            {seat.absent && <span class="detail">{words.game.away}</span>}
            {seat.thinking && <span class="thinking" role="img" aria-label={words.game.thinking}><i /><i /><i /></span>}
            <span class="grow" />
            <span class="blocks" title={words.numbers.blocksWon(won)}>{won > 0 ? `${won} ▪` : ''}</span>
            {seat.clockMs !== null && seat.clockMs !== undefined && (
                <span class={`clock ${seat.running ? 'running' : ''} ${low ? 'low' : ''}`}>{clockText(seat.clockMs)}</span>
            )}
        </div>
    );
}
