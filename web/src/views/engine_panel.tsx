// SPDX-License-Identifier: MIT
// What the engine says of the position: its best lines, and how far it looked.
import type { Thought } from '../engine/messages';
import { moveText, parseMove } from '../game/notation';
import { movesOf } from '../game/review';
import { whereIs, type Move, type Position } from '../game/rules';
import { howItEnded, percent, whereToPlay } from '../game/words';
import type { Seen } from '../hooks/use_analysis';
import { store } from '../storage/store';
import { pageWords } from '../words/pages';
import { words } from '../words/words';

/** More moves of a line than anybody reads. */
const LONGEST_LINE = 14;

export const engineOn = store(true, 'analysis.on');
export const engineWhere = store<'here' | 'server'>('here', 'analysis.where');

/** What a line promises the side to move: a share, or a proven result. */
export function promise(line: { eval: number; result: Thought['result'] }, turn: 'x' | 'o'): string {
    if (!line.result) return percent(turn === 'x' ? line.eval : 1 - line.eval);
    if (line.result.winner === null) return pageWords.engine.draw;
    const wins = line.result.winner === turn;
    if (!line.result.plies) return wins ? pageWords.engine.winsSome : pageWords.engine.losesSome;
    return wins ? pageWords.engine.wins(movesOf(line.result.plies)) : pageWords.engine.loses(movesOf(line.result.plies));
}

/** The same in a word, for a cell. */
export function shortPromise(line: { eval: number; result: Thought['result'] }, turn: 'x' | 'o'): string {
    if (!line.result) return promise(line, turn);
    if (line.result.winner === null) return pageWords.engine.drawShort;
    return line.result.winner === turn ? pageWords.engine.winsSome : pageWords.engine.losesSome;
}

function count(n: number): string {
    if (n >= 1e6) return pageWords.engine.millions(words.numbers.decimal(n / 1e6, 1));
    return n >= 1e3 ? pageWords.engine.thousands(String(Math.round(n / 1e3))) : String(n);
}

function depthWords(props: { position: Position; seen: Seen; on: boolean }): string {
    const { thought, problem } = props.seen;
    if (thought) return pageWords.engine.depth(thought.depth, count(thought.nodes));
    return props.on && !props.position.outcome && !problem ? pageWords.engine.thinking : '';
}

export function EnginePanel(props: {
    position: Position;
    seen: Seen;
    on: boolean;
    where: 'here' | 'server';
    hasServer: boolean;
    /** One move of a line, with all before it. */
    onPlay(moves: Move[]): void;
    /** The line that is pointed at. */
    onShow(line: Move[] | null): void;
}) {
    const { position, seen, on } = props;
    return (
        <div class="card engine">
            <header>
                <label class="check">
                    <input type="checkbox" checked={on} onChange={(e) => engineOn.set(e.currentTarget.checked)} />
                    <span>{pageWords.engine.label}</span>
                </label>
                {props.hasServer && (
                    <select
                        class="small" aria-label={pageWords.engine.where} value={props.where}
                        onChange={(e) => engineWhere.set(e.currentTarget.value as 'here' | 'server')}
                    >
                        <option value="here">{pageWords.engine.here}</option>
                        <option value="server">{pageWords.engine.server}</option>
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
                const moves = line.pv.slice(0, LONGEST_LINE).map((m) => parseMove(m)!);
                return (
                    <li key={line.move} onMouseEnter={() => onShow(moves)}>
                        <b class={thought.turn}>{promise(line, thought.turn)}</b>
                        <span class="pv">
                            {moves.map((move, i) => (
                                // One stop for the Tab key in each line: the first move, from which the next line begins.
                                <button
                                    key={i} type="button" tabIndex={i === 0 ? undefined : -1} title={whereIs(move)}
                                    onFocus={() => onShow(moves)} onBlur={() => onShow(null)} onClick={() => onPlay(moves.slice(0, i + 1))}
                                >
                                    {moveText(move)}
                                </button>
                            ))}
                        </span>
                    </li>
                );
            })}
            {!thought && <li class="quiet">{on ? whereToPlay(position) : pageWords.engine.off}</li>}
        </ol>
    );
}
