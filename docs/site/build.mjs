#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Builds the documentation as a site of plain HTML files, from the same Markdown that reads well in the
// repository. docs/README.md is the index: its sections and their order are the navigation. Pages of docs/bots/
// follow docs/bots.md, in the order in which it names them.
//
//   node docs/site/build.mjs OUT [PROGRAM]     PROGRAM (build/ninefold) tells about its commands
//
// A link that leads nowhere, or a command that docs/commands.md does not list, ends it with exit code 1.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';

const here = dirname(fileURLToPath(import.meta.url));
const root = normalize(join(here, '../..'));
const [out, program = join(root, 'build/ninefold')] = process.argv.slice(2);
if (!out) {
    console.error('usage: node docs/site/build.mjs OUT [PROGRAM]');
    process.exit(2);
}
const problems = [];
const index = []; // what the search knows: { url, page, heading, text }
const sources = new Set(); // files that pages link to and the site carries as text

const read = (path) => readFileSync(join(root, path), 'utf8');
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const bare = (html) => html.replace(/<[^>]*>/g, '');

/** The fragment that GitHub gives a heading; tests/docs_test.py has the same rule. */
const anchor = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replace(/ /g, '-');

/** Where a Markdown file of the repository lies in the site. */
function urlOf(path) {
    return path
        .replace(/^docs\//, '')
        .replace(/README\.md$/, 'index.md')
        .toLowerCase()
        .replace(/\.md$/, '.html');
}

/** The pages of docs/bots/ under the names that docs/bots.md gives them first. */
function botPages() {
    const titles = new Map();
    for (const [, title, name] of read('docs/bots.md').matchAll(/\[([^\]]+)\]\((bots\/\w+\.md)\)/g)) {
        if (!titles.has(name)) titles.set(name, title);
    }
    return [...titles].map(([name, title]) => ({ title, path: `docs/${name}` }));
}

