// SPDX-License-Identifier: MIT
// Which keys do what; `?` shows it.
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../ui/dialog';

type Keys = [string[], string][];

export const PLAY_KEYS: Keys = [
    [['←', '→', '↑', '↓'], 'choose a cell'],
    [['Enter'], 'play it'],
    [['0…8'], 'block, then cell, as moves are written: 4 4 plays 44'],
    [['Esc'], 'choose the block anew'],
    [['PgUp', 'PgDn'], 'look at earlier moves'],
    [['S'], 'say how the board stands (to a screen reader)'],
    [['?'], 'this help'],
];

export const ANALYSE_KEYS: Keys = [
    [['←', '→'], 'a move back or on'],
    [['↑', '↓'], 'to the start or the end'],
    [['Space'], "play the engine's best move"],
    [['L'], 'engine on or off'],
    [['F'], 'turn the board'],
    [['0…8'], 'block, then cell, as moves are written: 4 4 plays 44'],
    [['Del'], 'delete this move and what follows'],
    [['?'], 'this help'],
];

export function KeysDialog(props: { keys: Keys; onClose(): void }) {
    return (
        <Dialog title="Keys" onClose={props.onClose}>
            <dl class="keys">
                {props.keys.map(([keys, what]) => (
                    <div key={what}><dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{what}</dd></div>
                ))}
            </dl>
            <p class="quiet keys-note">
                Moves are written as two digits, block then cell, both from 0 at the top left to 8 at the bottom right: 40 is the centre block,
                top left cell.
            </p>
        </Dialog>
    );
}

export function useHelpKey(): [boolean, (shown: boolean) => void] {
    const [shown, setShown] = useState(false);
    useEffect(() => {
        const pressed = (e: KeyboardEvent) => {
            if (e.key === '?' && !(e.target as HTMLElement).closest('input, select, textarea, dialog')) setShown(true);
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    }, []);
    return [shown, setShown];
}
