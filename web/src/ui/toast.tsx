// SPDX-License-Identifier: MIT
// Short sentences that appear and go; the same region speaks to screen readers.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { store, useStore } from '../storage/store';

interface Toast {
    id: number;
    text: string;
    tone: 'plain' | 'error';
    action?: ToastAction;
}

/** Something that can be done about it while it is shown. */
export interface ToastAction {
    label: string;
    run(): void;
}

const toasts = store<Toast[]>([]);
const spoken = store('');
let nextId = 1;

/** One that offers something stays longer. */
const READING_MS = 2600;
const DECIDING_MS = 9000;

/** An error stays until the person does something: its time begins with the next press. */
export function toast(text: string, tone: Toast['tone'] = 'plain', action?: ToastAction): void {
    const id = nextId++;
    toasts.set([...toasts.get().filter((t) => t.text !== text).slice(-2), { id, text, tone, action }]);
    const leave = () => setTimeout(() => forget(id), (action ? DECIDING_MS : READING_MS) + 40 * text.length);
    if (tone === 'plain') leave();
    else for (const press of ['pointerdown', 'keydown']) window.addEventListener(press, leave, { once: true });
}

const forget = (id: number): void => toasts.set(toasts.get().filter((t) => t.id !== id));

/** Only for those who listen: moves and results are seen on the board. */
export const announce = (text: string): void =>
    // The same words once more are only spoken where they look like others.
    spoken.set(text === spoken.get() ? `${text}\u00a0` : text);

export function Toasts() {
    const shown = useStore(toasts);
    const box = useRef<HTMLDivElement>(null);
    // A popover that is shown again lies above whatever dialog was opened meanwhile.
    useLayoutEffect(() => {
        if (!box.current?.showPopover) return;
        if (box.current.matches(':popover-open')) box.current.hidePopover();
        if (shown.length > 0) box.current.showPopover();
    }, [shown]);
    return (
        <>
            <div class="toasts" role="status" aria-live="polite" popover="manual" ref={box}>
                {shown.map((t) => (
                    <div key={t.id} class={`toast ${t.tone}`}>
                        {t.text}
                        {t.action && <button type="button" onClick={() => (forget(t.id), t.action!.run())}>{t.action.label}</button>}
                    </div>
                ))}
            </div>
            <div class="unseen" aria-live="polite" aria-atomic="true" data-testid="announcements">{useStore(spoken)}</div>
        </>
    );
}