/** The sections of docs/README.md: [{ title, pages: [{ path, title }] }]. */
function readSections() {
    const sections = [];
    for (const line of read('docs/README.md').split('\n')) {
        const heading = line.match(/^## (.+)/);
        if (heading) sections.push({ title: heading[1], pages: [] });
        const item = line.match(/^- \[(.+?)\]\((.+?)\)/);
        if (item) sections.at(-1).pages.push({ title: item[1], path: normalize(join('docs', item[2])) });
        if (item?.[2] === 'bots.md') sections.at(-1).pages.push(...botPages());
    }
    return sections;
}

const sections = readSections();
const pages = new Map(); // path in the repository -> title
for (const section of sections) for (const page of section.pages) pages.set(page.path, page.title);
for (const page of read('docs/notebook/README.md').matchAll(/^- \[(.+?)\]\((.+?)\)/gm)) {
    pages.set(`docs/notebook/${page[2]}`, page[1]);
}
pages.set('docs/README.md', 'Ninefold');

/** A link as the site has it; `from` is the Markdown file that it stands in. */
function siteLink(link, from) {
    if (/^([a-z][a-z0-9+.-]*:|#)/.test(link)) return link;
    const [name, fragment = ''] = link.split('#');
    const path = normalize(join(dirname(from), name));
    const up = relative(dirname(urlOf(from)), '.') || '.';
    if (pages.has(path)) return `${up}/${urlOf(path)}${fragment && `#${fragment}`}`;
    if (!existsSync(join(root, path))) {
        problems.push(`${from}: ${link} leads nowhere`);
        return link;
    }
    if (statSync(join(root, path)).isDirectory()) return null;
    if (/\.(png|svg|gif)$/.test(path)) {
        copy(path, `images/${path.split('/').at(-1)}`);
        return `${up}/images/${path.split('/').at(-1)}`;
    }
    sources.add(path);
    return `${up}/source/${path}.txt`;
}

function copy(path, to) {
    mkdirSync(dirname(join(out, to)), { recursive: true });
    cpSync(join(root, path), join(out, to));
}

function makeMarkdown() {
    const markdown = new MarkdownIt({ html: true, typographer: false });
    const { rules } = markdown.renderer;
    rules.link_open = (tokens, at, options, env, self) => {
        const link = siteLink(tokens[at].attrGet('href'), env.path);
        env.closings.push(link !== null);
        if (link === null) return '<span>';
        tokens[at].attrSet('href', link);
        return self.renderToken(tokens, at, options);
    };
    rules.link_close = (_tokens, _at, _options, env) => (env.closings.pop() ? '</a>' : '</span>');
    const image = rules.image;
    rules.image = (tokens, at, options, env, self) => {
        tokens[at].attrSet('src', siteLink(tokens[at].attrGet('src'), env.path));
        return image(tokens, at, options, env, self);
    };
    rules.html_block = (tokens, at, _options, env) =>
        tokens[at].content.replace(/src="([^"]+)"/g, (_, link) => `src="${siteLink(link, env.path)}"`);
    rules.html_inline = rules.html_block;
    rules.table_open = () => '<div class="table"><table>\n';
    rules.table_close = () => '</table></div>\n';
    rules.heading_open = (tokens, at, _options, env) => {
        const text = tokens[at + 1].children.filter((t) => t.type === 'text' || t.type === 'code_inline').map((t) => t.content).join('');
        const name = anchor(text);
        const count = env.anchors.get(name) ?? 0;
        env.anchors.set(name, count + 1);
        const id = count ? `${name}-${count}` : name;
        env.headings.push({ level: Number(tokens[at].tag[1]), id, text });
        return `<${tokens[at].tag} id="${id}"><a class="anchor" href="#${id}" aria-label="Link to this section">`;
    };
    rules.heading_close = (tokens, at) => `</a></${tokens[at].tag}>\n`;
    return markdown;
}

const markdown = makeMarkdown();

function navigation(current, up) {
    return sections
        .map((section) => {
            const items = section.pages.map((page) => {
                const here = page.path === current ? ' aria-current="page"' : '';
                return `<li><a href="${up}/${urlOf(page.path)}"${here}>${inline(page.title)}</a></li>`;
            });
            return `<h2>${section.title}</h2>\n<ul>${items.join('\n')}</ul>`;
        })
        .join('\n');
}

const inline = (text) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A whole page around its article. */
function pageHtml({ path, title, article, headings }) {
    const up = relative(dirname(urlOf(path)), '.') || '.';
    const parts = headings.filter((heading) => heading.level === 2);
    const contents = parts.length < 3 ? '' : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${parts
        .map((part) => `<li><a href="#${part.id}">${escape(part.text)}</a></li>`).join('')}</ul></nav>`;
    return read('docs/site/page.html')
        .replaceAll('{{up}}', up)
        .replace('{{title}}', escape(title))
        .replace('{{navigation}}', () => navigation(path, up))
        .replace('{{contents}}', () => contents)
        .replace('{{article}}', () => article);
}

/** Writes one page and lets the search know its sections. */
function write(path, title, source) {
    const env = { path, closings: [], anchors: new Map(), headings: [] };
    const article = markdown.render(source, env);
    const url = urlOf(path);
    mkdirSync(dirname(join(out, url)), { recursive: true });
    writeFileSync(join(out, url), pageHtml({ path, title: title.replaceAll('`', ''), article, headings: env.headings }));
    for (const part of article.split(/(?=<h[1-3] id=)/)) {
        const id = part.match(/^<h[1-3] id="([^"]*)"/)?.[1];
        const heading = bare(part.match(/^<h[1-3][^>]*>(.*?)<\/h[1-3]>/s)?.[1] ?? title);
        const text = bare(part.replace(/^<h[1-3].*?<\/h[1-3]>/s, '')).replace(/\s+/g, ' ').trim();
        index.push({ url: id ? `${url}#${id}` : url, page: title.replaceAll('`', ''), heading, text });
    }
}

/** What `ninefold WORDS --help` prints. */
function help(...words) {
    const env = { ...process.env, NO_COLOR: '1' };
    return execFileSync(program, [...words, '--help'], { encoding: 'utf8', env });
}

/** The entries of a list in a help: [name, description], the latter on the same line or the next. */
function entries(lines) {
    const found = [];
    for (const line of lines) {
        const entry = line.match(/^ {2}(\S.*?)(?: {2,}(\S.*))?$/);
        if (entry) found.push([entry[1], entry[2] ?? '']);
        else if (found.length > 0) found.at(-1)[1] += ` ${line.trim()}`;
    }
    return found.filter(([name]) => !name.startsWith('-h,--help')).map(plainEntry);
}

/** `-n,--games INT:INT in [2 - 10000] Excludes: --format` as `-n,--games N`, with the range in words. */
function plainEntry([name, words]) {
    const [, names, type] = name.match(/^(\S+)(?: ([A-Z]+))?/);
    const range = name.match(/in \[(\S+) - (\S+)\]/);
    const value = { INT: ' N', UINT: ' N', FLOAT: ' X', TEXT: names.startsWith('-') ? ' …' : '' }[type] ?? '';
    const limits = range && !words.includes(range[1]) ? ` (${range[1]} to ${range[2]})` : '';
    return [names.replaceAll(',', ', ') + value, words.trim() + limits];
}

/** One part of a help as Markdown: usage and examples as code, options and commands as a table. */
function helpPart(part) {
    const lines = part.split('\n').filter(Boolean);
    const at = lines.findIndex((line) => /^[A-Z][^.]*:$/.test(line));
    if (lines[0]?.startsWith('Usage: ')) return `\`\`\`\n${lines[0].slice(7)}\n\`\`\``;
    if (at < 0) return escape(lines.join('\n'));
    const before = escape(lines.slice(0, at).join('\n'));
    if (lines[at] === 'Examples:') return `${before}\n\n\`\`\`\n${lines.slice(at + 1).map((line) => line.slice(2)).join('\n')}\n\`\`\``;
    const cell = (text) => escape(text).replaceAll('|', '\\|');
    const rows = entries(lines.slice(at + 1)).map(([name, words]) => `| \`${name.replaceAll('|', '\\|')}\` | ${cell(words)} |`);
    return rows.length === 0 ? before : `${before}\n\n| ${lines[at].slice(0, -1)} | |\n|---|---|\n${rows.join('\n')}`;
}

function helpMarkdown(...words) {
    const [first, ...rest] = help(...words).split('\n');
    const parts = [first, ...rest.join('\n').split(/\n(?=\n|Usage: )/)].map((part) => helpPart(part.replace(/^\n+/, '')));
    return parts.filter(Boolean).join('\n\n');
}

const commandsIn = (text) => [...text.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm)].map((match) => match[1]);

