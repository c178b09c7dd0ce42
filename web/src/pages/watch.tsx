// SPDX-License-Identifier: MIT
// Watch: live games side by side, and all that were kept.
import { useEffect, useState } from 'preact/hooks';
import type { GameState, GameSummary } from '../contract/types';
import { rulesText } from '../game/notation';
import { fromJson, toText } from '../game/record';
import { RULESETS } from '../game/rules';
import { playerWords, rulesWords } from '../game/phrases';
import { get, newGame } from '../server/api';
import { connection } from '../server/socket';
import { useLobby } from '../server/use_lobby';
import { useServer } from '../server/use_server';
import { useStore } from '../storage/store';
import { Icon } from '../ui/icon';
import { Rich } from '../ui/rich';
import { go, note, type Route } from '../ui/router';
import { save } from '../ui/save';
import { toast } from '../ui/toast';
import { Challenges, openChallenges } from '../views/challenges';
import { ConnectionNote } from '../views/connection_note';
import { GamesTable } from '../views/games_table';
import { HeldMatches } from '../views/held';
import { LiveGameCard, LiveMatchCards } from '../views/live_cards';
import { pageWords } from '../language/pages';
import { words } from '../language/language';
import { ReplayPage } from './replay';

const PAGE_SIZE = 24;
/** Each live game is a channel of its own; the server allows 64. */
const MOST_LIVE = 40;
/** Records that are asked for at once. */
const AT_A_TIME = 8;

/** Which kept games: all, or those of a match, of one bot in it, or of two bots against each other. */
interface Choice {
    match: string | null;
    bot: string | null;
    against: string | null;
    text: string;
    forfeits: boolean;
    rules: string;
    result: '' | '1-0' | '0-1' | '1/2-1/2';
}

const choiceOf = (query: URLSearchParams): Choice => ({
    match: query.get('match'), bot: query.get('bot'), against: query.get('against'), text: query.get('text') ?? '', forfeits: query.get('forfeits') === '1',
    rules: query.get('rules') ?? '', result: (query.get('result') ?? '') as Choice['result'],
});

function questionOf(choice: Choice): URLSearchParams {
    const query = new URLSearchParams();
    if (choice.match) query.set('match', choice.match);
    if (choice.bot) query.set('bot', choice.bot);
    if (choice.against ?? choice.text) query.set('text', choice.against ?? choice.text);
    if (choice.forfeits) query.set('forfeits', '1');
    if (choice.rules) query.set('rules', choice.rules);
    if (choice.result) query.set('result', choice.result);
    return query;
}

/** A part of a name finds more than the name. */
const isMeant = (game: GameSummary, { bot, against }: Choice): boolean =>
    against === null || bot === null || (game.x === bot && game.o === against) || (game.o === bot && game.x === against);

/** So that the way back from a game leads to the same list. */
function keepInAddress(choice: Choice): void {
    const query = new URLSearchParams();
    for (const name of ['match', 'bot', 'against', 'text', 'rules', 'result'] as const) if (choice[name]) query.set(name, choice[name]);
    if (choice.forfeits) query.set('forfeits', '1');
    note(`/watch${query.size > 0 ? `?${query}` : ''}`);
}

const RULES = RULESETS.flatMap((ruleset) => (['draw', 'majority'] as const).map((tieBreak) => rulesText({ ruleset, tieBreak })));

function Filters({ choice, change }: { choice: Choice; change(part: Partial<Choice>): void }) {
    const search = choice.bot ? pageWords.games.findOpponent : pageWords.games.findName;
    const { columns, results } = pageWords.games;
    return (
        <>
            {!choice.against && (
                <input type="text" aria-label={search} placeholder={search} value={choice.text} onInput={(e) => change({ text: e.currentTarget.value })} />
            )}
            <select aria-label={columns.rules} value={choice.rules} onChange={(e) => change({ rules: e.currentTarget.value })}>
                <option value="">{pageWords.games.anyRules}</option>
                {RULES.map((rules) => <option key={rules} value={rules}>{rulesWords(rules)}</option>)}
            </select>
            <select aria-label={columns.result} value={choice.result} onChange={(e) => change({ result: e.currentTarget.value as Choice['result'] })}>
                <option value="">{results.any}</option>
                <option value="1-0">{results.x}</option><option value="0-1">{results.o}</option><option value="1/2-1/2">{results.draw}</option>
            </select>
            <label class="check">
                <input type="checkbox" checked={choice.forfeits} onChange={(e) => change({ forfeits: e.currentTarget.checked })} />
                <span>{pageWords.games.forfeits}</span>
            </label>
        </>
    );
}

/** Fetches the records of games, a few at a time, and saves them as one file. */
async function download(games: GameSummary[]): Promise<void> {
    const texts: string[] = [];
    for (let i = 0; i < games.length; i += AT_A_TIME) {
        const states = await Promise.all(games.slice(i, i + AT_A_TIME).map(({ id }) => get<GameState>(`/api/games/${id}`)));
        texts.push(...states.map(({ record }) => toText(fromJson(record))));
    }
    save('ninefold-games.txt', texts.join('\n'));
}

