// SPDX-License-Identifier: MIT
import { useEffect, useRef } from 'preact/hooks';
import { algebraic } from '../game/notation';
import type { Judgement } from '../game/review';
import { other, type Side } from '../game/rules';
import { node, ROOT, type Tree } from '../game/tree';

const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

interface Props {
    tree: Tree;
    first: Side;
    current: number;
    judgements: ReadonlyMap<number, Judgement>;
    onPick(id: number): void;
}

function MoveButton({ id, ply, ...props }: Props & { id: number; ply: number }) {
    const judgement = props.judgements.get(id);
    const side = ply % 2 === 1 ? props.first : other(props.first);
    return (
        <button
            type="button"
            class={`${side} ${judgement?.kind ?? ''}`}
            aria-current={props.current === id ? 'step' : undefined}
            title={judgement?.text || undefined}
            onClick={() => props.onPick(id)}
        >
            <span class="ply">{ply}</span>{algebraic(node(props.tree, id).move)}
            {judgement?.kind && <span class="sign">{SIGNS[judgement.kind]}</span>}
        </button>
    );
}

/** The line after a node; other branches follow the move they replace, in brackets of their own. */
function Branch(props: Props & { from: number; ply: number }) {
    const out = [];
    let ply = props.ply;
    for (let at = node(props.tree, props.from); at.children.length > 0; at = node(props.tree, at.children[0])) {
        const [main, ...others] = at.children;
        ply += 1;
        out.push(<MoveButton key={main} {...props} id={main} ply={ply} />);
        for (const id of others) {
            out.push(
                <div key={`v${id}`} class="variation" role="group" aria-label="Variation">
                    <MoveButton {...props} id={id} ply={ply} />
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
        <div class="move-tree" ref={box} role="group" aria-label="Moves and variations" tabIndex={0}>
            {empty ? <p class="quiet">Play moves on the board, or paste a game.</p> : <Branch {...props} from={ROOT} ply={0} />}
        </div>
    );
}
