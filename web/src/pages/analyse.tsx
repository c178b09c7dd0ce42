// SPDX-License-Identifier: MIT
// Analyse: any position or game, with the engine in the browser or on the server.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/board';
import { moveNumber, moveText, parseMove } from '../game/notation';
import { emptyRecord, opinionsOf, type GameRecord } from '../game/record';
import { legalMoves, rulesetChoices, RULESETS, start, type Move, type Ruleset, type Side } from '../game/rules';
import { provedWords } from '../game/review';
import type { Study } from '../game/study';
import { node, pathTo, ROOT } from '../game/tree';
import { percent, playerWords } from '../game/phrases';
import { atFirst, fromRoute, linkOf, useAddress } from '../hooks/use_address';
import { useAnalysis, type Seen } from '../hooks/use_analysis';
import { heatShown, notesOf } from '../hooks/use_heat';
import { useKeys } from '../hooks/use_keys';
import { useRetry } from '../hooks/use_retry';
import { certainEval, useReview, type Review } from '../hooks/use_review';
import { opened, useVariations, type Variations, type VariationState } from '../hooks/use_variations';
import { meetServer, server } from '../server/api';
import { useStore } from '../storage/store';
import { Icon, type IconName } from '../ui/icon';
import type { Route } from '../ui/router';
import { sound } from '../ui/sound';
import { toast } from '../ui/toast';
import { EnginePanel, engineOn, engineWhere } from '../views/engine_panel';
import { EvalBar } from '../views/eval_bar';
import { Graph } from '../views/graph';
import { analyseKeys, KeysDialog } from '../views/keys_dialog';
import { MoveTree } from '../views/move_tree';
import { Proved, ReviewSummary } from '../views/review_summary';
import { StudyCard } from '../views/study_card';
import { pageWords } from '../language/pages';
import { words } from '../language/language';
import { ExportDialog, PasteDialog, recordOf } from './analyse_dialogs';
import { EditorDialog } from './editor_dialog';
import { RetryView } from './retry';

const LINES = 4;

type DialogName = 'edit' | 'paste' | 'export' | 'help';

async function copyLink(game: Variations): Promise<void> {
    const [here] = location.href.split('#');
    // Where the server answers, the link has a preview.
    const link = `${here}${server.get() ? '' : '#/'}analyse?${linkOf(game, game.moves.length)}`;
    await navigator.clipboard.writeText(link).then(() => toast(pageWords.online.copied), () => toast(link));
}

function Stepper(props: { game: Variations; onEmpty(): void; onTurn(): void; onDialog(name: DialogName): void }) {
    const { game } = props;
    const tool = (icon: IconName, label: string, action: () => void) => (
        <button type="button" class="plain" aria-label={label} title={label} onClick={action}><Icon name={icon} /></button>
    );
    return (
        <div class="stepper">
            <button type="button" aria-label={pageWords.analysis.start} onClick={() => game.step('first')}><Icon name="first" /></button>
            <button type="button" aria-label={words.buttons.back} onClick={() => game.step('back')}><Icon name="back" /></button>
            <button type="button" aria-label={pageWords.analysis.forward} onClick={() => game.step('forward')}><Icon name="forward" /></button>
            <button type="button" aria-label={pageWords.analysis.end} onClick={() => game.step('last')}><Icon name="last" /></button>
            <span class="grow" />
            {tool('empty', pageWords.analysis.empty, props.onEmpty)}
            {tool('rotate', pageWords.analysis.turn, props.onTurn)}
            {tool('edit', pageWords.coach.editor.title, () => props.onDialog('edit'))}
            {tool('paste', pageWords.analysis.paste, () => props.onDialog('paste'))}
            {tool('share', pageWords.analysis.copyLink, () => void copyLink(game))}
            {tool('download', pageWords.analysis.save, () => props.onDialog('export'))}
            {tool('help', pageWords.analysis.help, () => props.onDialog('help'))}
        </div>
    );
}

/** The line that is shown, or the one that was reviewed while a variation of it is shown. */
function lineToJudge(game: Variations, review: Review): number[] {
    const reviewed = review.line.length > 0 && review.line.every((id) => game.tree.nodes.has(id));
    return reviewed && !game.line.every((id) => review.judgements.has(id)) ? review.line : game.line;
}

/** X's expected score at the start and after each move of a line. */
function useLineValues({ game, review, line }: { game: Variations; review: Review; line: number[] }) {
    const { base } = game;
    const key = line.join();
    const values = useMemo(
        () => [review.rootEval, ...line.map((id) => review.judgements.get(id)?.eval ?? null)],
        [review.judgements, review.rootEval, key, base]);
    const opinions = useMemo(() => (game.onMainLine ? opinionsOf(base) : null), [base, game.onMainLine]);
    const mistakes = useMemo(() => [null, ...line.map((id) => review.judgements.get(id)?.kind ?? null)], [review.judgements, key]);
    return { values, mistakes, opinions, known: opinions !== null || values.filter((v) => v !== null).length > 1 };
}

