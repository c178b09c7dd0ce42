// SPDX-License-Identifier: MIT
// For the organiser: a new tournament, and the token that makes one.
import { useState } from 'preact/hooks';
import { RULESET_CHOICES, type Ruleset } from '../game/rules';
import { counted, duration } from '../game/words';
import { becomeOrganiser, post, type ServerInfo } from '../server/api';
import { sendBot, type SentBot } from '../server/send_bot';
import { gamesPlanned } from '../server/tournament';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { go } from '../ui/router';
import { Segments } from '../ui/segments';

const KINDS = [
    { type: 'round-robin', label: 'Round robin', words: 'Everyone meets everyone.' },
    { type: 'swiss', label: 'Swiss', words: 'A few rounds; those with about the same points meet.' },
    { type: 'gauntlet', label: 'Gauntlet', words: 'The first bot meets all others: to see how strong one is.' },
    { type: 'knockout', label: 'Knockout', words: 'Whoever loses is out. The bots are seeded in their order here.' },
    { type: 'double-elimination', label: 'Double elimination', words: 'Whoever loses twice is out. The bots are seeded in their order here.' },
];

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
            <label for="bot-files">Bot files from this computer</label>
            <input id="bot-files" type="file" multiple onChange={(e) => void choose(e.currentTarget)} />
            {sent.length > 0 && (
                <ul class="sent-bots" aria-label="Bots that were sent">
                    {sent.map((own) => (
                        <li key={own.bot}>
                            <b>{own.name}</b> <span class="quiet">{own.description}</span>
                            <button type="button" class="plain" aria-label={`Leave out ${own.name}`} onClick={() => onSent(sent.filter((s) => s !== own))}><Icon name="close" /></button>
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
    kind: (typeof KINDS)[number];
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
    name: '', kind: KINDS[0], rounds: 0, sent: [], others: '', builtIn: ['greedy', 'minimax', 'engine:level=4'], games: '2', time: 'move=1s',
    rules: 'standard', atOnce: '1',
};

interface Part {
    form: Form;
    change(part: Partial<Form>): void;
}

const linesOf = ({ others }: Form): string[] => others.split('\n').map((line) => line.trim()).filter(Boolean);
const botsOf = (form: Form): string[] => [...form.sent.map((own) => own.bot), ...linesOf(form), ...form.builtIn];

const requestOf = (form: Form) => ({
    type: form.kind.type, bots: botsOf(form), event: form.name.trim() || `Tournament of ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`,
    games: Number(form.games), time_control: form.time, rules: form.rules, concurrency: Number(form.atOnce),
    ...(form.kind.type === 'swiss' && form.rounds > 0 ? { rounds: form.rounds } : {}),
});

/** Of a usual game. */
const USUAL_MOVES = 45;
const MOVE_MS: Record<string, number> = { 'move=100ms': 100, 'move=1s': 1000, 'move=10s': 10_000 };

function Plan({ form }: { form: Form }) {
    if (linesOf(form).some((line) => /[*?[]/.test(line))) return <p class="quiet">How many games it will be depends on the files that are found.</p>;
    const { type } = form.kind;
    const bots = botsOf(form).length;
    const all = gamesPlanned(type, bots, form.rounds, Number(form.games));
    if (all === 0) return <p class="quiet">At least two bots are needed.</p>;
    const time = (all * USUAL_MOVES * MOVE_MS[form.time]) / Number(form.atOnce);
    return (
        <p class="quiet" data-testid="plan">
            {counted(bots, 'bot')}, {type === 'double-elimination' ? 'at most ' : ''}{counted(all, 'game')}: about {duration(time)} if all bots use all their time.
        </p>
    );
}

function KindFields({ form: { kind, rounds }, change }: Part) {
    return (
        <>
            <label class="field">
                <span>Kind</span>
                <select value={kind.type} onChange={(e) => change({ kind: KINDS.find((k) => k.type === e.currentTarget.value)! })}>
                    {KINDS.map((k) => <option key={k.type} value={k.type}>{k.label}</option>)}
                </select>
                <span class="quiet">{kind.words}</span>
            </label>
            {kind.type === 'swiss' && (
                <label class="field">
                    <span>Rounds</span>
                    <input type="number" min={1} max={100} placeholder="as many as are needed" value={rounds || ''} onInput={(e) => change({ rounds: Number(e.currentTarget.value) })} />
                </label>
            )}
        </>
    );
}

function BuiltInBots({ form: { builtIn }, change, info }: Part & { info: ServerInfo }) {
    const choices = [...info.bots.map((b) => b.bot), ...[2, 4, 6, 8].map((level) => `engine:level=${level}`)];
    return (
        <fieldset class="choice">
            <legend>Built-in bots</legend>
            <div class="bot-choices">
                {choices.map((bot) => (
                    <label key={bot} class="check">
                        <input
                            type="checkbox" checked={builtIn.includes(bot)}
                            onChange={(e) => change({ builtIn: e.currentTarget.checked ? [...builtIn, bot] : builtIn.filter((b) => b !== bot) })}
                        />
                        <span>{bot}</span>
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
            <Segments label="Games a pairing" value={form.games} options={options([['2'], ['4'], ['10'], ['20']])} onChange={(games) => change({ games })} />
            <Segments
                label="Time a move" value={form.time} onChange={(time) => change({ time })}
                options={options([['move=100ms', '0.1 s'], ['move=1s', '1 s'], ['move=10s', '10 s']])}
            />
            <Segments
                label="Rules" value={form.rules} onChange={(rules) => change({ rules })}
                options={RULESET_CHOICES}
            />
            <Segments label="Games at a time" value={form.atOnce} options={options([['1'], ['2'], ['4'], ['8']])} onChange={(atOnce) => change({ atOnce })} />
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
        <Dialog title="New tournament" onClose={onClose}>
            <form class="setup" onSubmit={start}>
                <label class="field"><span>Name</span><input type="text" value={form.name} placeholder="Spring Cup" onInput={(e) => change({ name: e.currentTarget.value })} /></label>
                <KindFields form={form} change={change} />
                <BotFiles sent={form.sent} onSent={(sent) => change({ sent })} onProblem={setProblem} />
                <label class="field">
                    <span>Or files and commands on the server's machine, one a line</span>
                    <textarea class="short" value={form.others} placeholder={'/home/you/bots/*.py'} onInput={(e) => change({ others: e.currentTarget.value })} />
                </label>
                <BuiltInBots form={form} change={change} info={info} />
                <Conditions form={form} change={change} />
                <div class="foot">
                    <Plan form={form} />
                    {problem && <p class="note warn" role="alert">{problem}</p>}
                    <div class="buttons end"><button type="button" onClick={onClose}>Cancel</button><button type="submit" class="primary" disabled={busy}>Start</button></div>
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
        <Dialog title="Organiser" onClose={onClose}>
            <form class="setup" onSubmit={tell}>
                <label class="field">
                    <span>The server's admin token</span>
                    <input type="password" value={token} autocomplete="off" onInput={(e) => setToken(e.currentTarget.value)} />
                    <span class="quiet">It is in the first lines that the server printed, and is forgotten when you close this tab.</span>
                </label>
                {wrong && <p class="note warn" role="alert">The server does not know this token.</p>}
                <div class="buttons end"><button type="button" onClick={onClose}>Cancel</button><button type="submit" class="primary">Go on</button></div>
            </form>
        </Dialog>
    );
}
