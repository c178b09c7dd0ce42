// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon';
import { words } from '../language/language';

export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren; wide?: boolean }) {
    const ref = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        const dialog = ref.current;
        if (dialog && !dialog.open) dialog.showModal();
        // Taken from the page it closes by itself; close() would tell onClose later, of the next dialog.
    }, []);
    // Back leads to another page, which must not appear below a dialog of this one.
    useEffect(() => {
        addEventListener('hashchange', props.onClose);
        return () => removeEventListener('hashchange', props.onClose);
    }, [props.onClose]);
    return (
        <dialog
            ref={ref}
            class={props.wide ? 'wide' : ''}
            aria-label={props.title}
            onClose={props.onClose}
            onClick={(e) => e.target === ref.current && props.onClose()}
        >
            <header>
                <h2>{props.title}</h2>
                <button type="button" class="plain" aria-label={words.buttons.close} onClick={props.onClose}><Icon name="close" /></button>
            </header>
            {props.children}
        </dialog>
    );
}
