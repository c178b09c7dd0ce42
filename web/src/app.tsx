// SPDX-License-Identifier: MIT
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { PlayPage } from './pages/play';
import { colours, muted, theme } from './storage/settings';
import { useStore } from './storage/store';
import { Icon, type IconName } from './ui/icon';
import { useRoute, type Route } from './ui/router';
import { announce, Toasts } from './ui/toast';

const TABS: { path: string; label: string; icon: IconName }[] = [
    { path: 'play', label: 'Play', icon: 'play' },
    { path: 'analyse', label: 'Analyse', icon: 'analyse' },
    { path: 'watch', label: 'Watch', icon: 'watch' },
    { path: 'tournaments', label: 'Tournaments', icon: 'tournaments' },
    { path: 'learn', label: 'Learn', icon: 'learn' },
];

/** Pages other than Play are fetched when they are opened. */
type Page = ComponentType<{ route: Route }>;
const PAGES: Record<string, () => Promise<Page>> = {
    game: () => import('./pages/remote_play').then((m) => m.RemotePage),
    analyse: () => import('./pages/analyse').then((m) => m.AnalysePage),
    watch: () => import('./pages/watch').then((m) => m.WatchPage),
    tournaments: () => import('./pages/tournaments').then((m) => m.TournamentsPage),
    tournament: () => import('./pages/tournament').then((m) => m.TournamentPage),
    learn: () => import('./pages/learn').then((m) => m.LearnPage),
    join: () => import('./pages/join').then((m) => m.JoinPage),
};

function LazyPage({ name, route }: { name: string; route: Route }) {
    const [page, setPage] = useState<{ name: string; Page: Page } | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
        setFailed(false);
        PAGES[name]().then((Page) => setPage({ name, Page }), () => setFailed(true));
    }, [name]);
    if (failed) {
        return (
            <div class="centred">
                <p class="quiet">This page could not be loaded. The server is gone, or has a newer page.</p>
                <button type="button" class="primary" onClick={() => location.reload()}><Icon name="again" />Load it anew</button>
            </div>
        );
    }
    if (page?.name !== name) return <p class="quiet centred" aria-busy="true">Loading…</p>;
    return <page.Page route={route} />;
}

function ThemeButton() {
    const chosen = useStore(theme);
    const shown = useStore(colours);
    const next = chosen === 'auto' ? (shown === 'dark' ? 'light' : 'dark') : 'auto';
    const label = { auto: 'Colours follow the system', light: 'Light colours', dark: 'Dark colours' }[chosen];
    return (
        <button type="button" class="plain" title={label} aria-label={`${label}; change`} onClick={() => theme.set(next)}>
            <Icon name={chosen === 'auto' ? 'auto' : chosen === 'dark' ? 'moon' : 'sun'} />
        </button>
    );
}

function SoundButton() {
    const off = useStore(muted);
    return (
        <button
            type="button" class="plain" title={off ? 'Sound is off' : 'Sound is on'} aria-label="Sound" aria-pressed={!off}
            onClick={() => muted.set(!off)}
        >
            <Icon name={off ? 'mute' : 'loud'} />
        </button>
    );
}

export function App() {
    const route = useRoute();
    const opened = useRef(false);
    const name = route.path[0] ?? 'play';
    const tab = name === 'game' || name === 'join' ? 'play' : name === 'tournament' ? 'tournaments' : name;
    useEffect(() => {
        const label = TABS.find((t) => t.path === tab)?.label;
        document.title = label && tab !== 'play' ? `${label} · Ninefold` : 'Ninefold';
        // Nothing is loaded that would tell a screen reader so.
        if (label && opened.current) announce(label);
        opened.current = true;
    }, [tab]);
    return (
        <>
            <a class="skip" href="#main" onClick={(e) => {
                e.preventDefault();
                document.getElementById('main')?.focus();
            }}>Skip to the board</a>
            <header class="top">
                <a class="logo" href="#/play" aria-label="Ninefold, play">
                    <svg viewBox="0 0 30 30" aria-hidden="true">
                        {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => (
                            <rect
                                key={i} x={1 + (i % 3) * 10} y={1 + Math.floor(i / 3) * 10} width="8" height="8" rx="2"
                                class={i === 4 ? 'o' : i === 0 || i === 8 ? 'x' : ''}
                            />
                        ))}
                    </svg>
                    <span>Ninefold</span>
                </a>
                <nav aria-label="Pages">
                    {TABS.map((t) => (
                        <a key={t.path} href={`#/${t.path}`} aria-current={t.path === tab ? 'page' : undefined}>
                            <Icon name={t.icon} /><span>{t.label}</span>
                        </a>
                    ))}
                </nav>
                <div class="switches"><SoundButton /><ThemeButton /></div>
            </header>
            <main id="main" tabIndex={-1}>
                {PAGES[name] ? <LazyPage name={name} route={route} /> : <PlayPage choose={route.path[1] === 'new'} />}
            </main>
            <Toasts />
        </>
    );
}
