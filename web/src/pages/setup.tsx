// SPDX-License-Identifier: MIT
// What to play next.
import { useEffect, useState } from 'preact/hooks';
import { LEVEL_NAMES } from '../game/local_game';
import { defaultTieBreak, factsOf, RULESET_CHOICES, type Ruleset, type Side, type TieBreak } from '../game/rules';
import { meetServer, server } from '../server/api';
import { sendBot, type SentBot } from '../server/send_bot';
import { Dialog } from '../ui/dialog';
import { Segments } from '../ui/segments';
import { playerName } from '../ui/settings';
import { useStore } from '../ui/store';
import { WhoWaits } from './challenges';

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

export function SetupDialog(props: { initial: Setup; onClose(): void; onStart(setup: Setup): void }) {
    const [setup, setSetup] = useState(props.initial);
    const there = useStore(server);
    const name = useStore(playerName);
    useEffect(() => void meetServer(), []);
    const change = (part: Partial<Setup>) => setSetup({ ...setup, ...part });
    const [sent, setSent] = useState<SentBot[]>([]);
    const bots = [...(there ? there.bots : []), ...sent];
    // The last game's, which may have been sent then.
    if (there && !bots.some((b) => b.bot === setup.bot)) {
        bots.push({ bot: setup.bot, name: setup.bot.replace(/^.*\//, ''), description: '' });
    }
    const described = bots.find((b) => b.bot === setup.bot);

    return (
        <Dialog title="New game" onClose={props.onClose}>
            <form
                class="setup"
                onSubmit={(e) => {
                    e.preventDefault();
                    props.onStart(setup);
                }}
            >
                <Segments
                    label="Opponent"
                    value={setup.opponent}
                    options={[
                        { value: 'engine', label: 'Engine' },
                        { value: 'here', label: 'Person here' },
                        ...(there ? [{ value: 'link' as const, label: 'Online' }, { value: 'bot' as const, label: 'Bot' }] : []),
                    ]}
                    onChange={(opponent) => change({ opponent })}
                />
                {setup.opponent === 'engine' && (
                    <label class="field">
                        <span>Level {setup.level}: <b>{LEVEL_NAMES[setup.level - 1]}</b></span>
                        <input
                            type="range" min={1} max={10} value={setup.level} aria-label="Level"
                            aria-valuetext={`${setup.level}, ${LEVEL_NAMES[setup.level - 1]}`}
                            onInput={(e) => change({ level: Number(e.currentTarget.value) })}
                        />
                    </label>
                )}
                {setup.opponent === 'bot' && (
                    <label class="field">
                        <span>Bot</span>
                        <select value={setup.bot} onChange={(e) => change({ bot: e.currentTarget.value })}>
                            {bots.map((b) => <option key={b.bot} value={b.bot}>{b.name}</option>)}
                        </select>
                        {described && <span class="quiet">{described.description}</span>}
                    </label>
                )}
                {setup.opponent === 'bot' && there && there.organiser && (
                    <OwnBot
                        onSent={(own) => {
                            setSent([...sent.filter((s) => s.bot !== own.bot), own]);
                            change({ bot: own.bot });
                        }}
                    />
                )}
                {setup.opponent === 'link' && <WhoWaits />}
                {setup.opponent === 'link' && (
                    <label class="field">
                        <span>Your name</span>
                        <input
                            type="text" maxLength={40} placeholder="Guest" value={name}
                            onInput={(e) => playerName.set(e.currentTarget.value)}
                        />
                        <span class="quiet">You get a link to send. The game waits for whoever opens it.</span>
                    </label>
                )}
                {setup.opponent === 'link' && (
                    <label class="check">
                        <input type="checkbox" checked={setup.listed} onChange={(e) => change({ listed: e.currentTarget.checked })} />
                        <span>Anybody at this server may join</span>
                    </label>
                )}
                {setup.opponent !== 'here' && (
                    <Segments
                        label="You play"
                        value={setup.side}
                        options={[
                            { value: 'x', label: '✕ first' }, { value: 'o', label: '○ second' }, { value: 'random', label: 'Either' },
                        ]}
                        onChange={(side) => change({ side })}
                    />
                )}
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
                <Segments label="Clock (minutes + seconds a move)" value={setup.clock} options={CLOCKS} onChange={(clock) => change({ clock })} />
                <div class="buttons end">
                    <button type="button" onClick={props.onClose}>Cancel</button>
                    <button type="submit" class="primary">Play</button>
                </div>
            </form>
        </Dialog>
    );
}
