// SPDX-License-Identifier: MIT
// Learn: the rules on a live board, and puzzles that the solver found.
import { useMemo, useState } from 'preact/hooks';
import { Board } from '../board/board';
import { parsePosition } from '../game/parse_position';
import { playAll, type Move } from '../game/rules';
import { describeMove, howItEnded, whereToPlay } from '../game/phrases';
import { heatShown, useHeat } from '../hooks/use_heat';
import { LESSONS, type Lesson } from '../lessons/lessons';
import { useStore } from '../storage/store';
import { Icon } from '../ui/icon';
import type { Route } from '../ui/router';
import { sound } from '../ui/sound';
import { announce } from '../ui/toast';
import { pageWords } from '../language/pages';
import { words } from '../language/language';
import { OpenProof } from './open_proof';
import { Puzzles } from './puzzles';

export function LearnPage({ route }: { route: Route }) {
    const part = route.path[1] ?? 'standard';
    const lesson = LESSONS.find((l) => l.ruleset === part);
    return (
        <div class="sheet learn">
            <nav class="parts" aria-label={pageWords.coach.learn.lessons}>
                {LESSONS.map((l) => (
                    <a key={l.ruleset} href={`#/learn/${l.ruleset}`} aria-current={part === l.ruleset ? 'page' : undefined}>{words.rules[l.ruleset]}</a>
                ))}
                <a href="#/learn/proof" aria-current={part === 'proof' ? 'page' : undefined}>{pageWords.coach.proof.tab}</a>
                <a href="#/learn/puzzles" aria-current={part === 'puzzles' ? 'page' : undefined}>{pageWords.coach.learn.puzzles}</a>
            </nav>
            {part === 'proof' ? <OpenProof /> : lesson ? <LessonView key={lesson.ruleset} lesson={lesson} /> : <Puzzles address={route.path.slice(2)} />}
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
    const heat = useStore(heatShown);
    const notes = useHeat(position, heat);
    const last = step === lesson.steps.length - 1;
    return (
        <div class="lesson">
            <Board
                position={position} notes={notes} active lastMove={tried.at(-1) ?? null} keyboard="all"
                onMove={(move) => {
                    sound(position.side);
                    announce(describeMove(position, move));
                    setTried([...tried, move]);
                }}
            />
            <div class="card lesson-words">
                <h1>{pageWords.coach.learn.titleOf(words.rules[lesson.ruleset])}</h1>
                <p class="lead" aria-live="polite">{pageWords.coach.learn[lesson.ruleset][step]}</p>
                <p class="quiet">
                    {tried.length > 0
                        ? position.outcome ? howItEnded(position.outcome.ending, position.outcome.winner) : pageWords.coach.learn.toMove(position.side.toUpperCase(), whereToPlay(position))
                        : position.outcome ? '' : pageWords.coach.learn.live}
                </p>
                <button type="button" class="heat-switch" aria-pressed={heat} onClick={() => heatShown.set(!heat)}><Icon name="heat" />{words.heat.show}</button>
                <div class="dots" aria-hidden="true">{lesson.steps.map((_, i) => <i key={i} class={i === step ? 'on' : ''} />)}</div>
                <div class="buttons">
                    <button type="button" disabled={step === 0 && tried.length === 0} onClick={() => (tried.length > 0 ? setTried([]) : to(step - 1))}>
                        <Icon name={tried.length > 0 ? 'undo' : 'back'} />{tried.length > 0 ? pageWords.coach.learn.backToLesson : words.buttons.back}
                    </button>
                    {last
                        ? <><a class="button primary" href="#/play"><Icon name="play" />{words.setup.play}</a><a class="button" href="#/learn/puzzles"><Icon name="forward" />{pageWords.coach.learn.puzzles}</a></>
                        : <button type="button" class="primary" onClick={() => to(step + 1)}>{pageWords.coach.learn.next}<Icon name="forward" /></button>}
                </div>
            </div>
        </div>
    );
}
