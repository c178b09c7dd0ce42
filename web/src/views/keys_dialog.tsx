// SPDX-License-Identifier: MIT
// Which keys do what.
import { Dialog } from '../ui/dialog';
import { pageWords } from '../language/pages';
import { words } from '../language/language';

type Keys = [string[], string][];

export const playKeys = (): Keys => [
    [['←', '→', '↑', '↓'], pageWords.keys.choose],
    [[pageWords.keys.enter], pageWords.keys.play],
    [['0…8'], pageWords.keys.digits],
    [[pageWords.keys.esc], pageWords.keys.escape],
    [['U'], pageWords.keys.undo],
    [['H'], pageWords.keys.hint],
    [['N'], pageWords.keys.newGame],
    [[pageWords.keys.pageUp, pageWords.keys.pageDown], pageWords.keys.earlier],
    [['S'], pageWords.keys.say],
    [['?'], pageWords.keys.help],
];

export const analyseKeys = (): Keys => [
    [['←', '→'], pageWords.keys.backOrOn],
    [['↑', '↓'], pageWords.keys.ends],
    [[pageWords.keys.space], pageWords.keys.best],
    [['L'], pageWords.keys.engine],
    [['F'], pageWords.keys.turn],
    [['H'], words.heat.show],
    [['0…8'], pageWords.keys.digits],
    [[pageWords.keys.del], pageWords.keys.delete],
    [['?'], pageWords.keys.help],
];

export function KeysDialog(props: { keys: Keys; onClose(): void }) {
    return (
        <Dialog title={pageWords.keys.title} onClose={props.onClose}>
            <dl class="keys">
                {props.keys.map(([keys, what]) => (
                    <div key={what}><dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt><dd>{what}</dd></div>
                ))}
            </dl>
            <p class="quiet keys-note">{pageWords.keys.note}</p>
        </Dialog>
    );
}
