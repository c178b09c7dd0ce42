// SPDX-License-Identifier: MIT
// My games: those of this browser, here and on the server, unfinished ones first.
import { useEffect, useState } from 'preact/hooks';
import type { GameState } from '../contract/types';
import { endOf, levelName, nameOf, startOf, type LocalGame } from '../game/local_game';
import { movesAfter, rulesText } from '../game/notation';
import { reviewQuery } from '../game/history';
import { emptyRecord, fromJson, toText, type GameRecord } from '../game/record';
import { other, type Side } from '../game/rules';
import { dateWords, playerWords, rulesWords, verdict } from '../game/phrases';
import { get, type ApiError } from '../server/api';
import { forgetLocal, forgetOnline, keepOnline, localGames, onlineGames, type OnlineGame } from '../storage/my_games';
import { keptAccuracies } from '../storage/settings';
import { keep, readKept, useStore } from '../storage/store';
import { Icon } from '../ui/icon';
import { go } from '../ui/router';
import { save } from '../ui/save';
import { toast } from '../ui/toast';
import { LevelHistory } from '../views/level_history';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

/** A game of either kind, as a row. */
interface Row {
    /** The game's id. */
    key: string;
    date: number;
    opponent: string;
    rules: string;
    moves: number;
    /** Empty until it is over. */
    result: string;
    running: boolean;
    open(): void;
    record(): Promise<GameRecord>;
    forget(): void;
}

const sidesOf = (game: LocalGame): Side[] => (['x', 'o'] as const).filter((side) => game.players[side].kind === 'human');

function opponentOf(game: LocalGame): string {
    const engine = Object.values(game.players).find((player) => player.kind === 'engine');
    return engine ? `${nameOf(engine)} (${levelName(engine.level)})` : words.setup.opponents.here;
}

function recordOf(game: LocalGame): GameRecord {
    const end = endOf(game);
    return {
        ...emptyRecord(startOf(game)), x: nameOf(game.players.x), o: nameOf(game.players.o), moves: game.moves, ending: end?.ending ?? null,
        winner: end?.winner ?? null, date: new Date(game.begun).toISOString().slice(0, 10),
        timeControl: game.clock ? `tc=${game.clock.startMs / 1000}+${game.clock.incrementMs / 1000}` : 'none',
    };
}

function localRow(game: LocalGame): Row {
    const end = endOf(game);
    return {
        key: game.id, date: game.begun, opponent: opponentOf(game), rules: rulesText({ ruleset: game.ruleset, tieBreak: game.tieBreak }),
        moves: movesAfter(game.moves.length, 'x'), result: end ? verdict(end.winner, sidesOf(game)) : '', running: end === null,
        open: () => {
            if (end) return go(`/analyse?${reviewQuery(game)}`);
            keep('game', game);
            go('/play');
        },
        record: () => Promise.resolve(recordOf(game)),
        forget: () => {
            forgetLocal(game.id);
            if (readKept<{ id?: string } | null>('game', null)?.id === game.id) keep('game', null);
        },
    };
}

function onlineRow(game: OnlineGame): Row {
    const name = playerWords(game[other(game.side)]);
    return {
        key: game.id, date: game.seen, opponent: name || pageWords.online.waitingSeat, rules: game.rules, moves: movesAfter(game.ply, 'x'),
        result: game.state === 'ended' ? verdict(game.winner, [game.side]) : game.state === 'gone' ? pageWords.myGames.gone : '',
        running: game.state === 'running' || game.state === 'waiting',
        open: () => go(`/game/${game.id}`),
        record: async () => fromJson((await get<GameState>(`/api/games/${game.id}`)).record),
        forget: () => forgetOnline(game.id),
    };
}

const fileName = (date: number): string => `ninefold-${new Date(date).toISOString().slice(0, 10)}.txt`;

