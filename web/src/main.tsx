// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { App } from './app';
import { followTheme } from './ui/settings';

followTheme();
render(<App />, document.getElementById('page')!);
