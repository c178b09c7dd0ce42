// SPDX-License-Identifier: MIT
// What a visitor chooses once: kept in this browser.
import { coordinatesShown, language, muted, theme } from '../storage/settings';
import { useStore } from '../storage/store';
import { Dialog } from '../ui/dialog';
import { Segments } from '../ui/segments';
import { pageWords } from '../language/pages';
import { LANGUAGES, words, type Language } from '../language/language';

export function SettingsDialog({ onClose }: { onClose(): void }) {
    const chosen = useStore(language);
    const colours = useStore(theme);
    const coordinates = useStore(coordinatesShown);
    const silent = useStore(muted);
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
                <Segments
                    label={pageWords.settings.colours} value={colours} onChange={theme.set}
                    options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: pageWords.settings.theme[value] }))}
                />
                <label class="check">
                    <input type="checkbox" checked={coordinates} onChange={(e) => coordinatesShown.set(e.currentTarget.checked)} />
                    <span>{pageWords.settings.coordinates}</span>
                </label>
                <label class="check">
                    <input type="checkbox" checked={!silent} onChange={(e) => muted.set(!e.currentTarget.checked)} />
                    <span>{words.switches.sound}</span>
                </label>
            </div>
        </Dialog>
    );
}
