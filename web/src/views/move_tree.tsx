// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'preact/hooks';
import { moveNumber, moveText } from '../game/notation';
import type { Judgement } from '../game/review';
import { other, whereIs, type Side } from '../game/rules';
import { node, ROOT, type Tree } from '../game/tree';
import { pageWords } from '../language/pages';

const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

interface Props {
    tree: Tree;
    first: Side;
    current: number;
    judgements: ReadonlyMap<number, Judgement>;
    onPick(id: number): void;
}

/** `opens`: the first of a line, or after an interruption; it shows its number for either side. */
function MoveButton({ id, ply, opens, ...props }: Props & { id: number; ply: number; opens: boolean }) {
    const judgement = props.judgements.get(id);
    const { move } = node(props.tree, id);
    const side = ply % 2 === 1 ? props.first : other(props.first);
    return (
        <button
            type="button"
            class={`${side} ${judgement?.kind ?? ''}`}
            aria-current={props.current === id ? 'step' : undefined}
            title={judgement?.text || whereIs(move)}
            onClick={() => props.onPick(id)}
        >
            {(side === 'x' || opens) && <span class="ply">{moveNumber(ply, props.first)}</span>}{moveText(move)}
            {judgement?.kind && <span class="sign">{SIGNS[judgement.kind]}</span>}
        </button>
    );
}

function Comment({ tree, id }: Props & { id: number }) {
    const { comment } = node(tree, id);
    return comment ? <span class="comment">{comment}</span> : null;
}

/** The line after a node; other branches follow the move they replace, in brackets of their own. */
function Branch(props: Props & { from: number; ply: number }) {
    const out = [];
    let ply = props.ply;
    let opens = props.from === ROOT;
    for (let at = node(props.tree, props.from); at.children.length > 0; at = node(props.tree, at.children[0])) {
        const [main, ...others] = at.children;
        ply += 1;
        out.push(<MoveButton key={main} {...props} id={main} ply={ply} opens={opens} />, <Comment key={`c${main}`} {...props} id={main} />);
        opens = others.length > 0 || Boolean(node(props.tree, main).comment);
        for (const id of others) {
            const { name } = node(props.tree, id);
            out.push(
                <div key={`v${id}`} class="variation" role="group" aria-label={name ?? pageWords.analysis.variation}>
                    {name && <b class="variation-name">{name}</b>}
                    <MoveButton {...props} id={id} ply={ply} opens />
                    <Comment {...props} id={id} />
                    <Branch {...props} from={id} ply={ply} />
                </div>,
            );
        }
    }
    return <>{out}</>;
}

export function MoveTree(props: Props) {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const now = box.current?.querySelector<HTMLElement>('[aria-current]');
        if (box.current && now) box.current.scrollTop = now.offsetTop - box.current.clientHeight / 2;
    }, [props.current]);
    const empty = node(props.tree, ROOT).children.length === 0;
    return (
        <div class="move-tree" ref={box} role="group" aria-label={pageWords.analysis.tree} tabIndex={0}>
            {empty ? <p class="quiet">{pageWords.analysis.noMoves}</p> : <Branch {...props} from={ROOT} ply={0} />}
        </div>
    );
}
