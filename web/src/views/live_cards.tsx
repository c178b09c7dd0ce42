// SPDX-License-Identifier: MIT
// Games that are being played, small.
import { MiniBoard } from '../board/mini_board';
import { movesAfter } from '../game/notation';
import { fromJson, type GameRecord } from '../game/record';
import { type Side } from '../game/rules';
import { clockText, percent, playerWords, startingClock } from '../game/phrases';
import { clockNow, useGame, useTicking } from '../server/use_game';
import { liveClock, positionOfRecord, useMatch } from '../server/use_match';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

function LiveCard(props: {
    href: string;
    record: GameRecord;
    clocks: Record<Side, number | null>;
    turn: Side | null;
    value: number | null;
}) {
    const { record } = props;
    const position = positionOfRecord(record);
    const strip = (side: Side) => (
        <div class={`live-player ${side} ${props.turn === side ? 'turn' : ''}`}>
            <b>{side === 'x' ? '✕' : '○'}</b><span class="name">{playerWords(record[side]) || side.toUpperCase()}</span>
            {record.ending && record.winner === side && <span class="won">{pageWords.watch.won}</span>}
            {props.clocks[side] !== null && <span class="clock-text">{clockText(props.clocks[side])}</span>}
        </div>
    );
    return (
        <a class="live-card card" href={props.href} data-testid="live">
            {strip('o')}
            <div class="live-board">
                <MiniBoard position={position} lastMove={record.moves.at(-1) ?? null} label={pageWords.watch.against(playerWords(record.x), playerWords(record.o), movesAfter(record.moves.length, record.start.side))} />
                <div class="thin-bar" title={words.game.chances(props.value === null ? '?' : percent(props.value))}><i style={{ height: `${100 * (props.value ?? 0.5)}%` }} /></div>
            </div>
            {strip('x')}
        </a>
    );
}

const latest = (values: (number | null)[]): number | null => values.findLast((v) => v !== null) ?? null;

export function LiveGameCard({ id }: { id: string }) {
    const followed = useGame(id, null);
    const now = useTicking(followed.state?.clocks?.running != null);
    if (!followed.state) return null;
    const record = fromJson(followed.state.record);
    return (
        <LiveCard
            href={`#/game/${id}`} record={record} turn={followed.state.turn} value={followed.info?.eval ?? latest(record.evals)}
            clocks={{ x: clockNow(followed, 'x', now), o: clockNow(followed, 'o', now) }}
        />
    );
}

export function LiveMatchCards({ id }: { id: string }) {
    const { match, live } = useMatch(id);
    const games = [...live.values()];
    const hasClock = (timeControl: string) => startingClock(timeControl, 'x') !== null || startingClock(timeControl, 'o') !== null;
    const now = useTicking(games.some(({ record }) => !record.ending && hasClock(record.timeControl)));
    if (!match) return null;
    return (
        <>
            {games.map((game) => (
                <LiveCard
                    key={game.number} href={`#/watch/${id}.${game.number}`} record={game.record}
                    turn={game.record.ending ? null : positionOfRecord(game.record).side} value={game.info?.eval ?? latest(game.record.evals)}
                    clocks={{ x: liveClock(game, 'x', now), o: liveClock(game, 'o', now) }}
                />
            ))}
        </>
    );
}
