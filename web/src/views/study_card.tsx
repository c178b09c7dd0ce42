// SPDX-License-Identifier: MIT
// The analysis as a study: its name, a comment on the move shown, and where to keep it.
import { useState } from 'preact/hooks';
import { parseStudy, studyJson, studyLink, type Study } from '../game/study';
import { node, ROOT, setComment, setName, variationOf } from '../game/tree';
import type { Variations } from '../hooks/use_variations';
import { forgetStudy, keepStudy, keptStudy, studyNames } from '../storage/studies';
import { Icon } from '../ui/icon';
import { save } from '../ui/save';
import { toast } from '../ui/toast';
import { pageWords } from '../language/pages';

async function copyLink(study: Study): Promise<void> {
    const link = `${location.href.split('#')[0]}#/analyse?study=${studyLink(study)}`;
    await navigator.clipboard.writeText(link).then(() => toast(pageWords.online.copied), () => toast(link));
}

/** A file of the reader's own; anything may be in it. */
async function read(file: File, open: (study: Study) => void): Promise<void> {
    try {
        open(parseStudy(JSON.parse(await file.text())));
    } catch (error) {
        toast(error instanceof SyntaxError ? pageWords.coach.study.broken : (error as Error).message, 'error');
    }
}

function Kept({ onOpen }: { onOpen(study: Study): void }) {
    const [names, setNames] = useState(studyNames);
    const said = pageWords.coach.study;
    const open = (name: string) => {
        try {
            onOpen(keptStudy(name));
        } catch (error) {
            toast((error as Error).message, 'error');
        }
    };
    return (
        <div class="field">
            <span>{said.kept}</span>
            {names.length === 0 && <p class="quiet">{said.none}</p>}
            <ul class="studies">
                {names.map((name) => (
                    <li key={name}>
                        <button type="button" onClick={() => open(name)}>{name || said.unnamed}</button>
                        <button
                            type="button" class="plain" aria-label={said.delete(name || said.unnamed)}
                            onClick={() => {
                                forgetStudy(name);
                                setNames(studyNames());
                            }}
                        >
                            <Icon name="close" />
                        </button>
                    </li>
                ))}
            </ul>
        </div>
    );
}

export function StudyCard({ game, onOpen }: { game: Variations; onOpen(study: Study): void }) {
    const { base, tree, current } = game;
    const [kept, setKept] = useState(0);
    const variation = variationOf(tree, current);
    const said = pageWords.coach.study;
    const keepIt = () => {
        toast(keepStudy(game) ? said.saved : said.notSaved);
        setKept(kept + 1);
    };
    return (
        <details class="card study" data-testid="study" open={Boolean(base.event || node(tree, ROOT).comment)}>
            <summary>{base.event || said.title}</summary>
            <div class="setup">
                <label class="field">
                    <span>{said.name}</span>
                    <input type="text" maxLength={80} value={base.event} onInput={(e) => game.restore({ base: { ...base, event: e.currentTarget.value }, tree, current })} />
                </label>
                {variation !== null && (
                    <label class="field">
                        <span>{said.variationName}</span>
                        <input
                            type="text" maxLength={80} value={node(tree, variation).name ?? ''}
                            onInput={(e) => game.restore({ base, tree: setName(tree, variation, e.currentTarget.value), current })}
                        />
                    </label>
                )}
                <label class="field">
                    <span>{said.comment}</span>
                    <textarea
                        class="short" maxLength={2000} value={node(tree, current).comment ?? ''}
                        onInput={(e) => game.restore({ base, tree: setComment(tree, current, e.currentTarget.value), current })}
                    />
                </label>
                <div class="buttons">
                    <button type="button" class="primary" onClick={keepIt}><Icon name="check" />{said.save}</button>
                    <button type="button" onClick={() => copyLink(game)}><Icon name="link" />{said.link}</button>
                    <button type="button" onClick={() => save('study.json', `${JSON.stringify(studyJson(game))}\n`, 'application/json')}><Icon name="download" />{said.file}</button>
                </div>
                <label class="field">
                    <span>{said.openFile}</span>
                    <input type="file" accept=".json,application/json" onChange={(e) => e.currentTarget.files?.[0] && void read(e.currentTarget.files[0], onOpen)} />
                </label>
                <Kept key={kept} onOpen={onOpen} />
            </div>
        </details>
    );
}
