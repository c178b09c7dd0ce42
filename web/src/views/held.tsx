// SPDX-License-Identifier: MIT
// Matches and tournaments of this server that cannot be resumed without the organiser.
import { useState } from 'preact/hooks';
import type { MatchState } from '../contract/types';
import { playerWords } from '../game/phrases';
import { post } from '../server/api';
import { toast } from '../ui/toast';
import { pageWords } from '../language/pages';

/** Why it is held, and what the organiser can do. */
export function Held({ match, organiser }: { match: MatchState; organiser: boolean }) {
    const [asking, setAsking] = useState(false);
    const ask = (what: string, body = {}) => {
        setAsking(true);
        return post(`/api/matches/${match.id}/${what}`, body).catch((e: Error) => toast(e.message, 'error')).finally(() => setAsking(false));
    };
    const isTournament = match.b === '';
    return (
        <div class="note warn" role="alert">
            <span>{isTournament ? pageWords.held.held(match.problem ?? '') : pageWords.held.match(playerWords(match.a), playerWords(match.b), match.problem ?? '')}</span>
            {organiser && (
                <div class="buttons">
                    <button type="button" disabled={asking} onClick={() => ask('resume', { continue_despite_changes: true })}>{pageWords.held.goOn}</button>
                    <button type="button" disabled={asking} onClick={() => ask('resume')}>{pageWords.held.look}</button>
                    <button type="button" disabled={asking} onClick={() => ask('stop')}>{pageWords.held.stop}</button>
                </div>
            )}
        </div>
    );
}

/** Those among some matches that are no tournaments, which have pages of their own. */
export function HeldMatches({ matches, organiser }: { matches: MatchState[]; organiser: boolean }) {
    const held = matches.filter((m) => m.state === 'held' && m.b !== '');
    return <>{held.map((match) => <Held key={match.id} match={match} organiser={organiser} />)}</>;
}
