// SPDX-License-Identifier: MIT
// Analyse: any position or game, with the engine in the browser or on the server.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board, type CellNote } from '../board/board';
import { analyse as askEngine } from '../engine/client';
import type { Thought } from '../engine/messages';
import { useAnalysis } from '../engine/use_analysis';
import { algebraic, parseMove } from '../game/notation';
import { emptyRecord, fromQuery, toQuery, type GameRecord } from '../game/record';
import { judge, type Judgement } from '../game/review';
import { play, playAll, RULESETS, start, type Move, type Position } from '../game/rules';
import { addMove, lineFrom, lineThrough, movesTo, node, pathTo, removeBranch, ROOT, treeOf, type Tree } from '../game/tree';
import { howItEnded, percent, whereToPlay } from '../game/words';
import { meetServer, server } from '../server/api';
import { Icon } from '../ui/icon';
import { note, type Route } from '../ui/router';
import { sound } from '../ui/sound';
import { store, useStore } from '../ui/store';
import { toast } from '../ui/toast';
import { ExportDialog, HelpDialog, PasteDialog, recordOf } from './analyse_dialogs';
import { EvalBar } from './eval_bar';
import { Graph } from './graph';
import { MoveTree } from './move_tree';

const REVIEW_MS = 200;
const LINES = 4;
const engineOn = store(true, 'analysis.on');
const engineWhere = store<'here' | 'server'>('here', 'analysis.where');

const certainEval = (position: Position): number | null =>
    position.outcome ? (position.outcome.winner === 'x' ? 1 : position.outcome.winner === 'o' ? 0 : 0.5) : null;

/** What a line promises the side to move: a share, or a proven result. */
export function promise(line: { eval: number; result: Thought['result'] }, turn: 'x' | 'o'): string {
    if (line.result) {
        if (line.result.winner === null) return 'draw';
        return `${line.result.winner === turn ? 'wins' : 'loses'}${line.result.plies ? ` in ${line.result.plies}` : ''}`;
    }
    return percent(turn === 'x' ? line.eval : 1 - line.eval);
}

function openRecord(route: Route): GameRecord {
    try {
        return fromQuery(route.query);
    } catch (error) {
        toast((error as Error).message, 'error');
        return emptyRecord();
    }
}

