// SPDX-License-Identifier: MIT
// What the engine says of the position: its best lines, and how far it looked.
import { moveText, parseMove } from '../game/notation';
import { promised, spokenPromise, toneOf } from '../game/promise';
import { whereIs, type Move, type Position } from '../game/rules';
import { howItEnded, whereToPlay } from '../game/phrases';
import type { Seen } from '../hooks/use_analysis';
import { heatShown } from '../hooks/use_heat';
import { store, useStore } from '../storage/store';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

/** With the heat map there is one for every move. */
const MOST_LINES = 4;
/** More moves of a line than anybody reads. */
const LONGEST_LINE = 14;

export const engineOn = store(true, 'analysis.on');
export const engineWhere = store<'here' | 'server'>('here', 'analysis.where');

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
    const heat = useStore(heatShown);
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
                <label class="check">
                    <input type="checkbox" checked={heat} onChange={(e) => heatShown.set(e.currentTarget.checked)} />
                    <span>{words.heat.show}</span>
                </label>
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
            {thought?.lines.slice(0, MOST_LINES).map((line) => {
                const promise = promised(line, thought.turn);
                const moves = line.pv.slice(0, LONGEST_LINE).map((m) => parseMove(m)!);
                return (
                    <li key={line.move} onMouseEnter={() => onShow(moves)}>
                        <b class={toneOf(promise.share)}>{spokenPromise(promise)}</b>
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
