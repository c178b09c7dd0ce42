// SPDX-License-Identifier: MIT
// The board editor: any marks, side and target; what no game can lead to is explained.
import { useState } from 'preact/hooks';
import { Mark } from '../board/mark';
import { coordinates, draftText, moveAt, rulesText } from '../game/notation';
import { emptyRecord, type GameRecord } from '../game/record';
import { lineOf, whereIs, wonStaysOpen, type Move, type Position, type Rules, type Side } from '../game/rules';
import { useVerdict } from '../hooks/use_verdict';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Segments } from '../ui/segments';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

type Cells = readonly (Side | null)[];

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const NEXT = { none: 'x', x: 'o', o: null } as const;

const STEPS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function Grid({ cells, onSet }: { cells: Cells; onSet(move: Move): void }) {
    const said = pageWords.coach.editor;
    const step = (e: KeyboardEvent, move: Move) => {
        const by = STEPS[e.key];
        if (!by) return;
        e.preventDefault();
        const { row, column } = coordinates(move);
        const next = moveAt((row + by[0] + 9) % 9, (column + by[1] + 9) % 9);
        (e.currentTarget as HTMLElement).closest('.board')?.querySelector<HTMLElement>(`[data-move="${next}"]`)?.focus();
    };
    return (
        <div class="board editor" role="group" aria-label={said.title}>
            {PLACES.map((block) => (
                <div key={block} class="block idle">
                    {PLACES.map((cell) => {
                        const move = 9 * block + cell;
                        const mark = cells[move];
                        return (
                            <button
                                key={move} type="button" class="cell" data-move={move} tabIndex={move === 40 ? 0 : -1} onClick={() => onSet(move)}
                                onKeyDown={(e) => step(e, move)} aria-label={words.spoken.cell(whereIs(move), mark ? mark.toUpperCase() : words.spoken.empty)}
                            >
                                {mark && <Mark side={mark} />}
                            </button>
                        );
                    })}
                </div>
            ))}
        </div>
    );
}

/** Where a won block stays in play, both sides may have a line in it: the first one has it. */
function twiceWon(cells: Cells, rules: Rules): number[] {
    if (!wonStaysOpen(rules.ruleset)) return [];
    return PLACES.filter((block) => {
        const marks = cells.slice(9 * block, 9 * block + 9);
        return lineOf(marks, 'x') !== null && lineOf(marks, 'o') !== null;
    });
}

const SIDES = [{ value: 'x' as Side, label: 'X' }, { value: 'o' as Side, label: 'O' }];

export function EditorDialog({ from, onClose, onRecord }: { from: Position; onClose(): void; onRecord(record: GameRecord): void }) {
    const [cells, setCells] = useState<Cells>(from.cells);
    const [side, setSide] = useState<Side>(from.side);
    const [target, setTarget] = useState(from.target === null ? '-' : String(from.target));
    const [owners, setOwners] = useState<Cells>(from.owners.map((owner) => owner ?? 'x'));
    const verdict = useVerdict(draftText(cells, side, target, rulesText(from.rules), wonStaysOpen(from.rules.ruleset) ? owners : []));
    const said = pageWords.coach.editor;
    const set = (move: Move) => setCells(cells.map((mark, i) => (i === move ? NEXT[mark ?? 'none'] : mark)));
    const open = (e: Event) => {
        e.preventDefault();
        if (verdict && 'position' in verdict) onRecord(emptyRecord(verdict.position));
    };
    return (
        <Dialog title={said.title} onClose={onClose}>
            <form class="setup" onSubmit={open}>
                <p class="quiet">{said.how}</p>
                <p class={verdict && 'problem' in verdict ? 'note warn' : 'quiet'} role="status" data-testid="verdict">
                    {verdict === null ? said.checking : 'problem' in verdict ? verdict.problem : said.possible}
                </p>
                <Grid cells={cells} onSet={set} />
                <div class="buttons">
                    <button type="button" onClick={() => setCells(Array<null>(81).fill(null))}><Icon name="close" />{said.clear}</button>
                </div>
                {twiceWon(cells, from.rules).map((block) => (
                    <Segments<Side>
                        key={block} label={said.firstWinner(words.where.place(block))} value={owners[block]!} options={SIDES}
                        onChange={(owner) => setOwners(owners.map((was, i) => (i === block ? owner : was)))}
                    />
                ))}
                <Segments<Side> label={said.side} value={side} options={SIDES} onChange={setSide} />
                <label class="field">
                    <span>{said.target}</span>
                    <select value={target} onChange={(e) => setTarget(e.currentTarget.value)}>
                        <option value="-">{said.free}</option>
                        {PLACES.map((block) => <option key={block} value={String(block)}>{words.where.place(block)}</option>)}
                    </select>
                </label>
                <div class="buttons end">
                    <button type="submit" class="primary" disabled={!verdict || 'problem' in verdict}>{said.open}</button>
                </div>
            </form>
        </Dialog>
    );
}
