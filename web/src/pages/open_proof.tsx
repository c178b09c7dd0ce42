// SPDX-License-Identifier: MIT
// X's proved win under open rules, walked on the board: you play O and try anything.
import { useEffect, useState } from 'preact/hooks';
import { Board } from '../board/board';
import { storedWin } from '../engine/client';
import { moveText, parseMove } from '../game/notation';
import { movesOf } from '../game/plies';
import { legalMoves, playAll, start, type Move } from '../game/rules';
import { describeMove, howItEnded, whereToPlay } from '../game/phrases';
import { Icon } from '../ui/icon';
import { sound } from '../ui/sound';
import { announce, toast } from '../ui/toast';
import { pageWords } from '../language/pages';

const EMPTY = start('open');
/** X's answer must not hide O's move. */
const CALM_MS = 250;

export function OpenProof() {
    const [moves, setMoves] = useState<Move[]>([]);
    /** At most, from the position that is shown. */
    const [left, setLeft] = useState<number | null>(null);
    const position = playAll(EMPTY, moves);
    const said = pageWords.coach.proof;
    useEffect(() => {
        if (position.outcome || position.side !== 'x') return;
        let gone = false;
        Promise.all([storedWin(position), new Promise((wait) => setTimeout(wait, CALM_MS))]).then(([stored]) => {
            if (gone || !stored.wins || !stored.move) return;
            const move = parseMove(stored.move)!;
            sound('x');
            announce(describeMove(position, move));
            setLeft(movesOf(stored.plies) - 1);
            setMoves([...moves, move]);
        }).catch((error: Error) => !gone && toast(error.message, 'error'));
        return () => void (gone = true);
    }, [moves]);

    const answer = (move: Move) => {
        sound('o');
        setMoves([...moves, move]);
    };
    const mine = position.side === 'o' && !position.outcome;
    const any = () => {
        const legal = legalMoves(position);
        answer(legal[Math.floor(Math.random() * legal.length)]);
    };
    return (
        <div class="lesson">
            <Board position={position} active={mine} lastMove={moves.at(-1) ?? null} keyboard="all" onMove={answer} passiveReason={pageWords.coach.puzzles.wait} />
            <div class="card lesson-words" data-testid="proof">
                <h1>{said.title}</h1>
                <p>{said.what}</p>
                <p class="lead" role="status">
                    {position.outcome ? howItEnded(position.outcome.ending, position.outcome.winner) : mine ? said.yours(whereToPlay(position)) : said.thinking}
                </p>
                <p class="quiet">
                    {moves.length > 0 && said.played(moves.length % 2 === 1 ? 'X' : 'O', movesOf(moves.length), moveText(moves.at(-1)!))}
                    {left !== null && !position.outcome && ` ${said.left(left)}`}
                </p>
                <div class="buttons">
                    <button type="button" class="primary" disabled={!mine} onClick={any}><Icon name="run" />{said.any}</button>
                    <button type="button" disabled={moves.length < 2} onClick={() => setMoves(moves.slice(0, position.side === 'o' || position.outcome ? -2 : -1))}>
                        <Icon name="undo" />{said.undo}
                    </button>
                    <button type="button" disabled={moves.length < 2} onClick={() => setMoves([])}><Icon name="again" />{said.again}</button>
                </div>
            </div>
        </div>
    );
}
