// SPDX-License-Identifier: MIT
// Learn: the rules on a live board, and puzzles that the solver found.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CellNote } from '../board/block';
import { Board } from '../board/board';
import { analyse, check } from '../engine/client';
import { moveText, parseMove, parsePosition, positionText } from '../game/notation';
import { blockOf, isLegal, legalMoves, play, playAll, whereIs, type Move, type Position } from '../game/rules';
import { describeMove, howItEnded, whereToPlay } from '../game/words';
import { LESSONS, type Lesson } from '../lessons/lessons';
import puzzles from '../lessons/puzzles.json';
import { store, useStore } from '../storage/store';
import { Icon } from '../ui/icon';
import { go, type Route } from '../ui/router';
import { sound } from '../ui/sound';
import { announce, toast } from '../ui/toast';
import { pageWords } from '../words/pages';
import { words } from '../words/words';

interface Puzzle {
    position: string;
    plies: number;
    solution: string;
}

const solved = store<string[]>([], 'puzzles');

export function LearnPage({ route }: { route: Route }) {
    const part = route.path[1] ?? 'standard';
    const lesson = LESSONS.find((l) => l.ruleset === part);
    return (
        <div class="sheet learn">
            <nav class="parts" aria-label={pageWords.learn.lessons}>
                {LESSONS.map((l) => (
                    <a key={l.ruleset} href={`#/learn/${l.ruleset}`} aria-current={part === l.ruleset ? 'page' : undefined}>{words.rules[l.ruleset]}</a>
                ))}
                <a href="#/learn/puzzles" aria-current={part === 'puzzles' ? 'page' : undefined}>{pageWords.learn.puzzles}</a>
            </nav>
            {lesson ? <LessonView key={lesson.ruleset} lesson={lesson} /> : <Puzzles chosen={Number(route.path[2] ?? 0)} />}
        </div>
    );
}

function LessonView({ lesson }: { lesson: Lesson }) {
    const [step, setStep] = useState(0);
    const [tried, setTried] = useState<Move[]>([]);
    const from = useMemo(() => parsePosition(lesson.steps[step]), [lesson, step]);
    const position = playAll(from, tried);
    const to = (next: number) => {
        setStep(next);
        setTried([]);
    };
    const last = step === lesson.steps.length - 1;
    return (
        <div class="lesson">
            <Board
                position={position} active lastMove={tried.at(-1) ?? null} keyboard="all"
                onMove={(move) => {
                    sound(position.side);
                    announce(describeMove(position, move));
                    setTried([...tried, move]);
                }}
            />
            <div class="card lesson-words">
                <h1>{pageWords.learn.titleOf(words.rules[lesson.ruleset])}</h1>
                <p class="lead" aria-live="polite">{pageWords.learn[lesson.ruleset][step]}</p>
                <p class="quiet">
                    {tried.length > 0
                        ? position.outcome ? howItEnded(position.outcome.ending, position.outcome.winner) : pageWords.learn.toMove(position.side.toUpperCase(), whereToPlay(position))
                        : position.outcome ? '' : pageWords.learn.live}
                </p>
                <div class="dots" aria-hidden="true">{lesson.steps.map((_, i) => <i key={i} class={i === step ? 'on' : ''} />)}</div>
                <div class="buttons">
                    <button type="button" disabled={step === 0 && tried.length === 0} onClick={() => (tried.length > 0 ? setTried([]) : to(step - 1))}>
                        <Icon name={tried.length > 0 ? 'undo' : 'back'} />{tried.length > 0 ? pageWords.learn.backToLesson : words.buttons.back}
                    </button>
                    {last
                        ? <><a class="button primary" href="#/play"><Icon name="play" />{words.setup.play}</a><a class="button" href="#/learn/puzzles"><Icon name="forward" />{pageWords.learn.puzzles}</a></>
                        : <button type="button" class="primary" onClick={() => to(step + 1)}>{pageWords.learn.next}<Icon name="forward" /></button>}
                </div>
            </div>
        </div>
    );
}

type Phase = 'yours' | 'thinking' | 'wrong' | 'solved' | 'shown';

function Puzzles({ chosen }: { chosen: number }) {
    const all = puzzles as Puzzle[];
    const done = useStore(solved);
    const number = Number.isInteger(chosen) && chosen >= 1 && chosen <= all.length
        ? chosen - 1
        : Math.max(0, all.findIndex((p) => !done.includes(p.position)));
    const puzzle = all[number];
    return (
        <>
            <PuzzleView key={puzzle.position} puzzle={puzzle} number={number} count={all.length} />
            <div class="card puzzle-list" role="group" aria-label={pageWords.puzzles.all}>
                {all.map((p, i) => (
                    <a
                        key={p.position} href={`#/learn/puzzles/${i + 1}`} class={done.includes(p.position) ? 'done' : ''}
                        aria-current={i === number ? 'page' : undefined}
                        aria-label={(done.includes(p.position) ? pageWords.puzzles.oneSolved : pageWords.puzzles.one)(i + 1, (p.plies + 1) / 2)}
                    >
                        {i + 1}
                    </a>
                ))}
            </div>
        </>
    );
}

interface Attempt {
    moves: Move[];
    phase: Phase;
    position: Position;
    choose(move: Move): Promise<void>;
    again(): void;
    show(): void;
}

