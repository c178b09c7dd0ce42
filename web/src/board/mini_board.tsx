// SPDX-License-Identifier: MIT
import type { Move, Position } from '../game/rules';
import { boardShapes } from './drawing';
import { words } from '../language/language';

/** A small board to look at. */
export function MiniBoard(props: { position: Position; lastMove?: Move | null; label?: string }) {
    return (
        <svg
            class="mini-board"
            viewBox="0 0 300 300"
            role="img"
            aria-label={props.label ?? words.spoken.board}
            // Made by our own code from marks and numbers only.
            dangerouslySetInnerHTML={{ __html: boardShapes(props.position, undefined, props.lastMove ?? null) }}
        />
    );
}