export function AnalysePage({ route }: { route: Route }) {
    const [base, setBase] = useState(() => openRecord(route));
    const [tree, setTree] = useState<Tree>(() => treeOf(base.moves));
    const [current, setCurrent] = useState(() => lineFrom(tree, ROOT).at(-1) ?? ROOT);
    const [judgements, setJudgements] = useState<ReadonlyMap<number, Judgement>>(new Map());
    const [rootEval, setRootEval] = useState<number | null>(null);
    const [reviewing, setReviewing] = useState<{ done: number; all: number } | null>(null);
    const [rotation, setRotation] = useState(0);
    const [shownLine, setShownLine] = useState<Move[] | null>(null);
    const [dialog, setDialog] = useState<'paste' | 'export' | 'help' | null>(null);
    const on = useStore(engineOn);
    const where = useStore(engineWhere);
    const there = useStore(server);
    const review = useRef<{ stopped: boolean } | null>(null);

    const from = base.start;
    const moves = movesTo(tree, current);
    const position = playAll(from, moves);
    const seen = useAnalysis(position, on && !reviewing, where, LINES);
    const thought = seen.thought;
    const judged = judgements.get(current);
    const value = certainEval(position) ?? thought?.eval ?? judged?.eval ?? (current === ROOT ? rootEval : null);

    useEffect(() => void meetServer(), []);

    // A new address (a link, or the way back) opens another game; our own notes of it do not come here.
    const opened = useRef(location.hash);
    useEffect(() => {
        if (opened.current === location.hash) return;
        load(openRecord(route));
    }, [route]);
    useEffect(() => {
        const query = toQuery(from, moves);
        note(`/analyse${query ? `?${query}` : ''}`);
        opened.current = location.hash;
        setShownLine(null);
    }, [from, tree, current]);
    useEffect(() => {
        if (route.query.get('review')) void findMistakes(treeOf(base.moves), base);
        return () => {
            if (review.current) review.current.stopped = true;
        };
    }, []);

    function load(record: GameRecord) {
        if (review.current) review.current.stopped = true;
        const next = treeOf(record.moves);
        setBase(record);
        setTree(next);
        setCurrent(lineFrom(next, ROOT).at(-1) ?? ROOT);
        setJudgements(new Map());
        setRootEval(null);
        setDialog(null);
    }

    const goOn = (move: Move) => {
        const next = addMove(tree, current, move);
        setTree(next.tree);
        setCurrent(next.id);
        sound(position.side);
    };

    async function findMistakes(of: Tree, record: GameRecord) {
        const line = lineThrough(of, current);
        const run = { stopped: false };
        if (review.current) review.current.stopped = true;
        review.current = run;
        let before = record.start;
        let evalBefore = 0.5;
        let best: Move | null = null;
        const found = new Map<number, Judgement>();
        try {
            for (let i = -1; i < line.length && !run.stopped; ++i) {
                setReviewing({ done: i + 1, all: line.length + 1 });
                const after = i < 0 ? before : play(before, node(of, line[i]).move);
                const sure = certainEval(after);
                const answer: Thought | null = sure === null ? await askEngine(after, { timeMs: REVIEW_MS }).done : null;
                if (run.stopped) return;
                const evalAfter = sure ?? answer?.eval ?? evalBefore;
                if (i < 0) setRootEval(evalAfter);
                else {
                    found.set(line[i], judge(before, node(of, line[i]).move, evalBefore, evalAfter, best));
                    setJudgements(new Map(found));
                }
                before = after;
                evalBefore = evalAfter;
                best = answer ? parseMove(answer.move) : null;
            }
        } catch (error) {
            toast((error as Error).message, 'error');
        } finally {
            if (review.current === run) setReviewing(null);
        }
    }

    const step = (by: 'first' | 'back' | 'forward' | 'last') => {
        if (by === 'first') setCurrent(ROOT);
        else if (by === 'back') setCurrent(current === ROOT ? ROOT : Math.max(node(tree, current).parent, ROOT));
        else if (by === 'forward') setCurrent(node(tree, current).children[0] ?? current);
        else setCurrent(lineFrom(tree, current).at(-1) ?? current);
    };

    const share = async () => {
        const link = `${location.href.split('#')[0]}#/analyse?${toQuery(from, lineThrough(tree, current).map((id) => node(tree, id).move))}`;
        await navigator.clipboard.writeText(link).then(() => toast('The link is copied.'), () => toast(link));
    };

    const best = thought ? parseMove(thought.move) : null;
    // At once after a change: the next key may come before the next frame.
    useLayoutEffect(() => {
        const pressed = (e: KeyboardEvent) => {
            const target = e.target as HTMLElement;
            if (e.ctrlKey || e.metaKey || e.altKey || target.closest('input, select, textarea, dialog')) return;
            const act: Record<string, () => void> = {
                ArrowLeft: () => step('back'),
                ArrowRight: () => step('forward'),
                ArrowUp: () => step('first'),
                ArrowDown: () => step('last'),
                ' ': () => best !== null && goOn(best),
                l: () => engineOn.set(!on),
                f: () => setRotation((rotation + 1) % 4),
                '?': () => setDialog('help'),
                Delete: () => {
                    if (current === ROOT) return;
                    const cut = removeBranch(tree, current);
                    setTree(cut.tree);
                    setCurrent(cut.at);
                },
            };
            const action = act[e.key.length === 1 ? e.key.toLowerCase() : e.key];
            // Space and Enter press the button that has the focus, except on the board.
            if (!action || (e.key === ' ' && target.closest('button, a, summary') && !target.closest('.board'))) return;
            e.preventDefault();
            action();
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    });

    const notes = useMemo(() => {
        const map = new Map<Move, CellNote>();
        const view = (value: number) => (position.side === 'x' ? value : 1 - value);
        const top = thought ? view(thought.lines[0].eval) : 0;
        thought?.lines.forEach((line, i) => map.set(parseMove(line.move)!, {
            label: line.result ? promise(line, thought.turn).split(' ')[0] : percent(view(line.eval)),
            warmth: Math.max(0, 1 - (top - view(line.eval)) * 6), best: i === 0,
        }));
        return map;
    }, [thought]);

    const graphLine = lineThrough(tree, current);
    const graphValues = useMemo(
        () => [rootEval, ...graphLine.map((id, i) => judgements.get(id)?.eval ?? base.evals[i] ?? null)],
        [judgements, rootEval, graphLine.join(), base]);
    const graphMistakes = useMemo(() => [null, ...graphLine.map((id) => judgements.get(id)?.kind ?? null)], [judgements, graphLine.join()]);
    const ply = pathTo(tree, current).length;
    const hasGraph = graphValues.filter((v) => v !== null).length > 1;

    return (
        <div class="game analysis">
            <section class="table" aria-label="Board">
                <div class="player">
                    <span class="name">{base.x || base.o ? `${base.x || 'X'} – ${base.o || 'O'}` : 'Analysis'}</span>
                    <span class="grow" />
                    <label class="unseen" for="ruleset">Rules</label>
                    <select
                        id="ruleset" class="small" value={from.rules.ruleset}
                        onChange={(e) => load(emptyRecord(start(e.currentTarget.value as (typeof RULESETS)[number])))}
                    >
                        {RULESETS.map((name) => <option key={name} value={name}>{name}</option>)}
                    </select>
                </div>
                <div class="board-row">
                    <EvalBar value={value} />
                    <Board
                        position={position}
                        lastMove={moves.at(-1) ?? null}
                        active
                        onMove={goOn}
                        rotation={rotation}
                        notes={shownLine ? undefined : notes}
                        variation={shownLine ?? undefined}
                        keyboard="digits"
                    />
                </div>
                <div class="stepper">
                    <button type="button" aria-label="To the start" onClick={() => step('first')}><Icon name="first" /></button>
                    <button type="button" aria-label="Back" onClick={() => step('back')}><Icon name="back" /></button>
                    <button type="button" aria-label="Forward" onClick={() => step('forward')}><Icon name="forward" /></button>
                    <button type="button" aria-label="To the end" onClick={() => step('last')}><Icon name="last" /></button>
                    <span class="grow" />
                    <button type="button" class="plain" aria-label="Turn the board" title="Turn the board (f)" onClick={() => setRotation((rotation + 1) % 4)}><Icon name="rotate" /></button>
                    <button type="button" class="plain" aria-label="Paste a position or game" title="Paste" onClick={() => setDialog('paste')}><Icon name="paste" /></button>
                    <button type="button" class="plain" aria-label="Copy a link" title="Copy a link" onClick={share}><Icon name="share" /></button>
                    <button type="button" class="plain" aria-label="Save" title="Save" onClick={() => setDialog('export')}><Icon name="download" /></button>
                    <button type="button" class="plain" aria-label="Help" title="Keys (?)" onClick={() => setDialog('help')}><Icon name="help" /></button>
                </div>
            </section>
            <aside class="panel" aria-label="Analysis">
                <div class="card engine">
                    <header>
                        <label class="check">
                            <input type="checkbox" checked={on} onChange={(e) => engineOn.set(e.currentTarget.checked)} />
                            <span>Engine</span>
                        </label>
                        {there && (
                            <select class="small" aria-label="Where the engine runs" value={where} onChange={(e) => engineWhere.set(e.currentTarget.value as 'here')}>
                                <option value="here">in this browser</option>
                                <option value="server">on the server</option>
                            </select>
                        )}
                        <span class="grow" />
                        <span class="quiet digits" data-testid="depth">
                            {thought ? `depth ${thought.depth} · ${count(thought.nodes)} nodes` : on && !position.outcome && !seen.problem ? 'thinking…' : ''}
                        </span>
                    </header>
                    {seen.problem && <p class="note warn">{seen.problem}</p>}
                    {position.outcome ? (
                        <p>{howItEnded(position.outcome.ending, position.outcome.winner)}</p>
                    ) : (
                        <ol class="lines" onMouseLeave={() => setShownLine(null)}>
                            {thought?.lines.map((line) => (
                                <li key={line.move}>
                                    <button
                                        type="button"
                                        onMouseEnter={() => setShownLine(line.pv.map((m) => parseMove(m)!))}
                                        onFocus={() => setShownLine(line.pv.map((m) => parseMove(m)!))}
                                        onBlur={() => setShownLine(null)}
                                        onClick={() => goOn(parseMove(line.move)!)}
                                    >
                                        <b class={thought.turn}>{promise(line, thought.turn)}</b>
                                        <span class="pv">{line.pv.map((m) => algebraic(parseMove(m)!)).join(' ')}</span>
                                    </button>
                                </li>
                            ))}
                            {!thought && <li class="quiet">{on ? whereToPlay(position) : 'The engine is off (l).'}</li>}
                        </ol>
                    )}
                </div>
                {judged?.text && <p class={`card judgement ${judged.kind}`} role="status" data-testid="judgement">{judged.text}</p>}
                <div class="card moves-card">
                    <MoveTree tree={tree} first={from.side} current={current} judgements={judgements} onPick={setCurrent} />
                    {hasGraph && <Graph values={graphValues} mistakes={graphMistakes} current={ply} onPick={(n) => setCurrent(n === 0 ? ROOT : graphLine[n - 1])} />}
                    <button type="button" class="wide" disabled={reviewing !== null || graphLine.length === 0} onClick={() => findMistakes(tree, base)}>
                        <Icon name="hint" />{reviewing ? `Looking at move ${reviewing.done} of ${reviewing.all - 1}…` : 'Find the mistakes'}
                    </button>
                </div>
            </aside>
            {dialog === 'paste' && <PasteDialog onClose={() => setDialog(null)} onRecord={load} />}
            {dialog === 'help' && <HelpDialog onClose={() => setDialog(null)} />}
            {dialog === 'export' && (
                <ExportDialog
                    record={recordOf(from, graphLine.map((id) => node(tree, id).move), base, graphValues.slice(1))}
                    position={position} lastMove={moves.at(-1) ?? null} onClose={() => setDialog(null)}
                />
            )}
        </div>
    );
}

const count = (n: number): string => (n >= 1e6 ? `${(n / 1e6).toFixed(1)} M` : n >= 1e3 ? `${Math.round(n / 1e3)} k` : String(n));