function titleOf({ bot, against }: Choice): string {
    if (!bot) return pageWords.games.title;
    return against ? pageWords.games.ofAgainst(playerWords(bot), playerWords(against)) : pageWords.games.of(playerWords(bot));
}

/** `news`: changes when a game ends. */
function KeptGames({ route, news }: { route: Route; news: string }) {
    const given = choiceOf(route.query);
    const [choice, setChoice] = useState(given);
    const change = (part: Partial<Choice>) => {
        const next = { ...choice, ...part };
        setChoice(next);
        keepInAddress(next);
    };
    const [found, setFound] = useState<{ games: GameSummary[]; total: number } | null | false>(null);
    const [shown, setShown] = useState(PAGE_SIZE);
    const question = questionOf(choice).toString();
    const connected = useStore(connection) === 'open';
    useEffect(() => {
        const limit = choice.against ? 200 : Math.min(shown, 200);
        const ask = () => void get<{ games: GameSummary[]; total: number }>(`/api/games?${question}&limit=${limit}`).then(setFound, () => setFound(false));
        const timer = setTimeout(ask, choice.text ? 200 : 0);
        return () => clearTimeout(timer);
    }, [question, shown, connected, news]);
    const games = found ? found.games.filter((game) => isMeant(game, choice)) : [];
    const chosen = choice.match !== null || choice.bot !== null;
    const title = titleOf(choice);
    return (
        <section class="wide-section">
            <div class="section-head">
                {chosen && <a class="button" href={choice.match ? `#/tournament/${choice.match}` : '#/watch'}><Icon name="back" />{words.buttons.back}</a>}
                {chosen ? <h1>{title}</h1> : <h2>{title}</h2>}
                <Filters choice={choice} change={change} />
            </div>
            {games.length > 0
                ? <GamesTable games={games} bot={choice.bot} label={title} />
                : <p class="quiet" aria-busy={found === null || undefined}>{nothingFound(found, question !== '')}</p>}
            {games.length > 0 && (
                <button type="button" onClick={() => download(games).catch((error: Error) => toast(error.message, 'error'))}>
                    <Icon name="download" />{pageWords.games.download}
                </button>
            )}
            {found && found.total > found.games.length && shown < 200 && (
                <button type="button" onClick={() => setShown(shown + PAGE_SIZE)}>{pageWords.games.more(found.total)}</button>
            )}
        </section>
    );
}

function nothingFound(found: object | null | false, asked: boolean): string {
    if (found === null) return words.loading.now;
    if (found === false) return pageWords.games.failed;
    return asked ? pageWords.games.noneSuch : pageWords.games.none;
}

function ShowMatch() {
    const [busy, setBusy] = useState(false);
    const begin = async () => {
        setBusy(true);
        try {
            const made = await newGame({
                x: { kind: 'bot', bot: 'engine:level=7' }, o: { kind: 'bot', bot: 'engine:level=8' }, rules: 'standard',
                time_control: 'none', pace_ms: 900, bot_time_ms: 500,
            });
            go(`/game/${made.game.id}`);
        } catch (error) {
            toast((error as Error).message, 'error');
        } finally {
            setBusy(false);
        }
    };
    return <button type="button" class="primary" disabled={busy} onClick={begin}><Icon name="run" />{pageWords.watch.engines}</button>;
}

export function WatchPage({ route }: { route: Route }) {
    const there = useServer();
    if (there === false) {
        return <p class="quiet centred"><Rich text={pageWords.watch.noServer} /></p>;
    }
    return route.path[1] ? <ReplayPage id={route.path[1]} key={route.path[1]} /> : <LivePage route={route} organiser={there ? there.organiser : false} />;
}

function LivePage({ route, organiser }: { route: Route; organiser: boolean }) {
    const lobby = useLobby();
    const games = (lobby?.games ?? []).filter((g) => g.match === null && g.state === 'running').slice(0, MOST_LIVE);
    const waiting = openChallenges(lobby?.games ?? []);
    const matches = (lobby?.matches ?? []).filter((m) => m.state === 'running' && m.here).slice(0, 10);
    const quiet = lobby !== null && games.length === 0 && matches.length === 0;
    const news = (lobby?.games ?? []).filter((g) => g.state === 'ended').map((g) => g.id).join();
    const kept = <KeptGames route={route} news={news} key={['match', 'bot', 'against'].map((name) => route.query.get(name)).join()} />;
    if (route.query.has('match') || route.query.has('bot')) return <div class="sheet"><ConnectionNote />{kept}</div>;
    return (
        <div class="sheet">
            <ConnectionNote />
            <HeldMatches matches={lobby?.matches ?? []} organiser={organiser} />
            {waiting.length > 0 && <section class="wide-section"><h2>{pageWords.watch.waiting}</h2><Challenges games={waiting} /></section>}
            <section class="wide-section">
                <div class="section-head"><h1>{pageWords.watch.live}</h1><ShowMatch /></div>
                {quiet && <p class="quiet">{pageWords.watch.quiet}</p>}
                <div class="live-grid">
                    {matches.map((m) => <LiveMatchCards key={m.id} id={m.id} />)}
                    {games.map((g) => <LiveGameCard key={g.id} id={g.id} />)}
                </div>
            </section>
            {kept}
        </div>
    );
}
