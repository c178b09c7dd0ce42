// SPDX-License-Identifier: MIT
/** Hands something to the browser as a file to keep. */
export function save(name: string, content: Blob | string, type = 'text/plain'): void {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}
