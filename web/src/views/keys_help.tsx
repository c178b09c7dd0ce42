// SPDX-License-Identifier: MIT
// `?` shows which keys do what in a game.
import { useState } from 'preact/hooks';
import { useKeys } from '../hooks/use_keys';
import { later } from '../ui/later';
import { toast } from '../ui/toast';
import { words } from '../language/language';

export function KeysHelp() {
    const [shown, setShown] = useState<typeof import('./keys_dialog') | null>(null);
    useKeys({ '?': () => later(import('./keys_dialog')).then(setShown, () => toast(words.loading.failed, 'error')) });
    return shown && <shown.KeysDialog keys={shown.playKeys()} onClose={() => setShown(null)} />;
}
