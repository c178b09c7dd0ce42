// SPDX-License-Identifier: MIT
// All games of a report: chosen by bots, stage and result, listed page by page, and one of them on a board.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { stageWords } from '../game/stage_phrases';
import { playerWords } from '../game/phrases';
import { Icon } from '../ui/icon';
import { GamesTable } from '../views/games_table';
import { Replay } from '../views/replay';
import { pageWords } from '../language/pages';
import { words } from '../language/language';
import { chosen, numberOf, recordOf, rowOf, type Choice, type ReportFile } from './file';

const PAGE_SIZE = 50;
const results = (): [Choice['result'], string][] => {
    const { any, x, o, draw, forfeit } = pageWords.report.results;
    return [['', any], ['x', x], ['o', o], ['draw', draw], ['forfeit', forfeit]];
};

function Select<T extends string>({ label, value, options, onChange }: {
    label: string; value: T; options: [T, string][]; onChange(value: T): void;
}) {
    return (
        <select aria-label={label} value={value} onChange={(e) => onChange(e.currentTarget.value as T)}>
            {options.map(([option, words]) => <option key={option} value={option}>{words}</option>)}
        </select>
    );
}

function Filters({ file, choice, onChange }: { file: ReportFile; choice: Choice; onChange(choice: Choice): void }) {
    const bots = file.bots.map((name): [string, string] => [name, playerWords(name)]);
    const stages = file.tournament.stages.map(({ name }): [string, string] => [name, stageWords(name)]);
    return (
        <div class="filters">
            <Select label={pageWords.report.bot} value={choice.bot} options={[['', pageWords.report.allBots], ...bots]} onChange={(bot) => onChange({ ...choice, bot })} />
            <Select label={pageWords.report.opponent} value={choice.against} options={[['', pageWords.report.anyOpponent], ...bots]} onChange={(against) => onChange({ ...choice, against })} />
            <Select label={pageWords.report.stage} value={choice.stage} options={[['', pageWords.report.allStages], ...stages]} onChange={(stage) => onChange({ ...choice, stage })} />
            <Select label={pageWords.report.result} value={choice.result} options={results()} onChange={(result) => onChange({ ...choice, result })} />
        </div>
    );
}

function Pages({ page, count, onPick }: { page: number; count: number; onPick(page: number): void }) {
    const pages = Math.max(1, Math.ceil(count / PAGE_SIZE));
    return (
        <div class="stepper">
            <button type="button" aria-label={pageWords.report.earlier} disabled={page === 0} onClick={() => onPick(page - 1)}><Icon name="back" /></button>
            <button type="button" aria-label={pageWords.report.later} disabled={page >= pages - 1} onClick={() => onPick(page + 1)}><Icon name="forward" /></button>
            <span class="quiet" data-testid="count">{pageWords.report.page(words.numbers.games(count), page + 1, pages)}</span>
        </div>
    );
}

/** One game; it comes into sight when it is opened. */
function OpenGame({ file, line }: { file: ReportFile; line: string }) {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
    const record = useMemo(() => recordOf(file, line), [line]);
    return (
        <div ref={box} class="open-game" data-testid="game">
            <Replay record={record} follow={false} clocks={null} where={pageWords.report.game(numberOf(line), record.event)} />
        </div>
    );
}

const ALL: Choice = { bot: '', against: '', stage: '', result: '' };

/** `asked`: what a link in the tables has just chosen; `open`: the number of the game on the board. */
export function ReportGames({ file, asked, open }: { file: ReportFile; asked: Partial<Choice> | null; open: number | null }) {
    const [choice, setChoice] = useState(ALL);
    const [page, setPage] = useState(0);
    const section = useRef<HTMLElement>(null);
    const choose = (next: Choice) => {
        setChoice(next);
        setPage(0);
    };
    useEffect(() => {
        if (!asked) return;
        choose({ ...ALL, ...asked });
        section.current?.scrollIntoView();
    }, [asked]);
    const lines = useMemo(() => chosen(file, choice), [choice]);
    const line = useMemo(() => (open === null ? undefined : file.games.find((l) => numberOf(l) === open)), [open]);
    const rows = lines.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((l) => rowOf(file, l));
    return (
        <section class="wide-section all-games" ref={section}>
            <h2>{pageWords.games.title}</h2>
            {line && <OpenGame key={open} file={file} line={line} />}
            <Filters file={file} choice={choice} onChange={choose} />
            {rows.length > 0
                ? <GamesTable games={rows} bot={choice.bot || null} label={pageWords.games.title} event={pageWords.games.columns.stage} open={`${file.tournament.tournament}.${open}`} />
                : <p class="quiet">{pageWords.report.none}</p>}
            <Pages page={page} count={lines.length} onPick={setPage} />
        </section>
    );
}
