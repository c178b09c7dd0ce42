// SPDX-License-Identifier: MIT
// X's expected score over the game. uPlot is fetched when there is something to draw.
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { movesAfter } from '../game/notation';
import type { Mistake } from '../game/review';
import type { Side } from '../game/rules';
import { colours } from '../storage/settings';
import { useStore } from '../storage/store';
import { pageWords } from '../language/pages';

const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

type Values = readonly (number | null)[];

interface GraphProps {
    /** What this page's engine says. */
    values: Values;
    /** What each player said with its own moves. */
    opinions?: Record<Side, Values> | null;
    mistakes: (Mistake | null)[];
    current: number;
    /** What is known of the position after a move, for the one that is pointed at or shown. */
    say?(ply: number): string;
    onPick(ply: number): void;
}

export function Graph(props: GraphProps) {
    const box = useRef<HTMLDivElement>(null);
    const plot = useRef<uPlot | null>(null);
    const latest = useRef(props);
    const shown = useStore(colours);
    const [pointed, setPointed] = useState<number | null>(null);
    latest.current = props;

    useEffect(() => {
        let gone = false;
        const build = async () => {
            const { default: Plot } = await import('uplot');
            if (gone || !box.current) return;
            plot.current?.destroy();
            plot.current = new Plot(optionsFor(box.current.clientWidth, latest, setPointed), dataOf(latest.current), box.current);
        };
        void build();
        const sized = new ResizeObserver(() => {
            if (plot.current && box.current) plot.current.setSize({ width: box.current.clientWidth, height: 130 });
        });
        sized.observe(box.current!);
        return () => {
            gone = true;
            sized.disconnect();
            plot.current?.destroy();
            plot.current = null;
        };
    }, [shown]);

    useEffect(() => plot.current?.setData(dataOf(props)), [props.values, props.opinions]);
    useEffect(() => plot.current?.redraw(false), [props.current, props.mistakes]);

    const { opinions } = props;
    const said = pageWords.coach.graph;
    return (
        <>
            <div class="graph" ref={box} role="img" aria-label={pageWords.analysis.graph} />
            {props.say && <p class="quiet graph-words" data-testid="graph-words">{props.say(pointed ?? props.current)}</p>}
            {opinions && (
                <ul class="legend">
                    <li class="x">{said.opinion('X')}</li>
                    <li class="o">{said.opinion('O')}</li>
                    {props.values.some((value) => value !== null) && <li class="engine">{said.engine}</li>}
                </ul>
            )}
        </>
    );
}

const NOTHING: Values = [];

function dataOf({ values, opinions }: GraphProps): uPlot.AlignedData {
    const length = Math.max(values.length, opinions?.x.length ?? 0);
    const column = (of: Values) => Array.from({ length }, (_, i) => (of[i] === null || of[i] === undefined ? null : 100 * of[i]));
    return [Array.from({ length }, (_, i) => i), column(values), column(opinions?.x ?? NOTHING), column(opinions?.o ?? NOTHING)];
}

function optionsFor(width: number, latest: { current: GraphProps }, onPoint: (ply: number | null) => void): uPlot.Options {
    const dots: Record<Mistake, string> = { inaccuracy: css('--warn'), mistake: css('--o'), blunder: css('--bad') };
    const overlay = (u: uPlot) => {
        const { ctx, bbox } = u;
        const ratio = devicePixelRatio;
        ctx.save();
        const x = u.valToPos(latest.current.current, 'x', true);
        ctx.strokeStyle = css('--ink-2');
        ctx.lineWidth = ratio;
        ctx.beginPath();
        ctx.moveTo(x, bbox.top);
        ctx.lineTo(x, bbox.top + bbox.height);
        ctx.stroke();
        latest.current.mistakes.forEach((kind, i) => {
            const value = latest.current.values[i];
            if (!kind || value === null || value === undefined) return;
            ctx.fillStyle = dots[kind];
            ctx.beginPath();
            ctx.arc(u.valToPos(i, 'x', true), u.valToPos(100 * value, 'y', true), 4 * ratio, 0, 2 * Math.PI);
            ctx.fill();
        });
        ctx.restore();
    };
    return {
        width, height: 130, legend: { show: false }, padding: [8, 8, 0, 0],
        cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: [0, 100] } },
        axes: [
            {
                // By the numbers that the list of moves has.
                stroke: css('--ink-2'), grid: { show: false }, ticks: { show: false }, size: 22, font: '11px system-ui', incrs: [2, 4, 10, 20, 40],
                values: (_, plies) => plies.map((ply) => String(movesAfter(ply, 'x'))),
            },
            {
                stroke: css('--ink-2'), grid: { stroke: css('--line') }, ticks: { show: false }, size: 34, splits: () => [0, 50, 100],
                font: '11px system-ui',
            },
        ],
        series: [
            {},
            { stroke: css('--ink-2'), width: 2.5, fill: `${css('--ink-2')}1c`, points: { show: false }, spanGaps: true },
            { stroke: css('--x'), width: 2, points: { show: false }, spanGaps: true },
            // Dashed, so that colour is not the only difference.
            { stroke: css('--o'), width: 2, dash: [6, 4], points: { show: false }, spanGaps: true },
        ],
        hooks: {
            draw: [overlay],
            setCursor: [(u) => onPoint(u.cursor.idx ?? null)],
            ready: [(u) => u.over.addEventListener('click', () => {
                if (u.cursor.idx !== null && u.cursor.idx !== undefined) latest.current.onPick(u.cursor.idx);
            })],
        },
    };
}
