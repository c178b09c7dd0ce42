// SPDX-License-Identifier: MIT
// The board as an SVG text: small boards on the page, and pictures to keep.
import type { Move, Position, Side } from '../game/rules';
import { words } from '../language/language';

export interface Palette {
    ground: string;
    block: string;
    lit: string;
    line: string;
    x: string;
    o: string;
    last: string;
}

/** Follows the page's theme. */
export const PAGE_PALETTE: Palette = {
    ground: 'none', block: 'var(--cell-idle)', lit: 'var(--cell)', line: 'var(--line)', x: 'var(--x)', o: 'var(--o)',
    last: 'var(--last)',
};

export const LIGHT_PALETTE: Palette = {
    ground: '#f4f2ed', block: '#ebe7de', lit: '#ffffff', line: '#d6d0c3', x: '#1566c0', o: '#c2540a', last: '#fdf0c4',
};

export const DARK_PALETTE: Palette = {
    ground: '#12151a', block: '#191e26', lit: '#262d38', line: '#323b48', x: '#6bb3ff', o: '#ffab5e', last: '#4a4223',
};

const SIZE = 300;
const BLOCK = 94;
const STEP = 98;
const EDGE = 5;
const CELL = 30;

function mark(side: Side, x: number, y: number, size: number, color: string, width: number): string {
    const a = size * 0.24;
    const b = size * 0.76;
    const stroke = `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"`;
    if (side === 'o') return `<circle cx="${x + size / 2}" cy="${y + size / 2}" r="${size * 0.27}" ${stroke}/>`;
    return `<path d="M${x + a} ${y + a}L${x + b} ${y + b}M${x + b} ${y + a}L${x + a} ${y + b}" ${stroke}/>`;
}

function cells(position: Position, block: number, x: number, y: number, palette: Palette, last: Move | null): string {
    let out = '';
    for (const at of [1, 2]) {
        const d = 2 + at * CELL;
        out += `<path d="M${x + 4} ${y + d}h${BLOCK - 8}M${x + d} ${y + 4}v${BLOCK - 8}" stroke="${palette.line}" fill="none"/>`;
    }
    for (let cell = 0; cell < 9; ++cell) {
        const side = position.cells[9 * block + cell];
        const cx = x + 2 + (cell % 3) * CELL;
        const cy = y + 2 + Math.floor(cell / 3) * CELL;
        if (last === 9 * block + cell) {
            out += `<rect x="${cx + 1}" y="${cy + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="4" fill="${palette.last}"/>`;
        }
        if (side) out += mark(side, cx, cy, CELL, palette[side], 3.2);
    }
    return out;
}

/** The inside of an <svg viewBox="0 0 300 300">. */
export function boardShapes(position: Position, palette: Palette = PAGE_PALETTE, last: Move | null = null): string {
    let out = palette.ground === 'none' ? '' : `<rect width="${SIZE}" height="${SIZE}" rx="10" fill="${palette.ground}"/>`;
    for (let block = 0; block < 9; ++block) {
        const x = EDGE + (block % 3) * STEP;
        const y = EDGE + Math.floor(block / 3) * STEP;
        const owner = position.owners[block];
        const lit = position.targets.includes(block);
        const border = lit ? `stroke="${palette[position.side]}" stroke-width="2"` : `stroke="${palette.line}"`;
        out += `<rect x="${x}" y="${y}" width="${BLOCK}" height="${BLOCK}" rx="7" fill="${lit ? palette.lit : palette.block}" ${border}/>`;
        out += owner
            ? `<g opacity="0.25">${cells(position, block, x, y, palette, last)}</g>${mark(owner, x, y, BLOCK, palette[owner], 9)}`
            : cells(position, block, x, y, palette, last);
    }
    return out;
}

export function boardSvg(position: Position, palette: Palette, last: Move | null = null): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="900" height="900">${
        boardShapes(position, palette, last)}</svg>\n`;
}

/** The same as a PNG, drawn by the browser. */
export function boardPng(position: Position, palette: Palette, last: Move | null = null): Promise<Blob> {
    const url = URL.createObjectURL(new Blob([boardSvg(position, palette, last)], { type: 'image/svg+xml' }));
    return new Promise<Blob>((resolve, reject) => {
        const image = new Image();
        image.onload = () => {
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 900;
            canvas.getContext('2d')!.drawImage(image, 0, 0, 900, 900);
            canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(words.errors.picture))));
            URL.revokeObjectURL(url);
        };
        image.onerror = () => reject(new Error(words.errors.picture));
        image.src = url;
    });
}