function Actions({ row, onGone }: { row: Row; onGone(): void }) {
    const [sure, setSure] = useState(false);
    const remove = () => {
        if (!sure) return setSure(true);
        row.forget();
        onGone();
    };
    const download = () => row.record().then((record) => save(fileName(row.date), toText(record)), (error: Error) => toast(error.message, 'error'));
    return (
        <>
            <button type="button" class={row.running ? 'primary' : ''} onClick={row.open}>{row.running ? pageWords.myGames.resume : pageWords.myGames.open}</button>
            <button type="button" class="plain" aria-label={pageWords.myGames.export} title={pageWords.myGames.export} onClick={download}><Icon name="download" /></button>
            <button
                type="button" class={sure ? 'danger' : 'plain'} aria-label={sure ? undefined : pageWords.myGames.delete} title={pageWords.myGames.delete}
                onClick={remove} onBlur={() => setSure(false)}
            >
                {sure ? words.play.sure : <Icon name="close" />}
            </button>
        </>
    );
}

/** What the server says now of games that were not over when they were last seen. */
function useFresh(games: OnlineGame[], changed: () => void): void {
    useEffect(() => {
        for (const game of games.filter(({ state }) => state === 'running' || state === 'waiting')) {
            get<GameState>(`/api/games/${game.id}`).then(
                (state) => keepOnline({ ...game, ply: state.ply, state: state.state, winner: state.record.winner ?? null, x: state.x.name, o: state.o.name }),
                (error: ApiError) => error.status === 404 && keepOnline({ ...game, state: 'gone' }),
            ).then(changed, () => {});
        }
    }, []);
}

function Table({ rows, label, onGone }: { rows: Row[]; label: string; onGone(): void }) {
    const { columns } = pageWords.games;
    const accuracies = useStore(keptAccuracies);
    return (
        <div class="card scroll" tabIndex={0} role="group" aria-label={label}>
            <table class="games">
                <thead>
                    <tr>
                        <th>{words.setup.opponent}</th><th>{columns.result}</th><th class="wide-only">{columns.rules}</th><th class="wide-only number">{columns.moves}</th>
                        <th><span class="unseen">{pageWords.myGames.actions}</span></th>
                    </tr>
                </thead>
                <tbody>
                    {rows.map((row) => (
                        <tr key={row.key}>
                            <th scope="row">{row.opponent}<small>{dateWords(row.date)}</small></th>
                            <td>
                                {row.result || pageWords.states.running}
                                {accuracies[row.key] !== undefined && <small>{pageWords.coach.retry.accuracy(accuracies[row.key])}</small>}
                            </td>
                            <td class="wide-only quiet">{rulesWords(row.rules)}</td><td class="wide-only number">{row.moves}</td>
                            <td class="actions"><Actions row={row} onGone={onGone} /></td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** `#/games`. */
export function MyGamesPage() {
    const [, setChange] = useState(0);
    const changed = () => setChange((n) => n + 1);
    const local = localGames();
    const online = onlineGames();
    useFresh(online, changed);
    const rows = [...local.map(localRow), ...online.map(onlineRow)].sort((a, b) => b.date - a.date);
    const running = rows.filter((row) => row.running);
    const over = rows.filter((row) => !row.running);
    return (
        <div class="sheet">
            <div class="section-head">
                <h1>{pageWords.myGames.title}</h1>
                {local.length > 0 && (
                    <button type="button" onClick={() => save('ninefold-games.txt', local.map((game) => toText(recordOf(game))).join('\n'))}>
                        <Icon name="download" />{pageWords.myGames.exportAll}
                    </button>
                )}
                <a class="button primary" href="#/play/new"><Icon name="play" />{words.buttons.newGame}</a>
            </div>
            <p class="quiet">{rows.length > 0 ? pageWords.myGames.about : pageWords.myGames.none}</p>
            {running.length > 0 && <section class="wide-section"><h2>{pageWords.myGames.running}</h2><Table rows={running} label={pageWords.myGames.running} onGone={changed} /></section>}
            <LevelHistory games={local} />
            {over.length > 0 && <section class="wide-section"><h2>{pageWords.myGames.over}</h2><Table rows={over} label={pageWords.myGames.over} onGone={changed} /></section>}
        </div>
    );
}
