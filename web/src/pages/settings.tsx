// SPDX-License-Identifier: MIT
// What a visitor chooses once: kept in this browser.
import { language } from '../storage/settings';
import { useStore } from '../storage/store';
import { Dialog } from '../ui/dialog';
import { pageWords } from '../words/pages';
import { LANGUAGES, type Language } from '../words/words';

export function SettingsDialog({ onClose }: { onClose(): void }) {
    const chosen = useStore(language);
    return (
        <Dialog title={pageWords.settings.title} onClose={onClose}>
            <div class="setup">
                <label class="field">
                    <span>{pageWords.settings.language}</span>
                    <select value={chosen} onChange={(e) => language.set(e.currentTarget.value as Language | 'auto')}>
                        <option value="auto">{pageWords.settings.asBrowser}</option>
                        {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}
                    </select>
                </label>
            </div>
        </Dialog>
    );
}
