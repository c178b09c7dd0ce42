// SPDX-License-Identifier: MIT
// What to play next.
import { useEffect, useState } from 'preact/hooks';
import { LEVEL_NAMES } from '../game/local_game';
import { defaultTieBreak, factsOf, RULESET_CHOICES, type Ruleset, type Side, type TieBreak } from '../game/rules';
import { meetServer, server, type ServerInfo } from '../server/api';
import { sendBot, type SentBot } from '../server/send_bot';
import { playerName } from '../storage/settings';
import { useStore } from '../storage/store';
import { Dialog } from '../ui/dialog';
import { Segments } from '../ui/segments';
import { WhoWaits } from '../views/challenges';

export interface Setup {
    opponent: 'engine' | 'here' | 'link' | 'bot';
    level: number;
    bot: string;
    ruleset: Ruleset;
    /** Null: the ruleset's own. */
    tieBreak: TieBreak | null;
    side: Side | 'random';
    clock: string;
    /** By link: also for whoever is at the server. */
    listed: boolean;
}

export const DEFAULT_SETUP: Setup = {
    opponent: 'engine', level: 2, bot: 'mcts', ruleset: 'standard', tieBreak: null, side: 'x', clock: 'none', listed: false,
};

export const tieBreakOf = (setup: Setup): TieBreak => setup.tieBreak ?? defaultTieBreak(setup.ruleset);

export const CLOCKS = [
    { value: 'none', label: 'None' },
    { value: 'tc=60+1', label: '1 + 1' },
    { value: 'tc=180+2', label: '3 + 2' },
    { value: 'tc=600+5', label: '10 + 5' },
];

/** A file of the organiser's own as the opponent, sent as soon as it is chosen. */
function OwnBot({ onSent }: { onSent(bot: SentBot): void }) {
    const [problem, setProblem] = useState('');
    const choose = (input: HTMLInputElement) => {
        const file = input.files?.[0];
        setProblem('');
        if (file) sendBot(file).then(onSent, (error: Error) => setProblem(error.message));
    };
    return (
        <div class="field">
            <label for="own-bot">…or a file of yours</label>
            <input id="own-bot" type="file" onChange={(e) => choose(e.currentTarget)} />
            {problem && <p class="note warn" role="alert">{problem}</p>}
        </div>
    );
}

interface Part {
    setup: Setup;
    change(part: Partial<Setup>): void;
}

function LevelField({ setup: { level }, change }: Part) {
    return (
        <label class="field">
            <span>Level {level}: <b>{LEVEL_NAMES[level - 1]}</b></span>
            <input
                type="range" min={1} max={10} value={level} aria-label="Level" aria-valuetext={`${level}, ${LEVEL_NAMES[level - 1]}`}
                onInput={(e) => change({ level: Number(e.currentTarget.value) })}
            />
        </label>
    );
}

function BotFields({ setup, change, info }: Part & { info: ServerInfo }) {
    const [sent, setSent] = useState<SentBot[]>([]);
    const bots = [...info.bots, ...sent];
    // The last game's, which may have been sent then.
    if (!bots.some((b) => b.bot === setup.bot)) bots.push({ bot: setup.bot, name: setup.bot.replace(/^.*\//, ''), description: '' });
    const described = bots.find((b) => b.bot === setup.bot);
    const take = (own: SentBot) => {
        setSent([...sent.filter((s) => s.bot !== own.bot), own]);
        change({ bot: own.bot });
    };
    return (
        <>
            <label class="field">
                <span>Bot</span>
                <select value={setup.bot} onChange={(e) => change({ bot: e.currentTarget.value })}>
                    {bots.map((b) => <option key={b.bot} value={b.bot}>{b.name}</option>)}
                </select>
                {described && <span class="quiet">{described.description}</span>}
            </label>
            {info.organiser && <OwnBot onSent={take} />}
        </>
    );
}

function OnlineFields({ setup, change }: Part) {
    const name = useStore(playerName);
    return (
        <>
            <WhoWaits />
            <label class="field">
                <span>Your name</span>
                <input type="text" maxLength={40} placeholder="Guest" value={name} onInput={(e) => playerName.set(e.currentTarget.value)} />
                <span class="quiet">You get a link to send. The game waits for whoever opens it.</span>
            </label>
            <label class="check">
                <input type="checkbox" checked={setup.listed} onChange={(e) => change({ listed: e.currentTarget.checked })} />
                <span>Anybody at this server may join</span>
            </label>
        </>
    );
}

function RulesFields({ setup, change }: Part) {
    return (
        <>
            <Segments
                label="Rules"
                value={setup.ruleset}
                options={RULESET_CHOICES}
                onChange={(ruleset) => change({ ruleset, tieBreak: null })}
            />
            <p class="quiet rules-words">{factsOf(setup.ruleset).words}</p>
            <label class="check">
                <input
                    type="checkbox" checked={tieBreakOf(setup) === 'majority'}
                    onChange={(e) => change({ tieBreak: e.currentTarget.checked ? 'majority' : 'draw' })}
                />
                <span>Without a line, more blocks win</span>
            </label>
        </>
    );
}

const OPPONENTS: { value: Setup['opponent']; label: string }[] = [
    { value: 'engine', label: 'Engine' }, { value: 'here', label: 'Person here' }, { value: 'link', label: 'Online' }, { value: 'bot', label: 'Bot' },
];
const SIDES: { value: Setup['side']; label: string }[] = [
    { value: 'x', label: '✕ first' }, { value: 'o', label: '○ second' }, { value: 'random', label: 'Either' },
];

export function SetupDialog(props: { initial: Setup; onClose(): void; onStart(setup: Setup): void }) {
    const [setup, setSetup] = useState(props.initial);
    const there = useStore(server);
    useEffect(() => void meetServer(), []);
    const change = (part: Partial<Setup>) => setSetup({ ...setup, ...part });
    const { opponent } = setup;
    const start = (e: Event) => {
        e.preventDefault();
        props.onStart(setup);
    };
    return (
        <Dialog title="New game" onClose={props.onClose}>
            <form class="setup" onSubmit={start}>
                <Segments label="Opponent" value={opponent} options={there ? OPPONENTS : OPPONENTS.slice(0, 2)} onChange={(next) => change({ opponent: next })} />
                {opponent === 'engine' && <LevelField setup={setup} change={change} />}
                {opponent === 'bot' && there && <BotFields setup={setup} change={change} info={there} />}
                {opponent === 'link' && <OnlineFields setup={setup} change={change} />}
                {opponent !== 'here' && <Segments label="You play" value={setup.side} options={SIDES} onChange={(side) => change({ side })} />}
                <RulesFields setup={setup} change={change} />
                <Segments label="Clock (minutes + seconds a move)" value={setup.clock} options={CLOCKS} onChange={(clock) => change({ clock })} />
                <div class="buttons end">
                    <button type="button" onClick={props.onClose}>Cancel</button>
                    <button type="submit" class="primary">Play</button>
                </div>
            </form>
        </Dialog>
    );
}
