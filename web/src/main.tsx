// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { App } from './app';
import { followTheme, language, spokenLanguage } from './storage/settings';
import { keepForOffline } from './ui/offline';
import { speak } from './language/language';

/** Everything is drawn from the start in another language. */
async function show(): Promise<void> {
    const spoken = spokenLanguage();
    if (spoken !== 'en' || document.documentElement.lang !== 'en') await speak(spoken);
    render(<App key={spoken} />, document.getElementById('page')!);
}

/** A shared link names its position before the `#`, where the server and other sites can see it. */
function takeSharedLink(): void {
    if (location.hash || !location.pathname.endsWith('/analyse')) return;
    history.replaceState(null, '', `${location.pathname.slice(0, -'analyse'.length)}#/analyse${location.search}`);
}

takeSharedLink();
followTheme();
void show();
language.listen(() => void show());

// After all that the eye is waiting for.
addEventListener('load', () => setTimeout(() => void keepForOffline(), 2000));
