// SPDX-License-Identifier: MIT
// A game of a match, live or kept.
import { useEffect, useState } from 'preact/hooks';
import type { GameState, MatchState } from '../contract/types';
import { toQuery } from '../game/link';
import { fromJson, type GameRecord } from '../game/record';
import { FORFEITS, timeControlWords } from '../game/phrases';
import { useEngineView } from '../hooks/use_engine_view';
import { get, getBlob, server, type ApiError } from '../server/api';
import { useFetched } from '../server/use_fetched';
import { useTicking } from '../server/use_game';
import { liveClock, useMatch } from '../server/use_match';
import { useStore } from '../storage/store';
import { Icon } from '../ui/icon';
import { Missing } from '../views/missing';
import { Replay } from '../views/replay';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

/** The tournament or event that a game belongs to; where there is one, with what goes between it and the rest. */
function Where({ id, event, separator }: { id: string; event: string; separator: string }) {
    const [match] = id.split('.');
    const { value } = useFetched<MatchState>(`/api/matches/${match}?limit=1`, '');
    if (!value || (!value.event && value.b !== '')) return <>{event && event + separator}</>;
    const address = value.b === '' ? `#/tournament/${match}` : `#/tournaments/${encodeURIComponent(value.event)}`;
    return <><a href={address}>{event || value.event}</a>{separator}</>;
}

/** For the organiser: what a bot wrote before it forfeited. */
function Log({ id }: { id: string }) {
    const there = useStore(server);
    const organiser = there ? there.organiser : false;
    const [text, setText] = useState('');
    useEffect(() => {
        if (organiser) getBlob(`/api/games/${id}/log`).then((blob) => blob.text()).then(setText, () => {});
    }, [id, organiser]);
    if (!text) return null;
    return (
        <details class="card log" open>
            <summary>{pageWords.replay.wrote}</summary>
            <pre tabIndex={0} role="group" aria-label={pageWords.replay.wrote}>{text}</pre>
        </details>
    );
}

const facts = (record: GameRecord): string => (record.timeControl !== 'none' ? timeControlWords(record.timeControl) : '');

export function ReplayPage({ id }: { id: string }) {
    const [matchId, gameNumber] = id.split('.');
    const [kept, setKept] = useState<{ record: GameRecord; running: boolean } | null>(null);
    const [error, setError] = useState<ApiError | null>(null);
    const match = useMatch(kept?.running ? matchId : null);
    const live = match.live.get(Number(gameNumber));
    useEffect(() => {
        get<GameState>(`/api/games/${id}`).then((state) => setKept({ record: fromJson(state.record), running: state.state === 'running' }), setError);
    }, [id]);
    const engineView = useEngineView(live?.record ?? kept?.record ?? null);
    const running = live !== undefined && !live.record.ending;
    const now = useTicking(running);
    if (error) return <Missing title={pageWords.missing.game} error={error} tab="watch" />;
    if (!kept) return <p class="quiet centred" aria-busy="true">{words.loading.now}</p>;

    const record = live?.record ?? kept.record;
    // The next game, if the match is still being played.
    const next = [...match.live.values()].find((game) => game.number > Number(gameNumber) && !game.record.ending);
    return (
        <Replay
            engineView={engineView} record={record} follow={kept.running} clocks={running ? { x: liveClock(live, 'x', now), o: liveClock(live, 'o', now) } : null}
            where={<>{matchId !== '0' && <Where id={id} event={record.event} separator={facts(record) && ' · '} />}{facts(record)}</>}
            tools={
                <>
                    {record.ending && next && <a class="button primary" href={`#/watch/${matchId}.${next.number}`}><Icon name="run" />{pageWords.replay.next}</a>}
                    <a class="button" href={`#/analyse?${toQuery(record.start, record.moves, { x: record.x, o: record.o })}${record.ending ? '&review=1' : ''}`}><Icon name="analyse" />{pageWords.replay.analyse}</a>
                </>
            }
        >
            {record.ending && FORFEITS.has(record.ending) && <Log id={id} />}
        </Replay>
    );
}