/** An attempt at a puzzle: the engine answers each move that still wins in time. */
function useAttempt(puzzle: Puzzle, from: Position): Attempt {
    const [moves, setMoves] = useState<Move[]>([]);
    const [phase, setPhase] = useState<Phase>('yours');
    const me = from.side;
    const position = playAll(from, moves);
    const to = (next: Move[], then: Phase) => {
        setMoves(next);
        setPhase(then);
    };
    const finish = () => {
        setPhase('solved');
        sound('won');
        if (!solved.get().includes(puzzle.position)) solved.set([...solved.get(), puzzle.position]);
    };
    const choose = async (move: Move) => {
        if (!isLegal(position, move)) return;
        sound(me);
        announce(describeMove(position, move));
        const mine = [...moves, move];
        setMoves(mine);
        const after = play(position, move);
        if (after.outcome) return after.outcome.winner === me ? finish() : setPhase('wrong');
        if (moves.length === 0 && moveText(move) !== puzzle.solution) return setPhase('wrong');
        setPhase('thinking');
        try {
            const reply = await answerTo(after);
            // Later on several moves may win; any that still does so in time will do.
            if (reply.winner !== me || mine.length + reply.plies > puzzle.plies + 2) return setPhase('wrong');
            await new Promise((wait) => setTimeout(wait, 250));
            sound(after.side);
            to([...mine, reply.move], 'yours');
        } catch (error) {
            toast((error as Error).message, 'error');
            setPhase('yours');
        }
    };
    return { moves, phase, position, choose, again: () => to([], 'yours'), show: () => to([parseMove(puzzle.solution)!], 'shown') };
}

/** The block of the solution, for those who want to know that much. */
function hintNotes(from: Position, solution: Move): Map<Move, CellNote> {
    const block = blockOf(solution);
    const cells = legalMoves(from).filter((move) => blockOf(move) === block);
    return new Map(cells.map((move) => [move, { label: '', warmth: 0.4, best: false }]));
}

function PuzzleButtons({ attempt, hinted, onHint, next, from }: {
    attempt: Attempt; hinted: boolean; onHint(): void; next: number; from: Position;
}) {
    const { moves, phase } = attempt;
    if (phase === 'solved' || phase === 'shown') {
        return (
            <div class="buttons">
                <button type="button" class="primary" onClick={() => go(`/learn/puzzles/${next + 1}`)}>{pageWords.puzzles.next}<Icon name="forward" /></button>
                <a class="button" href={`#/analyse?position=${encodeURIComponent(positionText(from))}`}><Icon name="analyse" />{words.buttons.analyse}</a>
            </div>
        );
    }
    return (
        <div class="buttons">
            <button type="button" disabled={moves.length === 0 || phase === 'thinking'} onClick={attempt.again}><Icon name="undo" />{pageWords.puzzles.again}</button>
            <button type="button" disabled={hinted || moves.length > 0} onClick={onHint}><Icon name="hint" />{pageWords.puzzles.hint}</button>
            <button type="button" disabled={phase === 'thinking'} onClick={attempt.show}><Icon name="check" />{pageWords.puzzles.solution}</button>
        </div>
    );
}

function PuzzleView({ puzzle, number, count }: { puzzle: Puzzle; number: number; count: number }) {
    const from = useMemo(() => parsePosition(puzzle.position), [puzzle]);
    const [hinted, setHinted] = useState(false);
    const attempt = useAttempt(puzzle, from);
    const { moves, phase, position } = attempt;
    // The engine gets ready while one looks at the board.
    useEffect(() => void check(puzzle.position).catch(() => {}), [puzzle]);
    return (
        <div class="lesson">
            <Board
                position={position} active={phase === 'yours'} lastMove={moves.at(-1) ?? null} keyboard="all" onMove={attempt.choose}
                notes={hinted && moves.length === 0 ? hintNotes(from, parseMove(puzzle.solution)!) : undefined}
                passiveReason={phase === 'thinking' ? pageWords.puzzles.wait : pageWords.puzzles.againFirst}
            />
            <div class="card lesson-words" data-testid="puzzle">
                <p class="quiet">{from.rules.ruleset === 'standard' ? pageWords.puzzles.of(number + 1, count) : pageWords.puzzles.ofRules(number + 1, count, words.rules[from.rules.ruleset])}</p>
                <h1>{pageWords.puzzles.task(from.side.toUpperCase(), (puzzle.plies + 1) / 2)}</h1>
                <p class="lead" role="status">{phaseWords(phase, position, puzzle)}</p>
                <PuzzleButtons attempt={attempt} hinted={hinted} onHint={() => setHinted(true)} next={(number + 1) % count} from={from} />
            </div>
        </div>
    );
}

function phaseWords(phase: Phase, position: Position, puzzle: Puzzle): string {
    switch (phase) {
        case 'yours': return whereToPlay(position);
        case 'thinking': return pageWords.puzzles.thinking;
        case 'wrong': return pageWords.puzzles.wrong;
        case 'solved': return pageWords.puzzles.solved;
        case 'shown': return pageWords.puzzles.shown(puzzle.solution, whereIs(parseMove(puzzle.solution)!));
    }
}

/** The longest defence, and what it leads to. */
async function answerTo(position: Position): Promise<{ move: Move; winner: 'x' | 'o' | null; plies: number }> {
    const thought = await analyse(position, { timeMs: 1500 }).done;
    if (!thought?.result) return { move: parseMove(thought!.move)!, winner: null, plies: 0 };
    return { move: parseMove(thought.move)!, winner: thought.result.winner, plies: thought.result.plies ?? 0 };
}
