// SPDX-License-Identifier: MIT
// What the engine says of the position: its best lines, and how far it looked.
import type { Thought } from '../engine/messages';
import { moveText, parseMove } from '../game/notation';
import { movesOf } from '../game/review';
import type { Move, Position } from '../game/rules';
import { howItEnded, percent, whereToPlay } from '../game/words';
import type { Seen } from '../hooks/use_analysis';
import { store } from '../storage/store';

export const engineOn = store(true, 'analysis.on');
export const engineWhere = store<'here' | 'server'>('here', 'analysis.where');

/** What a line promises the side to move: a share, or a proven result. */
export function promise(line: { eval: number; result: Thought['result'] }, turn: 'x' | 'o'): string {
    if (!line.result) return percent(turn === 'x' ? line.eval : 1 - line.eval);
    if (line.result.winner === null) return 'draw, proved';
    return `${line.result.winner === turn ? 'wins' : 'loses'}${line.result.plies ? ` in ${movesOf(line.result.plies)}` : ''}`;
}

const count = (n: number): string => (n >= 1e6 ? `${(n / 1e6).toFixed(1)} M` : n >= 1e3 ? `${Math.round(n / 1e3)} k` : String(n));

function depthWords(props: { position: Position; seen: Seen; on: boolean }): string {
    const { thought, problem } = props.seen;
    if (thought) return `depth ${thought.depth} · ${count(thought.nodes)} nodes`;
    return props.on && !props.position.outcome && !problem ? 'thinking…' : '';
}

export function EnginePanel(props: {
    position: Position;
    seen: Seen;
    on: boolean;
    where: 'here' | 'server';
    hasServer: boolean;
    onPlay(move: Move): void;
    /** The line that is pointed at. */
    onShow(line: Move[] | null): void;
}) {
    const { position, seen, on } = props;
    return (
        <div class="card engine">
            <header>
                <label class="check">
                    <input type="checkbox" checked={on} onChange={(e) => engineOn.set(e.currentTarget.checked)} />
                    <span>Engine</span>
                </label>
                {props.hasServer && (
                    <select
                        class="small" aria-label="Where the engine runs" value={props.where}
                        onChange={(e) => engineWhere.set(e.currentTarget.value as 'here' | 'server')}
                    >
                        <option value="here">in this browser</option>
                        <option value="server">on the server</option>
                    </select>
                )}
                <span class="grow" />
                <span class="quiet digits" data-testid="depth">{depthWords(props)}</span>
            </header>
            {seen.problem && <p class="note warn">{seen.problem}</p>}
            {position.outcome ? <p>{howItEnded(position.outcome.ending, position.outcome.winner)}</p> : <Lines {...props} />}
        </div>
    );
}

function Lines({ position, seen, on, onPlay, onShow }: Parameters<typeof EnginePanel>[0]) {
    const { thought } = seen;
    return (
        <ol class="lines" onMouseLeave={() => onShow(null)}>
            {thought?.lines.map((line) => {
                const moves = line.pv.map((m) => parseMove(m)!);
                return (
                    <li key={line.move}>
                        <button
                            type="button" onMouseEnter={() => onShow(moves)} onFocus={() => onShow(moves)} onBlur={() => onShow(null)}
                            onClick={() => onPlay(parseMove(line.move)!)}
                        >
                            <b class={thought.turn}>{promise(line, thought.turn)}</b>
                            <span class="pv">{moves.map(moveText).join(' ')}</span>
                        </button>
                    </li>
                );
            })}
            {!thought && <li class="quiet">{on ? whereToPlay(position) : 'The engine is off (l).'}</li>}
        </ol>
    );
}
