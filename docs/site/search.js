// SPDX-License-Identifier: MIT
// The search and the phone's menu. The index is a script, loaded at the first key, so that the site works
// from the disk as well.
const input = document.getElementById('search');
const results = document.getElementById('results');
let loading;

function load() {
    loading ??= new Promise((done) => {
        const script = document.createElement('script');
        script.src = `${input.dataset.up}/search-index.js`;
        script.onload = done;
        document.head.append(script);
    });
    return loading;
}

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Every word must occur; in headings it weighs more, at the beginning of a word too. */
function score(part, words) {
    let sum = 0;
    for (const word of words) {
        const start = new RegExp(`(^|[^a-z0-9])${word.replace(/[^a-z0-9]/g, '\\$&')}`);
        const inHeading = part.lowHeading.includes(word);
        const inText = part.lowText.includes(word);
        if (!inHeading && !inText) return 0;
        sum += inHeading ? (start.test(part.lowHeading) ? 20 : 8) : start.test(part.lowText) ? 3 : 1;
    }
    return sum + 5 / (1 + part.lowHeading.length / 10);
}

function around(part, words) {
    const at = Math.max(0, part.lowText.indexOf(words.find((word) => part.lowText.includes(word)) ?? '') - 50);
    return (at > 0 ? '… ' : '') + part.text.slice(at, at + 140);
}

async function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
        results.hidden = true;
        return;
    }
    await load();
    for (const part of window.searchIndex) {
        part.lowHeading ??= `${part.heading} ${part.page}`.toLowerCase();
        part.lowText ??= part.text.toLowerCase();
    }
    const found = window.searchIndex.map((part) => [score(part, words), part]).filter(([points]) => points > 0);
    found.sort((a, b) => b[0] - a[0]);
    results.innerHTML = found.slice(0, 12).map(([, part]) => `<a href="${input.dataset.up}/${part.url}"><b>${escape(part.heading)}</b>` +
        `<span>${part.page === part.heading ? '' : `${escape(part.page)} · `}${escape(around(part, words))}</span></a>`).join('') ||
        '<p>Nothing found.</p>';
    results.hidden = false;
}

input.addEventListener('input', search);
input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { input.value = ''; search(); }
    if (event.key === 'Enter') results.querySelector('a')?.click();
    if (event.key === 'ArrowDown') results.querySelector('a')?.focus();
});
results.addEventListener('click', () => { results.hidden = true; });
document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== input) { event.preventDefault(); input.focus(); }
});
document.addEventListener('click', (event) => {
    if (!results.contains(event.target) && event.target !== input) results.hidden = true;
});
document.getElementById('menu').addEventListener('click', (event) => {
    const open = document.getElementById('pages').classList.toggle('open');
    event.currentTarget.setAttribute('aria-expanded', String(open));
});
