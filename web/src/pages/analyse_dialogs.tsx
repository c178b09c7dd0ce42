// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { boardPng, boardSvg, DARK_PALETTE, LIGHT_PALETTE } from '../board/drawing';
import { check } from '../engine/client';
import { whyImpossible } from '../game/impossible';
import { movesAfter, moveText, positionText } from '../game/notation';
import { parseAnything, toJson, toText, type GameRecord } from '../game/record';
import { playAll, type Move, type Position } from '../game/rules';
import { colours } from '../storage/settings';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { save } from '../ui/save';
import { toast } from '../ui/toast';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

export function PasteDialog(props: { onClose(): void; onRecord(record: GameRecord): void }) {
    const [text, setText] = useState('');
    const [problem, setProblem] = useState('');
    const read = async (e: Event) => {
        e.preventDefault();
        try {
            const record = parseAnything(text);
            // The engine's rules have the last word on whether a game can lead there.
            await check(positionText(record.start), record.moves.map(moveText));
            props.onRecord(record);
        } catch (error) {
            setProblem(whyImpossible((error as Error).message));
        }
    };
    return (
        <Dialog title={pageWords.paste.title} onClose={props.onClose} wide>
            <form class="setup" onSubmit={read}>
                <textarea
                    aria-label={pageWords.paste.label}
                    placeholder={pageWords.paste.placeholder}
                    value={text}
                    onInput={(e) => setText(e.currentTarget.value)}
                />
                {problem && <p class="note warn" role="alert">{problem}</p>}
                <div class="buttons end">
                    <button type="button" onClick={props.onClose}>{words.buttons.cancel}</button>
                    <button type="submit" class="primary">{pageWords.paste.open}</button>
                </div>
            </form>
        </Dialog>
    );
}

export function ExportDialog(props: { record: GameRecord; position: Position; lastMove: Move | null; onClose(): void }) {
    const { record, position, lastMove } = props;
    const palette = colours.get() === 'dark' ? DARK_PALETTE : LIGHT_PALETTE;
    const copyPosition = async () => {
        await navigator.clipboard.writeText(positionText(position)).then(
            () => toast(pageWords.export.copied), () => toast(positionText(position)));
    };
    return (
        <Dialog title={pageWords.export.title} onClose={props.onClose}>
            <div class="setup">
                <div class="field"><span>{pageWords.export.position}</span><code class="position-text" data-testid="position">{positionText(position)}</code></div>
                <div class="buttons">
                    <button type="button" onClick={copyPosition}><Icon name="paste" />{pageWords.export.copy}</button>
                    <button type="button" onClick={() => save('ninefold.svg', boardSvg(position, palette, lastMove), 'image/svg+xml')}>SVG</button>
                    <button type="button" onClick={() => boardPng(position, palette, lastMove).then((png) => save('ninefold.png', png), (e: Error) => toast(e.message, 'error'))}>PNG</button>
                </div>
                <div class="field"><span>{pageWords.export.game(words.numbers.moves(movesAfter(record.moves.length, record.start.side)))}</span></div>
                <div class="buttons">
                    <button type="button" onClick={() => save('game.txt', toText(record))}>{pageWords.export.text}</button>
                    <button type="button" onClick={() => save('game.json', `${JSON.stringify(toJson(record))}\n`, 'application/json')}>JSON</button>
                </div>
            </div>
        </Dialog>
    );
}

export const recordOf = (start: Position, moves: Move[], base: GameRecord, evals: (number | null)[]): GameRecord => {
    const outcome = playAll(start, moves).outcome;
    const same = moves.length === base.moves.length && moves.every((move, i) => move === base.moves[i]);
    return {
        ...base, start, moves, evals,
        ending: same ? base.ending ?? outcome?.ending ?? null : outcome?.ending ?? null,
        winner: same ? base.winner ?? outcome?.winner ?? null : outcome?.winner ?? null,
        detail: same ? base.detail : '',
    };
};
