// SPDX-License-Identifier: MIT
// Puzzles: the daily one, and thousands by rules, difficulty and theme. `#/learn/puzzles/RULESET/ID`.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CellNote } from '../board/block';
import { Board } from '../board/board';
import { prepare } from '../engine/client';
import { moveText, positionText } from '../game/notation';
import { parsePosition } from '../game/parse_position';
import { afterAttempt, afterDaily, bandOf, BANDS, dailyPuzzle, dayOf, daysInARow, nextPuzzle, results, THEMES, type Puzzle } from '../game/puzzle';
import { movesOf } from '../game/plies';
import { blockOf, legalMoves, rulesetChoices, whereIs, type Move, type Position } from '../game/rules';
import { whereToPlay } from '../game/phrases';
import { useAttempt, type Attempt } from '../hooks/use_attempt';
import { useKeys } from '../hooks/use_keys';
import { PUZZLE_RULESETS } from '../lessons/puzzle_files';
import { chosen, kept, usePuzzles } from '../lessons/use_puzzles';
import { useStore } from '../storage/store';
import { Icon } from '../ui/icon';
import { go } from '../ui/router';
import { Segments } from '../ui/segments';
import { toast } from '../ui/toast';
import { pageWords } from '../language/pages';

/** Goes to a puzzle that fits the choice, and says so in the address: a reload brings the same one. */
function goToNext(puzzles: Puzzle[], id: string | null, replace: boolean): boolean {
    const next = nextPuzzle(puzzles, chosen.get(), kept.get(), id);
    if (next) go(`/learn/puzzles/${chosen.get().ruleset}/${next.id}`, replace);
    return next !== null;
}

export function Puzzles({ address: [place, id] }: { address: string[] }) {
    const choice = useStore(chosen);
    const daily = place === 'daily';
    const named = PUZZLE_RULESETS.find((ruleset) => ruleset === place);
    const { puzzles, problem, retry } = usePuzzles(daily ? 'standard' : named ?? choice.ruleset);
    const [none, setNone] = useState(false);
    const day = dayOf(new Date());
    const puzzle = !puzzles ? null : daily ? dailyPuzzle(puzzles, day) : puzzles.find((p) => p.id === id) ?? null;
    const said = pageWords.coach.puzzles;
    useEffect(() => {
        if (!puzzles || puzzle) return setNone(false);
        if (id) toast(said.unknown);
        setNone(!goToNext(puzzles, null, true));
    }, [puzzles, puzzle, choice]);
    if (problem) {
        return (
            <div class="centred">
                <p class="quiet" role="alert">{said.failed}</p>
                <button type="button" class="primary" onClick={retry}><Icon name="again" />{said.retry}</button>
            </div>
        );
    }
    if (!puzzle && !none) return <p class="quiet centred" aria-busy="true">{said.wait}</p>;
    const cards = <><ChoiceCard daily={daily} /><ProgressCard day={day} daily={daily} /></>;
    if (!puzzle) return <><p class="quiet centred">{said.none}</p>{cards}</>;
    return (
        <PuzzleView key={puzzle.id} puzzle={puzzle} day={daily ? day : null} onNext={() => puzzles && goToNext(puzzles, puzzle.id, false)}>
            {cards}
        </PuzzleView>
    );
}

function ChoiceCard({ daily }: { daily: boolean }) {
    const choice = useStore(chosen);
    const said = pageWords.coach.puzzles;
    const change = (part: Partial<typeof choice>) => {
        chosen.set({ ...choice, ...part });
        go('/learn/puzzles');
    };
    const options = <T extends string>(names: readonly T[], labels: Record<T | 'any', string>) =>
        (['any', ...names] as const).map((value) => ({ value, label: labels[value] }));
    return (
        <div class="card setup" role="group" aria-label={said.choose}>
            <Segments label={said.difficulty} value={choice.band} options={options(BANDS, said.bands)} onChange={(band) => change({ band })} />
            <Segments label={said.theme} value={choice.theme} options={options(THEMES, said.themes)} onChange={(theme) => change({ theme })} />
            <Segments label={said.rules} value={choice.ruleset} options={rulesetChoices(PUZZLE_RULESETS)} onChange={(ruleset) => change({ ruleset })} />
            {daily && <a class="button" href="#/learn/puzzles"><Icon name="forward" />{said.more}</a>}
        </div>
    );
}

function ProgressCard({ day, daily }: { day: string; daily: boolean }) {
    const progress = useStore(kept);
    const said = pageWords.coach.puzzles;
    const all = results(progress);
    const days = daysInARow(progress, day);
    return (
        <div class="card puzzle-progress" data-testid="progress">
            <div class="section-head">
                <h2>{said.daily}</h2>
                {days > 0 && <span class="badge">{said.days(days)}</span>}
            </div>
            {progress.lastDay === day && <p class="quiet">{said.dailyDone}</p>}
            {progress.lastDay !== day && !daily && <a class="button" href="#/learn/puzzles/daily"><Icon name="play" />{said.dailyGo}</a>}
            <div class="section-head">
                <h2>{said.progress}</h2>
                {progress.run > 1 && <span class="badge">{said.run(progress.run, progress.bestRun)}</span>}
            </div>
            <dl class="shares">
                {BANDS.map((band) => (
                    <div key={band}>
                        <dt>{said.bands[band]}</dt>
                        <dd><progress aria-label={said.bands[band]} max={Math.max(1, all[band].tried)} value={all[band].solved} /></dd>
                        <dd class="digits">{said.share(all[band].solved, all[band].tried)}</dd>
                    </div>
                ))}
            </dl>
            <p class="quiet">{said.first}</p>
        </div>
    );
}

