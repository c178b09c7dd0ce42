// SPDX-License-Identifier: MIT
// One game, big: live while it is played, else replayed at any speed. It knows no server.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Board } from '../board/board';
import { movesAfter } from '../game/notation';
import { clockAfter, opinionsOf, type GameRecord } from '../game/record';
import { playAll, type Side } from '../game/rules';
import { whyEnded } from '../game/verdict';
import { howItEnded, percent } from '../game/phrases';
import type { EngineView } from '../hooks/use_engine_view';
import { Icon } from '../ui/icon';
import { EvalBar } from './eval_bar';
import { Graph } from './graph';
import { MoveList } from './move_list';
import { PlayerStrip } from './player_strip';
import { useSteps, type Steps } from './use_steps';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

const SPEEDS = [0.5, 1, 2, 4, 8, 16];

export interface ReplayProps {
    record: GameRecord;
    /** It is still played: begin at its newest move. */
    follow: boolean;
    /** What the clocks show now, while it is played. */
    clocks: Record<Side, number | null> | null;
    /** Where the game belongs. */
    where?: ComponentChildren;
    /** More to do with it. */
    tools?: ComponentChildren;
    /** What this page's engine thinks, where there is one. */
    engineView?: EngineView;
    children?: ComponentChildren;
}

/** What a bot reported with its move, whatever it was. */
function Meta({ meta }: { meta: unknown }) {
    if (meta === null || typeof meta !== 'object') return null;
    return (
        <dl class="meta" aria-label={pageWords.replay.metaOf}>
            {Object.entries(meta as Record<string, unknown>).slice(0, 12).map(([key, value]) => (
                <div key={key}><dt>{key}</dt><dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd></div>
            ))}
        </dl>
    );
}

const took = (seconds: number): string => (seconds < 0.1 ? `${Math.round(1000 * seconds)} ms` : `${words.numbers.decimal(seconds, 2)} s`);

/** How the game stands after the move that is shown, and what is known of that move. */
function Status({ record, steps, live, value, where }: {
    record: GameRecord; steps: Steps; live: boolean; value: number | null; where: ComponentChildren;
}) {
    const { shown } = steps;
    const last = record.moves.length;
    const first = record.start.side;
    const over = shown === last && record.ending !== null;
    const seconds = record.spent[shown - 1] ?? 0;
    return (
        <div class="card status" data-testid="status">
            <h1>{over ? howItEnded(record.ending!, record.winner) : live && steps.follows ? pageWords.replay.live : pageWords.replay.moveOf(movesAfter(shown, first), movesAfter(last, first))}</h1>
            {over && record.detail && <p>{whyEnded(record)}</p>}
            {where && <p class="quiet">{where}</p>}
            {value !== null && <p class="quiet">{words.game.chances(percent(value))}</p>}
            {seconds >= 0.001 && <p class="quiet">{pageWords.replay.took(took(seconds))}</p>}
            <Meta meta={record.metas[shown - 1] ?? null} />
            {record.notes[shown - 1] && <p class="quiet">{record.notes[shown - 1]}</p>}
        </div>
    );
}

function Stepper({ steps, last, live }: { steps: Steps; last: number; live: boolean }) {
    const { shown, pick, playing } = steps;
    return (
        <div class="stepper">
            <button type="button" aria-label={pageWords.analysis.start} onClick={() => pick(0)}><Icon name="first" /></button>
            <button type="button" aria-label={words.buttons.back} onClick={() => pick(shown - 1)}><Icon name="back" /></button>
            <button type="button" class="primary" aria-label={playing ? pageWords.replay.pause : pageWords.replay.replay} onClick={steps.toggle}>
                <Icon name={playing ? 'pause' : 'run'} />
            </button>
            <button type="button" aria-label={pageWords.analysis.forward} onClick={() => pick(shown + 1)}><Icon name="forward" /></button>
            <button type="button" aria-label={pageWords.analysis.end} onClick={() => pick(last)}><Icon name="last" /></button>
            {live && <button type="button" aria-pressed={steps.follows} onClick={steps.follow}>{pageWords.replay.live}</button>}
        </div>
    );
}

