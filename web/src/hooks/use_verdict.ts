// SPDX-License-Identifier: MIT
// Whether a game can lead to a position that somebody set up.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { check } from '../engine/client';
import { whyImpossible } from '../game/impossible';
import { parsePosition } from '../game/parse_position';
import type { Position } from '../game/rules';

/** Null while it is not known whether a game can lead there. */
export function useVerdict(text: string): { problem: string } | { position: Position } | null {
    const [checked, setChecked] = useState<{ text: string; problem: string | null } | null>(null);
    const parsed = useMemo(() => {
        try {
            return parsePosition(text);
        } catch (error) {
            return (error as Error).message;
        }
    }, [text]);
    useEffect(() => {
        if (typeof parsed === 'string') return;
        let gone = false;
        // The engine's rules have the last word on whether a game can lead there.
        check(text).then(() => !gone && setChecked({ text, problem: null }), (error: Error) => !gone && setChecked({ text, problem: whyImpossible(error.message) }));
        return () => void (gone = true);
    }, [parsed]);
    if (typeof parsed === 'string') return { problem: parsed };
    if (checked?.text !== text) return null;
    return checked.problem === null ? { position: parsed } : { problem: checked.problem };
}