/** docs/commands.md with the help of each command, which it must list, behind it. */
function withHelp(source) {
    const known = commandsIn(help());
    const listed = [...source.matchAll(/^\| `([a-z-]+)/gm)].map((match) => match[1]);
    for (const name of known) if (!listed.includes(name)) problems.push(`docs/commands.md does not list ${name}`);
    for (const name of listed) if (!known.includes(name)) problems.push(`docs/commands.md lists ${name}, which is no command`);
    const parts = known.map((name) => {
        const behind = / SUBCOMMAND$/m.test(help(name)) ? commandsIn(help(name)) : [];
        const more = behind.map((part) => `### ninefold ${name} ${part}\n\n${helpMarkdown(name, part)}`);
        return [`## ninefold ${name}`, helpMarkdown(name), ...more].join('\n\n');
    });
    return `${source}\n${parts.join('\n\n')}\n`;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [path, title] of pages) {
    const source = read(path);
    write(path, title, path === 'docs/commands.md' ? withHelp(source) : source);
}
for (const path of sources) copy(path, `source/${path}.txt`);
for (const name of ['style.css', 'search.js']) copy(`docs/site/${name}`, name);
writeFileSync(join(out, 'search-index.js'), `window.searchIndex = ${JSON.stringify(index)};\n`);
if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exit(1);
}
console.log(`${pages.size} pages in ${relative(process.cwd(), out) || out}/; open ${join(out, 'index.html')}`);
