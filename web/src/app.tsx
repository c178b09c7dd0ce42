// SPDX-License-Identifier: MIT
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { PlayPage } from './pages/play';
import { colours, muted, theme } from './storage/settings';
import { useStore } from './storage/store';
import { Icon } from './ui/icon';
import { later } from './ui/later';
import { useRoute, type Route } from './ui/router';
import { announce, toast, Toasts } from './ui/toast';
import { words } from './language/language';

const TABS = ['play', 'analyse', 'watch', 'tournaments', 'learn'] as const;
type Tab = (typeof TABS)[number];

/** Pages other than Play are fetched when they are opened. */
type Page = ComponentType<{ route: Route }>;
const PAGES: Record<string, () => Promise<Page>> = {
    game: () => import('./pages/remote_play').then((m) => m.RemotePage),
    analyse: () => import('./pages/analyse').then((m) => m.AnalysePage),
    watch: () => import('./pages/watch').then((m) => m.WatchPage),
    tournaments: () => import('./pages/tournaments').then((m) => m.TournamentsPage),
    tournament: () => import('./pages/tournament').then((m) => m.TournamentPage),
    learn: () => import('./pages/learn').then((m) => m.LearnPage),
    games: () => import('./pages/my_games').then((m) => m.MyGamesPage),
    join: () => import('./pages/join').then((m) => m.JoinPage),
    missing: () => import('./pages/missing').then((m) => m.MissingPage),
};

function LazyPage({ name, route }: { name: string; route: Route }) {
    const [page, setPage] = useState<{ name: string; Page: Page } | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
        setFailed(false);
        later(PAGES[name]()).then((Page) => setPage({ name, Page }), () => setFailed(true));
    }, [name]);
    if (failed) {
        return (
            <div class="centred">
                <p class="quiet">{words.loading.failed}</p>
                <button type="button" class="primary" onClick={() => location.reload()}><Icon name="again" />{words.loading.again}</button>
            </div>
        );
    }
    if (page?.name !== name) return <p class="quiet centred" aria-busy="true">{words.loading.now}</p>;
    return <page.Page route={route} />;
}

function ThemeButton() {
    const chosen = useStore(theme);
    const shown = useStore(colours);
    const next = chosen === 'auto' ? (shown === 'dark' ? 'light' : 'dark') : 'auto';
    const label = words.switches.theme[chosen];
    return (
        <button type="button" class="plain" title={label} aria-label={words.switches.change(label)} onClick={() => theme.set(next)}>
            <Icon name={chosen === 'auto' ? 'auto' : chosen === 'dark' ? 'moon' : 'sun'} />
        </button>
    );
}

function SoundButton() {
    const off = useStore(muted);
    return (
        <button
            type="button" class="plain" title={off ? words.switches.soundOff : words.switches.soundOn} aria-label={words.switches.sound} aria-pressed={!off}
            onClick={() => muted.set(!off)}
        >
            <Icon name={off ? 'mute' : 'loud'} />
        </button>
    );
}

function SettingsButton() {
    const [Settings, setSettings] = useState<{ Dialog: ComponentType<{ onClose(): void }> } | null>(null);
    const open = () => later(import('./pages/settings')).then((m) => setSettings({ Dialog: m.SettingsDialog }), () => toast(words.loading.failed, 'error'));
    return (
        <>
            <button type="button" class="plain" title={words.switches.settings} aria-label={words.switches.settings} onClick={open}><Icon name="settings" /></button>
            {Settings && <Settings.Dialog onClose={() => setSettings(null)} />}
        </>
    );
}

export function App() {
    const route = useRoute();
    const opened = useRef(false);
    const asked = route.path[0] ?? 'play';
    const name = asked === 'play' || Object.hasOwn(PAGES, asked) ? asked : 'missing';
    const tab = ['game', 'games', 'join'].includes(name) ? 'play' : name === 'tournament' ? 'tournaments' : name;
    useEffect(() => {
        const label = name === 'games' ? words.play.myGames : TABS.includes(tab as Tab) ? words.tabs[tab as Tab] : null;
        document.title = label && label !== words.tabs.play ? `${label} · ${words.name}` : `${words.tagline} · ${words.name}`;
        // Nothing is loaded that would tell a screen reader so.
        if (label && opened.current) announce(label);
        opened.current = true;
    }, [name]);
    return (
        <>
            <a class="skip" href="#main" onClick={(e) => {
                e.preventDefault();
                document.getElementById('main')?.focus();
            }}>{words.tabs.skip}</a>
            <header class="top">
                <a class="logo" href="#/play">
                    <svg viewBox="0 0 30 30" aria-hidden="true">
                        {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => (
                            <rect
                                key={i} x={1 + (i % 3) * 10} y={1 + Math.floor(i / 3) * 10} width="8" height="8" rx="2"
                                class={i === 4 ? 'o' : i === 0 || i === 8 ? 'x' : ''}
                            />
                        ))}
                    </svg>
                    <span>{words.name}<small>{words.tagline}</small></span>
                </a>
                <nav aria-label={words.tabs.label}>
                    {TABS.map((t) => (
                        <a key={t} href={`#/${t}`} aria-current={t === tab ? 'page' : undefined}>
                            <Icon name={t} /><span>{words.tabs[t]}</span>
                        </a>
                    ))}
                </nav>
                <div class="switches"><SoundButton /><ThemeButton /><SettingsButton /></div>
            </header>
            <main id="main" tabIndex={-1}>
                {name === 'play' ? <PlayPage choose={route.path[1] === 'new'} /> : <LazyPage name={name} route={route} />}
            </main>
            <Toasts />
        </>
    );
}
