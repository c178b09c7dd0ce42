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

/** Of a usual game. */
const USUAL_MOVES = 45;

function Plan({ type, bots, open, rounds, games, moveMs, atOnce }: {
    type: string; bots: number; open: boolean; rounds: number; games: number; moveMs: number; atOnce: number;
}) {
    if (open) return <p class="quiet">How many games it will be depends on the files that are found.</p>;
    const all = gamesPlanned(type, bots, rounds, games);
    if (all === 0) return <p class="quiet">At least two bots are needed.</p>;
    return (
        <p class="quiet" data-testid="plan">
            {counted(bots, 'bot')}, {type === 'double-elimination' ? 'at most ' : ''}{counted(all, 'game')}: about {duration((all * USUAL_MOVES * moveMs) / atOnce)} if all bots use all their time.
        </p>
    );
}

export function NewTournament({ info, onClose }: { info: ServerInfo; onClose(): void }) {
    const [name, setName] = useState('');
    const [kind, setKind] = useState(KINDS[0]);
    const [bots, setBots] = useState(['greedy', 'minimax', 'engine:level=4']);
    const [sent, setSent] = useState<SentBot[]>([]);
    const [others, setOthers] = useState('');
    const [games, setGames] = useState('2');
    const [time, setTime] = useState('move=1s');
    const [rules, setRules] = useState<Ruleset>('standard');
    const [rounds, setRounds] = useState(0);
    const [atOnce, setAtOnce] = useState('1');
    const [problem, setProblem] = useState('');
    const [busy, setBusy] = useState(false);
    const choices = [...info.bots.map((b) => b.bot), ...[2, 4, 6, 8].map((level) => `engine:level=${level}`)];
    const lines = others.split('\n').map((line) => line.trim()).filter(Boolean);
    const all = [...sent.map((own) => own.bot), ...lines, ...bots];
    const start = async (e: Event) => {
        e.preventDefault();
        setProblem('');
        setBusy(true);
        try {
            const made = await post<{ tournament: string }>('/api/tournaments', {
                type: kind.type, bots: all, event: name.trim() || `Tournament of ${new Date().toISOString().slice(0, 16).replace('T', ' ')}`,
                games: Number(games), time_control: time, rules, concurrency: Number(atOnce), ...(kind.type === 'swiss' && rounds > 0 ? { rounds } : {}),
            });
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
                <label class="field"><span>Name</span><input type="text" value={name} placeholder="Spring Cup" onInput={(e) => setName(e.currentTarget.value)} /></label>
                <label class="field">
                    <span>Kind</span>
                    <select value={kind.type} onChange={(e) => setKind(KINDS.find((k) => k.type === e.currentTarget.value)!)}>
                        {KINDS.map((k) => <option key={k.type} value={k.type}>{k.label}</option>)}
                    </select>
                    <span class="quiet">{kind.words}</span>
                </label>
                {kind.type === 'swiss' && (
                    <label class="field">
                        <span>Rounds</span>
                        <input type="number" min={1} max={100} placeholder="as many as are needed" value={rounds || ''} onInput={(e) => setRounds(Number(e.currentTarget.value))} />
                    </label>
                )}
                <BotFiles sent={sent} onSent={setSent} onProblem={setProblem} />
                <label class="field">
                    <span>Or files and commands on the server's machine, one a line</span>
                    <textarea class="short" value={others} placeholder={'/home/you/bots/*.py'} onInput={(e) => setOthers(e.currentTarget.value)} />
                </label>
                <fieldset class="choice">
                    <legend>Built-in bots</legend>
                    <div class="bot-choices">
                        {choices.map((bot) => (
                            <label key={bot} class="check">
                                <input
                                    type="checkbox" checked={bots.includes(bot)}
                                    onChange={(e) => setBots(e.currentTarget.checked ? [...bots, bot] : bots.filter((b) => b !== bot))}
                                />
                                <span>{bot}</span>
                            </label>
                        ))}
                    </div>
                </fieldset>
                <Segments label="Games a pairing" value={games} options={['2', '4', '10', '20'].map((n) => ({ value: n, label: n }))} onChange={setGames} />
                <Segments
                    label="Time a move" value={time} onChange={setTime}
                    options={[['move=100ms', '0.1 s'], ['move=1s', '1 s'], ['move=10s', '10 s']].map(([value, label]) => ({ value, label }))}
                />
                <Segments
                    label="Rules" value={rules} onChange={(value) => setRules(value)}
                    options={RULESET_CHOICES}
                />
                <Segments label="Games at a time" value={atOnce} options={['1', '2', '4', '8'].map((n) => ({ value: n, label: n }))} onChange={setAtOnce} />
                <div class="foot">
                    <Plan
                        type={kind.type} bots={all.length} open={lines.some((line) => /[*?[]/.test(line))} rounds={rounds} games={Number(games)}
                        moveMs={{ 'move=100ms': 100, 'move=1s': 1000, 'move=10s': 10_000 }[time]!} atOnce={Number(atOnce)}
                    />
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
