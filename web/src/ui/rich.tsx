// SPDX-License-Identifier: MIT
/** A sentence with `commands` and **names** in it. */
export function Rich({ text }: { text: string }) {
    const parts = text.split(/(`[^`]*`|\*\*.*?\*\*)/);
    return (
        <>
            {parts.map((part, i) => {
                if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>;
                return part.startsWith('**') ? <b key={i}>{part.slice(2, -2)}</b> : part;
            })}
        </>
    );
}
