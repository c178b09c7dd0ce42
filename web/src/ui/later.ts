// SPDX-License-Identifier: MIT
// What is fetched when it is first needed: the code of a page, and with it the words and the style of all pages but Play.
import { speakOnLaterPages } from '../language/language';

/** Where the page is built (scripts/build_web). */
declare const LATER_STYLE_FILE: string;

let style: Promise<void> | null = null;

function addStyle(): Promise<void> {
    style ??= new Promise<void>((done, failed) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = new URL(LATER_STYLE_FILE, import.meta.url).href;
        link.onload = () => done();
        link.onerror = () => {
            link.remove();
            style = null;
            failed(new Error(link.href));
        };
        document.head.append(link);
    });
    return style;
}

/** `code` once it can be drawn. */
export async function later<T>(code: Promise<T>): Promise<T> {
    const [loaded] = await Promise.all([code, addStyle(), speakOnLaterPages()]);
    return loaded;
}
