// SPDX-License-Identifier: MIT
// An invitation: taking the open seat of a game.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Side } from '../game/rules';
import { playerWords, rulesWords } from '../game/phrases';
import { post, type ApiError } from '../server/api';
import { useGame } from '../server/use_game';
import { playerName } from '../storage/settings';
import { keepToken, tokenOf } from '../storage/tokens';
import { go, type Route } from '../ui/router';
import { toast } from '../ui/toast';
import { Missing } from '../views/missing';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

/** `#/join/ID/SECRET`; of a game that is for anybody, without the secret. */
export function JoinPage({ route }: { route: Route }) {
    const [, id, secret] = route.path;
    const [name, setName] = useState(playerName.get());
    const { state, error } = useGame(id, null);
    const known = tokenOf(id);
    const begun = state !== null && state.state !== 'waiting';
    /** The game also begins when this visitor takes the seat. */
    const joining = useRef(false);
    const watch = () => {
        go(`/game/${id}`, true);
        toast(pageWords.join.taken);
    };
    useEffect(() => {
        // A cancelled game still has its open seat.
        if (known || (begun && (state.x.kind === 'open' || state.o.kind === 'open'))) go(`/game/${id}`, true);
        else if (begun && !joining.current) watch();
    }, [id, begun]);

    const join = async (e: Event) => {
        e.preventDefault();
        joining.current = true;
        playerName.set(name);
        try {
            const joined = await post<{ token: string; side: Side }>(`/api/games/${id}/join`, {
                ...(secret ? { secret } : {}), name: name.trim() || 'Guest',
            });
            keepToken(id, { side: joined.side, token: joined.token });
            go(`/game/${id}`, true);
        } catch (problem) {
            joining.current = false;
            if ((problem as ApiError).code === 'taken') watch();
            else toast((problem as Error).message, 'error');
        }
    };

    if (error) return <Missing title={pageWords.missing.game} error={error} />;
    const host = state ? (state.x.kind === 'open' ? state.o : state.x) : null;
    const rules = state ? rulesWords(`${state.record.rules}+${state.record.tie_break}`) : '';
    return (
        <form class="card invitation" onSubmit={join}>
            <h1>{host ? pageWords.join.invites(playerWords(host.name)) : pageWords.join.invitation}</h1>
            <p class="quiet">
                {state ? (state.x.kind === 'open' ? pageWords.join.youPlayX(rules) : pageWords.join.youPlayO(rules)) : pageWords.join.oneMoment}
            </p>
            <label class="field">
                <span>{words.setup.name}</span>
                <input type="text" maxLength={40} placeholder={words.players.guest} value={name} onInput={(e) => setName(e.currentTarget.value)} />
            </label>
            <div class="buttons">
                <button type="submit" class="primary">{pageWords.join.join}</button>
                <a class="button" href={`#/game/${id}`}>{pageWords.join.watch}</a>
            </div>
        </form>
    );
}