/** What a review says of the position after `n` moves of a line. */
function valueWords({ game, review, line }: { game: Variations; review: Review; line: number[] }, n: number): string {
    const said = (value: { eval: number; proved: boolean }) => provedWords(value) || words.game.chances(percent(value.eval));
    if (n === 0) return review.rootEval === null ? '' : said({ eval: review.rootEval, proved: review.rootProved });
    const judged = review.judgements.get(line[n - 1]);
    return judged ? `${moveNumber(n, game.base.start.side)} ${moveText(node(game.tree, line[n - 1]).move)} · ${said(judged)}` : '';
}

function MovesCard({ game, review, onRetry }: { game: Variations; review: Review; onRetry(side: Side): void }) {
    const line = lineToJudge(game, review);
    const { values, mistakes, opinions, known } = useLineValues({ game, review, line });
    const { progress } = review;
    const isJudged = (ids: number[]) => ids.length > 0 && ids.every((id) => review.judgements.has(id));
    const judged = isJudged(line);
    return (
        <div class="card moves-card">
            <MoveTree tree={game.tree} first={game.base.start.side} current={game.current} judgements={review.judgements} onPick={game.goTo} />
            {!game.onMainLine && (
                <div class="buttons branch-tools">
                    <button type="button" onClick={game.raise}>{pageWords.analysis.mainLine}</button>
                    <button type="button" onClick={game.cut}>{pageWords.analysis.delete}</button>
                </div>
            )}
            {known && (
                <Graph
                    values={values} opinions={opinions} mistakes={mistakes} current={pathTo(game.tree, game.current).filter((id) => line.includes(id)).length}
                    say={(n) => valueWords({ game, review, line }, n)} onPick={(n) => game.goTo(n === 0 ? ROOT : line[n - 1])}
                />
            )}
            {judged && <ReviewSummary game={game} review={review} onRetry={onRetry} />}
            {progress && (
                <label class="reviewing">
                    <span>{pageWords.analysis.reviewing(progress.done, progress.all)}</span>
                    <progress max={progress.all} value={progress.done} />
                </label>
            )}
            {!isJudged(game.line) && !progress && (
                <button
                    type="button" class="wide" disabled={game.line.length === 0}
                    onClick={() => review.find(game.base.start, game.tree, game.line)}
                >
                    <Icon name="hint" />{pageWords.analysis.review}
                </button>
            )}
        </div>
    );
}

