// SPDX-License-Identifier: MIT
// For the organiser: a new tournament, and the token that makes one.
import { useState } from 'preact/hooks';
import { rulesetChoices, RULESETS, type Ruleset } from '../game/rules';
import { duration, playerWords } from '../game/phrases';
import { becomeOrganiser, post, type ServerInfo } from '../server/api';
import { sendBot, type SentBot } from '../server/send_bot';
import { gamesPlanned } from '../server/tournament';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { go } from '../ui/router';
import { Segments } from '../ui/segments';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

type Kind = keyof typeof pageWords.organise.kinds;

/** Files from the computer in front of one, sent to the server as they are chosen. */
function BotFiles({ sent, onSent, onProblem }: { sent: SentBot[]; onSent(sent: SentBot[]): void; onProblem(words: string): void }) {
    const choose = async (input: HTMLInputElement) => {
        const files = [...(input.files ?? [])];
        input.value = '';
        onProblem('');
        const kept = [...sent];
        const problems: string[] = [];
        for (const file of files) {
            try {
                const bot = await sendBot(file);
                if (!kept.some((own) => own.bot === bot.bot)) kept.push(bot);
            } catch (error) {
                problems.push((error as Error).message);
            }
        }
        onSent(kept);
        if (problems.length > 0) onProblem(problems.join(' · '));
    };
    return (
        <div class="field">
            <label for="bot-files">{pageWords.organise.files}</label>
            <input id="bot-files" type="file" multiple onChange={(e) => void choose(e.currentTarget)} />
            {sent.length > 0 && (
                <ul class="sent-bots" aria-label={pageWords.organise.sent}>
                    {sent.map((own) => (
                        <li key={own.bot}>
                            <b>{own.name}</b> <span class="quiet">{own.description}</span>
                            <button type="button" class="plain" aria-label={pageWords.organise.leaveOut(own.name)} onClick={() => onSent(sent.filter((s) => s !== own))}><Icon name="close" /></button>
                        </li>
                    ))}
                </ul>
            )}
        </div>
    );
}

/** What the form says. */
interface Form {
    name: string;
    kind: Kind;
    rounds: number;
    sent: SentBot[];
    /** Files and commands on the server's machine, one a line. */
    others: string;
    builtIn: string[];
    games: string;
    time: string;
    rules: Ruleset;
    atOnce: string;
}

const EMPTY: Form = {
    name: '', kind: 'round-robin', rounds: 0, sent: [], others: '', builtIn: ['greedy', 'minimax', 'engine:level=4'], games: '2', time: 'move=1s',
    rules: 'standard', atOnce: '1',
};

interface Part {
    form: Form;
    change(part: Partial<Form>): void;
}

const linesOf = ({ others }: Form): string[] => others.split('\n').map((line) => line.trim()).filter(Boolean);
const botsOf = (form: Form): string[] => [...form.sent.map((own) => own.bot), ...linesOf(form), ...form.builtIn];

const requestOf = (form: Form) => ({
    type: form.kind, bots: botsOf(form), event: form.name.trim() || pageWords.organise.nameOf(new Date().toISOString().slice(0, 16).replace('T', ' ')),
    games: Number(form.games), time_control: form.time, rules: form.rules, concurrency: Number(form.atOnce),
    ...(form.kind === 'swiss' && form.rounds > 0 ? { rounds: form.rounds } : {}),
});

/** Of a usual game. */
const USUAL_MOVES = 45;
const MOVE_MS: Record<string, number> = { 'move=100ms': 100, 'move=1s': 1000, 'move=10s': 10_000 };