/** The block of the solution, for those who want to know that much. */
function hintNotes(from: Position, solution: Move): Map<Move, CellNote> {
    const block = blockOf(solution);
    const cells = legalMoves(from).filter((move) => blockOf(move) === block);
    return new Map(cells.map((move) => [move, { label: '', share: 0.8, best: false }]));
}

interface Actions {
    again(): void;
    hint(): void;
    show(): void;
    next(): void;
}

function PuzzleButtons({ attempt, hinted, actions, from }: { attempt: Attempt; hinted: boolean; actions: Actions; from: Position }) {
    const { moves, phase } = attempt;
    const said = pageWords.coach.puzzles;
    const busy = phase === 'checking' || phase === 'replying';
    if (phase === 'solved' || phase === 'shown') {
        return (
            <div class="buttons">
                <button type="button" class="primary" ref={(button) => button?.focus({ preventScroll: true })} onClick={actions.next}>{said.next}<Icon name="forward" /></button>
                <a class="button" href={`#/analyse?position=${encodeURIComponent(positionText(from))}`}><Icon name="analyse" />{said.analyse}</a>
            </div>
        );
    }
    return (
        <div class="buttons">
            <button type="button" class={phase === 'refuted' ? 'primary' : ''} disabled={moves.length === 0 || busy} onClick={actions.again}>
                <Icon name="undo" />{said.again}
            </button>
            <button type="button" disabled={hinted || moves.length > 0} onClick={actions.hint}><Icon name="hint" />{said.hint}</button>
            <button type="button" disabled={busy} onClick={actions.show}><Icon name="check" />{said.show}</button>
        </div>
    );
}

function words({ phase, why, position }: Attempt, puzzle: Puzzle): string {
    const said = pageWords.coach.puzzles;
    switch (phase) {
        case 'yours': return whereToPlay(position);
        case 'checking': return said.checking;
        case 'replying': return said.thinking;
        case 'refuted': return why;
        case 'solved': return said.solved;
        case 'shown': return said.solution(moveText(puzzle.solution), whereIs(puzzle.solution));
    }
}

/** Shown once it spoils nothing. */
function Afterwards({ puzzle }: { puzzle: Puzzle }) {
    const said = pageWords.coach.puzzles;
    return (
        <ul class="themes quiet">
            {puzzle.themes.map((theme) => <li key={theme}><b>{said.themes[theme]}</b>: {moveText(puzzle.solution)} {said.themeWords[theme]}.</li>)}
            <li>{said.foundBy(puzzle.difficulty)}</li>
        </ul>
    );
}

function PuzzleView({ puzzle, day, onNext, children }: { puzzle: Puzzle; day: string | null; onNext(): void; children: ComponentChildren }) {
    const from = useMemo(() => parsePosition(puzzle.position), [puzzle]);
    const [hinted, setHinted] = useState(false);
    const said = pageWords.coach.puzzles;
    const failed = () => kept.set(afterAttempt(kept.get(), puzzle, false));
    const attempt = useAttempt(from, 'win', (success) => {
        if (!success) return failed();
        const progress = afterAttempt(kept.get(), puzzle, true);
        kept.set(day ? afterDaily(progress, day) : progress);
    });
    const { moves, phase, position } = attempt;
    const over = phase === 'solved' || phase === 'shown';
    const actions: Actions = {
        again: attempt.again,
        hint: () => {
            failed();
            setHinted(true);
        },
        show: () => {
            failed();
            attempt.show([puzzle.solution]);
        },
        next: () => (day ? go('/learn/puzzles') : onNext()),
    };
    // The engine gets ready while one looks at the board.
    useEffect(() => void prepare(from).catch(() => {}), [from]);
    useKeys({
        r: () => phase === 'refuted' && actions.again(),
        h: () => moves.length === 0 && actions.hint(),
        n: () => over && actions.next(),
    });
    return (
        <div class="lesson" data-puzzle={puzzle.id}>
            <Board
                position={position} active={phase === 'yours'} lastMove={moves.at(-1) ?? null} keyboard="all" onMove={attempt.choose}
                notes={hinted && moves.length === 0 ? hintNotes(from, puzzle.solution) : undefined}
                passiveReason={phase === 'refuted' ? said.againFirst : said.wait}
            />
            <div class="lesson-side">
                <div class="card lesson-words" data-testid="puzzle">
                    <p class="quiet">{day ? said.dailyOf(new Date().toLocaleDateString(document.documentElement.lang)) : said.bands[bandOf(puzzle.difficulty)]}</p>
                    <h1>{said.task(from.side.toUpperCase(), movesOf(over ? puzzle.plies : attempt.left ?? puzzle.plies))}</h1>
                    <p class={`lead ${phase}`} role="status">{words(attempt, puzzle)}</p>
                    {over && <Afterwards puzzle={puzzle} />}
                    <PuzzleButtons attempt={attempt} hinted={hinted} actions={actions} from={from} />
                    <p class="quiet with-keys"><kbd>R</kbd> {said.keys.again} · <kbd>H</kbd> {said.keys.hint} · <kbd>N</kbd> {said.keys.next}</p>
                </div>
                {children}
            </div>
        </div>
    );
}
