// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { App } from './app';
import { followTheme } from './storage/settings';
import { keepForOffline } from './ui/offline';

followTheme();
render(<App />, document.getElementById('page')!);

// After all that the eye is waiting for.
addEventListener('load', () => setTimeout(() => void keepForOffline(), 2000));
