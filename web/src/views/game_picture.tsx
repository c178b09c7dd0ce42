// SPDX-License-Identifier: MIT
// The game in a small moving picture: a cell sends to a block, three in a row win a block, three blocks the game. The
// style sheet moves it, and shows its end to those who want nothing to move.
import type { Side } from '../game/rules';
import { words } from '../language/language';

const STEP = 34;
const BLOCK = 31;
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const corner = (place: number, step: number): [number, number] => [(place % 3) * step, Math.floor(place / 3) * step];

/** A mark in a square of `size` units. */
function Sign({ side, x, y, size, step }: { side: Side; x: number; y: number; size: number; step: string }) {
    const [a, b] = [size * 0.22, size * 0.78];
    return side === 'o'
        ? <circle class={`o ${step}`} cx={x + size / 2} cy={y + size / 2} r={size * 0.28} />
        : <path class={`x ${step}`} d={`M${x + a} ${y + a}L${x + b} ${y + b}M${x + b} ${y + a}L${x + a} ${y + b}`} />;
}

function InCell({ side, block, cell, step }: { side: Side; block: number; cell: number; step: string }) {
    const [bx, by] = corner(block, STEP);
    const [x, y] = corner(cell, BLOCK / 3);
    return <Sign side={side} x={2 + bx + x} y={2 + by + y} size={BLOCK / 3} step={step} />;
}

function Ring({ block, side, step }: { block: number; side: Side; step: string }) {
    const [x, y] = corner(block, STEP);
    return <rect class={`ring ${side} ${step}`} x={1 + x} y={1 + y} width={BLOCK + 2} height={BLOCK + 2} rx="4" />;
}

function Won({ block, step }: { block: number; step: string }) {
    const [x, y] = corner(block, STEP);
    return (
        <g class={`won ${step}`}>
            <rect x={2 + x} y={2 + y} width={BLOCK} height={BLOCK} rx="3" />
            <Sign side="x" x={2 + x} y={2 + y} size={BLOCK} step="" />
        </g>
    );
}

function Grid({ block }: { block: number }) {
    const [x, y] = corner(block, STEP);
    const third = BLOCK / 3;
    return (
        <>
            <rect class="block" x={2 + x} y={2 + y} width={BLOCK} height={BLOCK} rx="3" />
            <path class="grid" d={`M${2 + x + third} ${3 + y}v${BLOCK - 2}m${third} 0v-${BLOCK - 2}M${3 + x} ${2 + y + third}h${BLOCK - 2}m0 ${third}h-${BLOCK - 2}`} />
        </>
    );
}

export function GamePicture() {
    return (
        <svg class="game-picture" viewBox="0 0 104 104" role="img" aria-label={words.play.picture}>
            {PLACES.map((block) => <Grid key={block} block={block} />)}
            <InCell side="x" block={4} cell={2} step="t1" />
            <Ring block={2} side="o" step="t2" />
            <InCell side="o" block={2} cell={6} step="t3" />
            <Ring block={6} side="x" step="t4" />
            {[0, 4, 8].map((cell, i) => <InCell key={cell} side="x" block={6} cell={cell} step={`t${5 + (i > 1 ? 1 : 0)}`} />)}
            <Won block={6} step="t6" />
            <Won block={4} step="t7" />
            <Won block={2} step="t7" />
            <path class="strike t8" d="M8 96L96 8" />
        </svg>
    );
}