/** Whose game it is; and an empty board under other rules. */
function Title({ base, onRecord }: { base: GameRecord; onRecord(record: GameRecord): void }) {
    const title = base.x || base.o ? pageWords.analysis.players(playerWords(base.x) || 'X', playerWords(base.o) || 'O') : pageWords.analysis.title;
    return (
        <div class="player both">
            <span class="name" title={title}>{title}</span>
            <span class="grow" />
            <label class="unseen" for="ruleset">{words.setup.rules}</label>
            <select
                id="ruleset" class="small" value={base.start.rules.ruleset}
                onChange={(e) => onRecord(emptyRecord(start(e.currentTarget.value as Ruleset)))}
            >
                {rulesetChoices(RULESETS).map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
            </select>
        </div>
    );
}

function Dialogs(props: { name: DialogName; game: Variations; review: Review; onClose(): void; onRecord(record: GameRecord): void }) {
    const { game, review, onClose } = props;
    const { base, line, tree, position, moves } = game;
    if (props.name === 'paste') return <PasteDialog onClose={onClose} onRecord={props.onRecord} />;
    if (props.name === 'edit') return <EditorDialog from={position} onClose={onClose} onRecord={props.onRecord} />;
    if (props.name === 'help') return <KeysDialog keys={analyseKeys()} onClose={onClose} />;
    const evals = line.map((id, i) => review.judgements.get(id)?.eval ?? base.evals[i] ?? null);
    const record = recordOf(base.start, line.map((id) => node(tree, id).move), base, evals);
    return <ExportDialog record={record} position={position} lastMove={moves.at(-1) ?? null} onClose={onClose} />;
}

function Panel(props: { game: Variations; review: Review; seen: Seen; onPlay(moves: Move[]): void; onShow(line: Move[] | null): void; onRetry(side: Side): void; onStudy(study: Study): void }) {
    const { game, review } = props;
    const on = useStore(engineOn);
    const where = useStore(engineWhere);
    const there = useStore(server);
    const judged = review.judgements.get(game.current);
    return (
        <aside class="panel" aria-label={pageWords.analysis.title}>
            <EnginePanel
                position={game.position} seen={props.seen} on={on} where={where} hasServer={Boolean(there)} onPlay={props.onPlay} onShow={props.onShow}
            />
            {judged?.text && <p class={`card judgement ${judged.kind}`} role="status" data-testid="judgement">{judged.text} <Proved judgement={judged} /></p>}
            <MovesCard game={game} review={review} onRetry={props.onRetry} />
            <StudyCard game={game} onOpen={props.onStudy} />
        </aside>
    );
}

const keysOf = (game: Variations): Record<string, () => void> => ({
    ArrowLeft: () => game.step('back'),
    ArrowRight: () => game.step('forward'),
    ArrowUp: () => game.step('first'),
    ArrowDown: () => game.step('last'),
    Home: () => game.step('first'),
    End: () => game.step('last'),
    Delete: game.cut,
    l: () => engineOn.set(!engineOn.get()),
    h: () => heatShown.set(!heatShown.get()),
});

/** What the engine says of the position, X's expected score for the bar, and the notes on the cells. */
function useEngine(game: Variations, review: Review, wanted: boolean) {
    const on = useStore(engineOn);
    const where = useStore(engineWhere);
    const heat = useStore(heatShown);
    const { position, current } = game;
    const seen = useAnalysis(position, wanted && on && !review.progress, where, heat ? legalMoves(position).length : LINES);
    const { thought } = seen;
    const judged = review.judgements.get(current);
    const over = certainEval(position);
    const value = over ?? thought?.eval ?? judged?.eval ?? (current === ROOT ? review.rootEval : null);
    const proved = over !== null || (thought ? thought.result !== null : judged ? judged.proved : review.rootProved);
    const notes = useMemo(() => (thought ? notesOf(thought) : undefined), [thought]);
    return { seen, value, proved, notes };
}

export function AnalysePage({ route }: { route: Route }) {
    const [kept] = useState(() => atFirst(route));
    const game = useVariations(() => kept ?? fromRoute(route));
    const review = useReview(kept?.review);
    const [rotation, setRotation] = useState(0);
    const [shownLine, setShownLine] = useState<Move[] | null>(null);
    const [dialog, setDialog] = useState<DialogName | null>(null);
    const { base, position, moves } = game;
    const retry = useRetry(route, game, review);
    const { seen, value, proved, notes } = useEngine(game, review, retry.side === null);

    const open = (state: VariationState) => {
        review.clear();
        setDialog(null);
        game.restore(state);
    };
    const goOn = (...line: Move[]) => {
        sound(position.side);
        line.forEach(game.goOn);
    };
    const turn = () => setRotation((old) => (old + 1) % 4);

    const leaveBehind = useAddress(route, game, review, open);
    const replace = (record: GameRecord, state = opened(record, null)) => {
        leaveBehind(record);
        open(state);
    };

    useEffect(() => setShownLine(null), [game.current, base]);
    useEffect(() => {
        void meetServer();
        if (!kept && (route.query.get('review') || route.query.get('retry'))) void review.find(base.start, game.tree, game.line);
    }, []);
    useKeys(retry.side ? {} : {
        ...keysOf(game),
        ' ': () => seen.thought && goOn(parseMove(seen.thought.move)!),
        f: turn,
        '?': () => setDialog('help'),
    });

    if (retry.side) {
        return <RetryView game={game} review={review} line={review.line} side={retry.side} rotation={rotation} onClose={retry.end} />;
    }
    return (
        <div class="game analysis">
            <section class="table" aria-label={words.spoken.board}>
                <Title base={base} onRecord={replace} />
                <div class="board-row">
                    <EvalBar value={value} proved={proved} />
                    <Board
                        position={position} lastMove={moves.at(-1) ?? null} active onMove={(move) => goOn(move)} rotation={rotation}
                        notes={shownLine ? undefined : notes} variation={shownLine ?? undefined} keyboard="digits"
                    />
                </div>
                <Stepper game={game} onEmpty={() => replace(emptyRecord(start(base.start.rules.ruleset, base.start.rules.tieBreak)))} onTurn={turn} onDialog={setDialog} />
            </section>
            <Panel game={game} review={review} seen={seen} onPlay={(line) => goOn(...line)} onShow={setShownLine} onRetry={retry.start} onStudy={(study) => replace(study.base, { ...study, current: ROOT })} />
            {dialog && <Dialogs name={dialog} game={game} review={review} onClose={() => setDialog(null)} onRecord={replace} />}
        </div>
    );
}
