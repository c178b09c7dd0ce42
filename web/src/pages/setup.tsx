// SPDX-License-Identifier: MIT
// What to play next.
import { useEffect, useState } from 'preact/hooks';
import { levelName } from '../game/local_game';
import { defaultTieBreak, rulesetChoices, RULESETS, type Ruleset, type Side, type TieBreak } from '../game/rules';
import { meetServer, server, type ServerInfo } from '../server/api';
import { sendBot, type SentBot } from '../server/send_bot';
import { playerName } from '../storage/settings';
import { useStore } from '../storage/store';
import { Dialog } from '../ui/dialog';
import { Segments } from '../ui/segments';
import { WhoWaits } from '../views/challenges';
import { words } from '../language/language';

export interface Setup {
    opponent: 'engine' | 'here' | 'link' | 'bot';
    level: number;
    bot: string;
    ruleset: Ruleset;
    /** Null: the ruleset's own. */
    tieBreak: TieBreak | null;
    side: Side | 'random';
    clock: string;
    /** By link: also offered to everybody at the server. */
    listed: boolean;
}

export const DEFAULT_SETUP: Setup = {
    opponent: 'engine', level: 2, bot: 'mcts', ruleset: 'standard', tieBreak: null, side: 'x', clock: 'none', listed: false,
};

/** The last choices, by an older page or a stranger's hand: the first ones unless they are whole. */
export function reviveSetup(kept: unknown): Setup {
    const setup = { ...DEFAULT_SETUP, ...(kept as Partial<Setup> | null) };
    const whole = RULESETS.includes(setup.ruleset) && typeof setup.bot === 'string';
    return whole ? setup : DEFAULT_SETUP;
}

export const tieBreakOf = (setup: Setup): TieBreak => setup.tieBreak ?? defaultTieBreak(setup.ruleset);

const clocks = () => [
    { value: 'none', label: words.setup.noClock },
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
            <label for="own-bot">{words.setup.ownBot}</label>
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
            <span>{words.setup.levelIs(level)} <b>{levelName(level)}</b></span>
            <input
                type="range" min={1} max={10} value={level} aria-label={words.setup.level} aria-valuetext={`${level}, ${levelName(level)}`}
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
                <span>{words.setup.bot}</span>
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
                <span>{words.setup.name}</span>
                <input type="text" maxLength={40} placeholder={words.players.guest} value={name} onInput={(e) => playerName.set(e.currentTarget.value)} />
                <span class="quiet">{words.setup.aboutLink}</span>
            </label>
            <label class="check">
                <input type="checkbox" checked={setup.listed} onChange={(e) => change({ listed: e.currentTarget.checked })} />
                <span>{words.setup.listed}</span>
            </label>
        </>
    );
}

function RulesFields({ setup, change }: Part) {
    return (
        <>
            <Segments
                label={words.setup.rules}
                value={setup.ruleset}
                options={rulesetChoices(RULESETS)}
                onChange={(ruleset) => change({ ruleset, tieBreak: null })}
            />
            <p class="quiet rules-words">{words.rules.about[setup.ruleset]}</p>
            <label class="check">
                <input
                    type="checkbox" checked={tieBreakOf(setup) === 'majority'}
                    onChange={(e) => change({ tieBreak: e.currentTarget.checked ? 'majority' : 'draw' })}
                />
                <span>{words.setup.majority}</span>
            </label>
        </>
    );
}

const OPPONENTS = ['engine', 'here', 'link', 'bot'] as const;
const SIDES = ['x', 'o', 'random'] as const;
const choices = <T extends string>(values: readonly T[], labels: Record<T, string>) => values.map((value) => ({ value, label: labels[value] }));

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
        <Dialog title={words.buttons.newGame} onClose={props.onClose}>
            <form class="setup" onSubmit={start}>
                <Segments
                    label={words.setup.opponent} value={opponent} options={choices(there ? OPPONENTS : OPPONENTS.slice(0, 2), words.setup.opponents)}
                    onChange={(next) => change({ opponent: next })}
                />
                {opponent === 'engine' && <LevelField setup={setup} change={change} />}
                {opponent === 'bot' && there && <BotFields setup={setup} change={change} info={there} />}
                {opponent === 'link' && <OnlineFields setup={setup} change={change} />}
                {opponent !== 'here' && <Segments label={words.setup.youPlay} value={setup.side} options={choices(SIDES, words.setup.sides)} onChange={(side) => change({ side })} />}
                <RulesFields setup={setup} change={change} />
                <Segments label={words.setup.clock} value={setup.clock} options={clocks()} onChange={(clock) => change({ clock })} />
                <div class="buttons end">
                    <button type="button" onClick={props.onClose}>{words.buttons.cancel}</button>
                    <button type="submit" class="primary">{words.setup.play}</button>
                </div>
            </form>
        </Dialog>
    );
}
