// SPDX-License-Identifier: MIT
// Which keys do what; `?` shows it.
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../ui/dialog';
import { words } from '../words/words';

type Keys = [string[], string][];

export const playKeys = (): Keys => [
    [['←', '→', '↑', '↓'], words.keys.choose],
    [[words.keys.enter], words.keys.play],
    [['0…8'], words.keys.digits],
    [[words.keys.esc], words.keys.escape],
    [['U'], words.keys.undo],
    [['H'], words.keys.hint],
    [['N'], words.keys.newGame],
    [[words.keys.pageUp, words.keys.pageDown], words.keys.earlier],
    [['S'], words.keys.say],
    [['?'], words.keys.help],
];

export const analyseKeys = (): Keys => [
    [['←', '→'], words.keys.backOrOn],
    [['↑', '↓'], words.keys.ends],
    [[words.keys.space], words.keys.best],
    [['L'], words.keys.engine],
    [['F'], words.keys.turn],
    [['H'], words.heat.show],
    [['0…8'], words.keys.digits],
    [[words.keys.del], words.keys.delete],
    [['?'], words.keys.help],
];

export function KeysDialog(props: { keys: Keys; onClose(): void }) {
    return (
        <Dialog title={words.keys.title} onClose={props.onClose}>
            <dl class="keys">
                {props.keys.map(([keys, what]) => (
                    <div key={what}><dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{what}</dd></div>
                ))}
            </dl>
            <p class="quiet keys-note">{words.keys.note}</p>
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
