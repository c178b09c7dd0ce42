// SPDX-License-Identifier: MIT
// A bracket as the server tells it: trees of rounds of ties, those to come included.
import type { BracketTie, BracketTree, Meeting } from '../contract/types';
import { roundWords } from '../game/stage_phrases';
import { playerWords, wordFor } from '../game/phrases';
import { pageWords } from '../language/pages';
import { points } from './tournament_tables';

function TieView({ tie, meeting, match }: { tie: BracketTie; meeting: Meeting | null; match: string }) {
    const sides = (['a', 'b'] as const).map((which) => {
        const side = tie[which];
        return (
            <div key={which} class={`side ${tie.winner === which ? 'winner' : ''} ${side ? '' : 'open'}`}>
                <span title={side ? playerWords(side.bot) : undefined}>{side ? playerWords(side.bot) : tie.bye ? pageWords.bracket.bye : '–'}</span>
                {side && meeting && <b>{points(side.points)}</b>}
            </div>
        );
    });
    const why = meeting?.decided_by && meeting.decided_by !== 'points' ? meeting.decided_by : null;
    return (
        <div class={`tie ${tie.bye ? 'bye' : ''}`} data-testid="tie">
            {sides}
            {meeting && meeting.games.length > 0 && (
                <div class="tie-games">
                    {why && <span>{pageWords.ranking.decidedBy(wordFor(pageWords.ranking.deciders, why))}</span>}
                    {meeting.games.map((game, i) => (
                        <a key={game.number} href={`#/watch/${match}.${game.number}`} aria-label={pageWords.bracket.game(i + 1, playerWords(meeting.a), playerWords(meeting.b ?? ''))}>{i + 1}</a>
                    ))}
                </div>
            )}
        </div>
    );
}

/** Whether the ties of a round lead into half as many, or each into the one beside it. */
const flow = (tree: BracketTree, round: number): string => {
    const next = tree.rounds[round + 1];
    if (!next) return 'last';
    return next.ties.length < tree.rounds[round].ties.length ? 'halves' : 'straight';
};

function Tree({ tree, meetings, match }: { tree: BracketTree; meetings: Meeting[]; match: string }) {
    // In a lower bracket many places stay empty where the upper one began with byes.
    const rounds = tree.rounds.map((round, i) => ({ ...round, flow: flow(tree, i) }))
        .filter((round) => round.ties.some((tie) => !tie.bye || tie.a || tie.b));
    return (
        <div class="bracket">
            {rounds.map((round, i) => (
                <div class={`round ${round.flow} ${i > 0 ? 'fed' : ''}`} key={i}>
                    <h4>{roundWords(round.title)}</h4>
                    <ol class="ties">
                        {round.ties.map((tie) => (
                            <li key={tie.slot} class={tie.bye && !tie.a && !tie.b ? 'nobody' : ''}>
                                <TieView tie={tie} meeting={tie.meeting === null ? null : meetings[tie.meeting]} match={match} />
                            </li>
                        ))}
                    </ol>
                </div>
            ))}
        </div>
    );
}

export function Bracket(props: { name: string; trees: BracketTree[]; meetings: Meeting[]; match: string }) {
    return (
        <div class="card scroll brackets" tabIndex={0} role="group" aria-label={pageWords.bracket.of(props.name)} data-testid="bracket">
            {props.trees.map((tree) => (
                <section key={tree.tree}>
                    {props.trees.length > 1 && (tree.tree === 'main' || tree.tree === 'lower') && (
                        <h3>{tree.tree === 'main' && !props.trees.some((t) => t.tree === 'lower') ? pageWords.bracket.only : pageWords.bracket[tree.tree]}</h3>
                    )}
                    <Tree tree={tree} meetings={props.meetings} match={props.match} />
                </section>
            ))}
        </div>
    );
}
