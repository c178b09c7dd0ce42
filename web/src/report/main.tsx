// SPDX-License-Identifier: MIT
// A tournament's report: the page's own tables and board around the data in the same file. It needs no server and no
// network.
import { render } from 'preact';
import { useMemo } from 'preact/hooks';
import { followTheme, spokenLanguage } from '../storage/settings';
import { useRoute, type Route } from '../ui/router';
import { Toasts } from '../ui/toast';
import { Changes } from '../views/changes';
import { TournamentFacts, TournamentTables } from '../views/tournament';
import { words as de } from '../language/de';
import { pages as dePages } from '../language/de_pages';
import { words as es } from '../language/es';
import { pages as esPages } from '../language/es_pages';
import { pageWords } from '../language/pages';
import { say } from '../language/language';
import type { Choice, ReportFile } from './file';
import { ReportGames } from './games';

/** `#/watch/ID.17` as on the page, or `#game-17`. */
function openedGame({ path }: Route): number | null {
    const [, number] = /^watch\/[^/]*\.(\d+)$|^game-(\d+)$/.exec(path.join('/'))?.filter(Boolean) ?? [];
    return number === undefined ? null : Number(number);
}

/** `#/watch?bot=NAME&against=NAME`, as on the page. */
function askedFor({ query }: Route): Partial<Choice> | null {
    if (!query.has('bot')) return null;
    return { bot: query.get('bot')!, against: query.get('against') ?? '', result: query.get('forfeits') === '1' ? 'forfeit' : '' };
}

/** An image rather than elements: nothing inside an image can run. */
function Ratings({ svg, name }: { svg: string; name: string }) {
    return <img class="ratings" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={`${name}: ${pageWords.ranking.columns.elo}`} />;
}

function Report({ file }: { file: ReportFile }) {
    const route = useRoute();
    const { tournament } = file;
    const asked = useMemo(() => askedFor(route), [route]);
    // A cross table is much to draw: not again for every game that is opened.
    const picture = file.ratings_svg && <Ratings svg={file.ratings_svg} name={tournament.name} />;
    const tables = useMemo(() => <TournamentTables report={tournament} id={tournament.tournament} picture={picture} />, []);
    return (
        <main class="sheet report">
            <div class="section-head">
                <h1>{tournament.name}</h1>
                {!tournament.over && <span class="badge">{pageWords.report.unfinished}</span>}
            </div>
            <TournamentFacts report={tournament} />
            <Changes changes={tournament.changes} />
            {tables}
            <ReportGames file={file} asked={asked} open={openedGame(route)} />
        </main>
    );
}

/** One file without a network: all languages are in it. */
function speakHere(): void {
    const spoken = spokenLanguage();
    say(spoken, { en: null, de: { words: de, pages: dePages }, es: { words: es, pages: esPages } }[spoken]);
}

followTheme();
speakHere();
const page = document.getElementById('page')!;
const file = JSON.parse(document.getElementById('data')!.textContent) as Partial<ReportFile>;
if (file.tournament) {
    document.title = file.tournament.name;
    render(<><Report file={file as ReportFile} /><Toasts /></>, page);
} else {
    page.textContent = pageWords.report.empty;
}