function Plan({ form }: { form: Form }) {
    if (linesOf(form).some((line) => /[*?[]/.test(line))) return <p class="quiet">{pageWords.organise.planUnknown}</p>;
    const bots = botsOf(form).length;
    const all = gamesPlanned(form.kind, bots, form.rounds, Number(form.games));
    if (all === 0) return <p class="quiet">{pageWords.organise.planTwo}</p>;
    const said = form.kind === 'double-elimination' ? pageWords.organise.planAtMost : pageWords.organise.plan;
    const time = (all * USUAL_MOVES * MOVE_MS[form.time]) / Number(form.atOnce);
    return (
        <p class="quiet" data-testid="plan">
            {said(words.numbers.bots(bots), words.numbers.games(all), duration(time))}
        </p>
    );
}

function KindFields({ form: { kind, rounds }, change }: Part) {
    return (
        <>
            <label class="field">
                <span>{pageWords.organise.kind}</span>
                <select value={kind} onChange={(e) => change({ kind: e.currentTarget.value as Kind })}>
                    {Object.entries(pageWords.organise.kinds).map(([k, { label }]) => <option key={k} value={k}>{label}</option>)}
                </select>
                <span class="quiet">{pageWords.organise.kinds[kind].about}</span>
            </label>
            {kind === 'swiss' && (
                <label class="field">
                    <span>{pageWords.organise.rounds}</span>
                    <input type="number" min={1} max={100} placeholder={pageWords.organise.roundsNeeded} value={rounds || ''} onInput={(e) => change({ rounds: Number(e.currentTarget.value) })} />
                </label>
            )}
        </>
    );
}

function BuiltInBots({ form: { builtIn }, change, info }: Part & { info: ServerInfo }) {
    const choices = [...info.bots.map((b) => b.bot), ...[2, 4, 6, 8].map((level) => `engine:level=${level}`)];
    return (
        <fieldset class="choice">
            <legend>{pageWords.organise.builtIn}</legend>
            <div class="bot-choices">
                {choices.map((bot) => (
                    <label key={bot} class="check">
                        <input
                            type="checkbox" checked={builtIn.includes(bot)}
                            onChange={(e) => change({ builtIn: e.currentTarget.checked ? [...builtIn, bot] : builtIn.filter((b) => b !== bot) })}
                        />
                        <span>{playerWords(bot)}</span>
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

const options = (pairs: string[][]) => pairs.map(([value, label = value]) => ({ value, label }));

function Conditions({ form, change }: Part) {
    return (
        <>
            <Segments label={pageWords.organise.games} value={form.games} options={options([['2'], ['4'], ['10'], ['20']])} onChange={(games) => change({ games })} />
            <Segments
                label={pageWords.organise.time} value={form.time} onChange={(time) => change({ time })}
                options={options([['move=100ms', words.time.seconds(0.1)], ['move=1s', words.time.seconds(1)], ['move=10s', words.time.seconds(10)]])}
            />
            <Segments
                label={words.setup.rules} value={form.rules} onChange={(rules) => change({ rules })}
                options={rulesetChoices(RULESETS)}
            />
            <Segments label={pageWords.organise.atOnce} value={form.atOnce} options={options([['1'], ['2'], ['4'], ['8']])} onChange={(atOnce) => change({ atOnce })} />
        </>
    );
}

export function NewTournament({ info, onClose }: { info: ServerInfo; onClose(): void }) {
    const [form, setForm] = useState(EMPTY);
    const [problem, setProblem] = useState('');
    const [busy, setBusy] = useState(false);
    const change = (part: Partial<Form>) => setForm((old) => ({ ...old, ...part }));
    const start = async (e: Event) => {
        e.preventDefault();
        setProblem('');
        setBusy(true);
        try {
            const made = await post<{ tournament: string }>('/api/tournaments', requestOf(form));
            onClose();
            go(`/tournament/${made.tournament}`);
        } catch (error) {
            // A toast would be hard to tell from a part of the form.
            setProblem((error as Error).message.replace(/^'\w+': /, ''));
            setBusy(false);
        }
    };
    return (
        <Dialog title={pageWords.tournaments.create} onClose={onClose}>
            <form class="setup" onSubmit={start}>
                <label class="field"><span>{pageWords.organise.name}</span><input type="text" value={form.name} placeholder={pageWords.organise.nameExample} onInput={(e) => change({ name: e.currentTarget.value })} /></label>
                <KindFields form={form} change={change} />
                <BotFiles sent={form.sent} onSent={(sent) => change({ sent })} onProblem={setProblem} />
                <label class="field">
                    <span>{pageWords.organise.others}</span>
                    <textarea class="short" value={form.others} placeholder={'/home/you/bots/*.py'} onInput={(e) => change({ others: e.currentTarget.value })} />
                </label>
                <BuiltInBots form={form} change={change} info={info} />
                <Conditions form={form} change={change} />
                <div class="foot">
                    <Plan form={form} />
                    {problem && <p class="note warn" role="alert">{problem}</p>}
                    <div class="buttons end"><button type="button" onClick={onClose}>{words.buttons.cancel}</button><button type="submit" class="primary" disabled={busy}>{pageWords.organise.start}</button></div>
                </div>
            </form>
        </Dialog>
    );
}

/** On a server that others can reach, starting programs needs the token that it printed. */
export function OrganiserDialog({ onClose }: { onClose(): void }) {
    const [token, setToken] = useState('');
    const [wrong, setWrong] = useState(false);
    const tell = async (e: Event) => {
        e.preventDefault();
        if (await becomeOrganiser(token.trim()).catch(() => false)) onClose();
        else setWrong(true);
    };
    return (
        <Dialog title={pageWords.organise.organiser} onClose={onClose}>
            <form class="setup" onSubmit={tell}>
                <label class="field">
                    <span>{pageWords.organise.token}</span>
                    <input type="password" value={token} autocomplete="off" onInput={(e) => setToken(e.currentTarget.value)} />
                    <span class="quiet">{pageWords.organise.tokenWords}</span>
                </label>
                {wrong && <p class="note warn" role="alert">{pageWords.organise.wrongToken}</p>}
                <div class="buttons end"><button type="button" onClick={onClose}>{words.buttons.cancel}</button><button type="submit" class="primary">{pageWords.organise.goOn}</button></div>
            </form>
        </Dialog>
    );
}