function Speed({ speed, onChange }: { speed: number; onChange(speed: number): void }) {
    const said = pageWords.replay.perSecond(speed);
    return (
        <label class="field">
            <span>{pageWords.replay.speedIs(said)}</span>
            <input
                type="range" min={0} max={SPEEDS.length - 1} value={SPEEDS.indexOf(speed)} aria-label={pageWords.replay.speed} aria-valuetext={said}
                onInput={(e) => onChange(SPEEDS[Number(e.currentTarget.value)])}
            />
        </label>
    );
}

/** The board after the move that is shown, between its players. */
function Table({ record, shown, clocks, value, withBar }: {
    record: GameRecord; shown: number; clocks: ReplayProps['clocks']; value: number | null; withBar: boolean;
}) {
    const last = record.moves.length;
    const position = playAll(record.start, record.moves.slice(0, shown));
    const over = shown === last && record.ending !== null;
    const now = clocks && shown === last ? clocks : null;
    const strip = (side: Side) => {
        const turn = !over && position.side === side;
        const clockMs = now ? now[side] : clockAfter(record, side, shown);
        return <PlayerStrip side={side} position={position} turn={turn} seat={{ name: record[side] || side.toUpperCase(), clockMs, running: turn, thinking: turn && now !== null }} />;
    };
    return (
        <section class="table" aria-label={words.game.label}>
            {strip('o')}
            <div class="board-row">
                {withBar && <EvalBar value={value} />}
                <Board
                    position={over ? { ...position, targets: [] } : position} lastMove={shown > 0 ? record.moves[shown - 1] : null}
                    active={false} passiveReason={pageWords.online.youWatch}
                />
            </div>
            {strip('x')}
        </section>
    );
}

const NO_VALUES: readonly null[] = [];

function EngineViewButton({ view }: { view: EngineView }) {
    const said = pageWords.coach.graph;
    if (view.values) return null;
    if (!view.progress) return <button type="button" class="wide" onClick={view.ask}><Icon name="analyse" />{said.ask}</button>;
    return (
        <label class="reviewing">
            <span>{pageWords.analysis.reviewing(view.progress.done, view.progress.positions)}</span>
            <progress max={view.progress.positions} value={view.progress.done} />
        </label>
    );
}

export function Replay({ record, follow, clocks, where, tools, engineView, children }: ReplayProps) {
    const last = record.moves.length;
    const live = clocks !== null;
    const steps = useSteps(last, follow, record.ending !== null);
    const values = useMemo(() => [null, ...record.moves.map((_, i) => record.evals[i] ?? null)], [record]);
    const opinions = useMemo(() => opinionsOf(record), [record]);
    const evaluated = opinions !== null;
    const value = values.slice(0, steps.shown + 1).findLast((v) => v !== null) ?? null;
    return (
        <div class="game analysis">
            <Table record={record} shown={steps.shown} clocks={clocks} value={value} withBar={evaluated || live} />
            <aside class="panel" aria-label={pageWords.replay.label}>
                <Status record={record} steps={steps} live={live} value={value} where={where} />
                <div class="card replay-tools">
                    <Stepper steps={steps} last={last} live={live} />
                    <Speed speed={steps.speed} onChange={steps.setSpeed} />
                    {tools}
                </div>
                {children}
                <div class="card moves-card">
                    <MoveList moves={record.moves} first={record.start.side} current={steps.shown} opening={record.opening} onPick={steps.pick} />
                    {(opinions || engineView?.values) && (
                        <Graph values={engineView?.values ?? NO_VALUES} opinions={opinions} mistakes={[]} current={steps.shown} onPick={steps.pick} />
                    )}
                    {engineView && record.ending && <EngineViewButton view={engineView} />}
                </div>
            </aside>
        </div>
    );
}
