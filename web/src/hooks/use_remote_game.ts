// SPDX-License-Identifier: MIT
// A game on the server as one who plays or watches it meets it: its state, and what can be done.
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { GameState } from '../contract/types';
import { moveText, parseMove } from '../game/notation';
import { fromJson, type GameRecord } from '../game/record';
import { isLegal, other, playAll, type Move, type Position, type Side } from '../game/rules';
import { hintWords, promised, type Promised } from '../game/promise';
import { call } from '../server/socket';
import type { FollowedGame } from '../server/use_game';
import { keepOnline } from '../storage/my_games';
import { keepToken, tokenOf, type Token } from '../storage/tokens';
import { go } from '../ui/router';
import { sound } from '../ui/sound';
import { announce, toast } from '../ui/toast';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

/** A game that is there, with the move that is on its way. */
export interface RemoteGame {
    state: GameState;
    record: GameRecord;
    moves: Move[];
    position: Position;
    /** Sides of the person at this screen. */
    mine: Side[];
    myTurn: boolean;
    over: boolean;
    /** The last of the moves, while the server has not acknowledged it. */
    unsent: Move | null;
}

interface Pending {
    ply: number;
    move: Move;
}

function remoteGame(state: GameState, mine: Side[], pending: Pending | null): RemoteGame {
    const record = fromJson(state.record);
    const unsent = pending && pending.ply === state.ply + 1 ? pending.move : null;
    const moves = unsent === null ? record.moves : [...record.moves, unsent];
    const position = playAll(record.start, moves);
    const myTurn = state.state === 'running' && mine.includes(position.side);
    return { state, record, moves, position, mine, myTurn, over: state.state === 'ended', unsent };
}

/** Says that it is one's turn, and opens the rematch. `moved`: one's move is on its way. */
function useTurnNotices(state: GameState | null, seat: Token | null, moved: boolean): void {
    useEffect(() => {
        if (state?.state === 'running' && seat && state.ply === 0) sound('turn');
    }, [state?.state]);
    useEffect(() => {
        // Seen from another tab.
        const waitsForMe = state?.state === 'running' && seat !== null && state.turn === seat.side && !moved;
        document.title = waitsForMe ? pageWords.online.yourTurnTitle : words.name;
    }, [state?.turn, state?.state, moved]);
    useEffect(() => {
        // A player who has been there already has come back to look at this game.
        if (!state?.next || !seat || tokenOf(state.next)) return;
        keepToken(state.next, { side: other(seat.side), token: seat.token });
        // In its place: Back would lead to the game that leads here.
        go(`/game/${state.next}`, true);
    }, [state?.next]);
}

/** One's own games are found again under My games, however soon one leaves. */
function useKept(id: string, state: GameState | null, seat: Token | null): void {
    useLayoutEffect(() => {
        if (!state || !seat) return;
        const { record } = state;
        keepOnline({
            id, side: seat.side, x: state.x.name, o: state.o.name, rules: record.tie_break ? `${record.rules}+${record.tie_break}` : record.rules,
            ply: state.ply, state: state.state, winner: record.winner ?? null, seen: Date.now(),
        });
    }, [id, state?.ply, state?.state]);
}

export type Act = (what: string, body?: Record<string, unknown>, again?: boolean) => Promise<Record<string, unknown> | null>;

/** What the person at this screen asks of the server; a refusal is shown, and answered with null. */
const actsOn = (id: string, seat: Token | null): Act => async (what, body = {}, again = false) => {
    try {
        return await call<Record<string, unknown>>(`/api/games/${id}/${what}`, { token: seat?.token, ...body }, again);
    } catch (problem) {
        toast((problem as Error).message, 'error');
        return null;
    }
};

export interface Hint {
    move: Move;
    promise: Promised;
}

/** The engine's advice for the position that is on the board, until the next move. */
export function useRemoteHint(game: RemoteGame | null, act: Act): { hint: Hint | null; ask(): Promise<void> } {
    const [hint, setHint] = useState<(Hint & { ply: number }) | null>(null);
    const ask = async () => {
        const answer = game && (await act('hint')) as { move: string; eval: number } | null;
        if (!answer) return;
        const move = parseMove(answer.move)!;
        // The server does not say what is proved.
        const promise = promised({ eval: answer.eval, result: null }, game.position.side);
        setHint({ ply: game.state.ply, move, promise });
        announce(hintWords(move, promise));
    };
    return { hint: hint && hint.ply === game?.state.ply ? hint : null, ask };
}

export function useRemoteGame(
    id: string, seat: Token | null, { state }: FollowedGame,
): { game: RemoteGame | null; act: Act; move(chosen: Move): Promise<void> } {
    const [pending, setPending] = useState<Pending | null>(null);
    useEffect(() => setPending(null), [state?.ply, id]);
    const game = state && remoteGame(state, seat ? [seat.side] : [], pending);
    useTurnNotices(state, seat, Boolean(game && game.unsent !== null));
    useKept(id, state, seat);
    const act = actsOn(id, seat);
    const move = async (chosen: Move) => {
        if (!game || !isLegal(game.position, chosen)) return;
        const ply = game.state.ply + 1;
        setPending({ ply, move: chosen });
        if (!(await act('move', { move: moveText(chosen), ply }, true))) setPending(null);
    };
    return { game, act, move };
}
