// SPDX-License-Identifier: MIT
#include "tournament/report_page.h"

namespace ninefold::tournament {

const std::string_view kReportScript = R"js(
'use strict';
(() => {
const $ = id => document.getElementById(id);
const info = JSON.parse($('info').textContent);
// One line a game; a line is taken apart only when it is shown.
const lines = $('games').textContent.split('\n');
lines.pop();
const KEYS = []; for (let c = 40; KEYS.length < 81; c++) if (!'<>\\`'.includes(String.fromCharCode(c))) KEYS.push(c);
const MOVE = new Map(KEYS.map((c, i) => [c, i]));
const parse = line => {
  const f = line.split('\t');
  return {number: +f[0], stage: +f[1], x: +f[3], o: +f[4], ending: f[5], winner: f[6], opening: +f[7],
          moves: Array.from(f[8], c => MOVE.get(c.charCodeAt(0))), detail: f[9]};
};
const head = line => { const f = line.split('\t', 7); return {stage: +f[1], x: +f[3], o: +f[4], ending: f[5], winner: f[6]}; };
const FORFEITS = new Set(info.forfeits);
const PAGE = 50;
let shown = [], page = 0, game = null, ply = 0, timer = 0;

const make = (tag, text, name) => { const e = document.createElement(tag); if (text !== undefined) e.textContent = text; if (name) e.className = name; return e; };
const option = (select, value, text) => { const o = make('option', text); o.value = value; select.append(o); };
option($('bot'), '', 'all bots'); option($('other'), '', 'any opponent'); option($('stage'), '', 'all stages');
info.bots.forEach((name, i) => { option($('bot'), i, name); option($('other'), i, name); });
info.stages.forEach((name, i) => option($('stage'), i, name));

function filter() {
  const a = $('bot').value, b = $('other').value, s = $('stage').value, end = $('ending').value;
  shown = [];
  for (let i = 0; i < lines.length; i++) {
    if (a !== '' || b !== '' || s !== '' || end !== '') {
      const h = head(lines[i]);
      if (s !== '' && h.stage !== +s) continue;
      if (a !== '' && h.x !== +a && h.o !== +a) continue;
      if (b !== '' && h.x !== +b && h.o !== +b) continue;
      if (end === 'forfeit' && !FORFEITS.has(h.ending)) continue;
      if (end === 'draw' && (h.winner !== '-' || FORFEITS.has(h.ending))) continue;
      if (end === 'x' && h.winner !== 'x') continue;
      if (end === 'o' && h.winner !== 'o') continue;
    }
    shown.push(i);
  }
  page = 0; list();
}
const result = g => g.winner === 'x' ? '1-0' : g.winner === 'o' ? '0-1' : FORFEITS.has(g.ending) ? '0-0' : '½-½';
function list() {
  const body = $('list'); body.textContent = '';
  for (const i of shown.slice(page * PAGE, (page + 1) * PAGE)) {
    const g = parse(lines[i]), row = make('tr');
    row.append(make('td', g.number), make('td', info.bots[g.x], 'l n x'), make('td', info.bots[g.o], 'l n o'),
      make('td', result(g)), make('td', g.ending, 'l'), make('td', g.moves.length, 's'), make('td', info.stages[g.stage], 'l s'));
    if (game && game.number === g.number) row.className = 'now';
    row.onclick = () => open(i);
    body.append(row);
  }
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  $('count').textContent = shown.length + ' games, page ' + (page + 1) + ' of ' + pages;
  $('back').disabled = page === 0; $('on').disabled = page >= pages - 1;
}
const LINES = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
const TO = [[1,3],[0,2],[1,5],[0,6],[4],[2,8],[3,7],[6,8],[5,7]];
function position(moves, n) {
  const cells = new Array(81).fill(''), owner = new Array(9).fill('');
  for (let i = 0; i < n; i++) {
    const m = moves[i], b = Math.floor(m / 9), mark = i % 2 ? 'o' : 'x';
    cells[m] = mark;
    if (!owner[b] && LINES.some(l => l.every(c => cells[9 * b + c] === mark))) owner[b] = mark;
  }
  const full = b => cells.slice(9 * b, 9 * b + 9).every(c => c);
  const open = b => !full(b) && (info.ruleset === 'open' || !owner[b]);
  const over = LINES.some(l => owner[l[0]] && l.every(b => owner[b] === owner[l[0]]));
  const all = [0,1,2,3,4,5,6,7,8].filter(open);
  const sent = n ? (info.ruleset === 'correspondence' ? TO[moves[n - 1] % 9] : [moves[n - 1] % 9]).filter(open) : [];
  return {cells, owner, target: over ? [] : sent.length ? sent : all};
}
const blocks = [];
for (let b = 0; b < 9; b++) {
  const block = make('div', undefined, 'block'), cells = [];
  for (let c = 0; c < 9; c++) { cells.push(make('div', undefined, 'cell')); block.append(cells[c]); }
  const owner = make('div', '', 'owner'); block.append(owner); $('board').append(block);
  blocks.push({block, cells, owner});
}
const glyph = mark => mark === 'x' ? '✕' : mark === 'o' ? '◯' : '';
function draw() {
  const p = position(game.moves, ply);
  blocks.forEach(({block, cells, owner}, b) => {
    block.classList.toggle('target', p.target.includes(b));
    owner.textContent = glyph(p.owner[b]); owner.className = 'owner ' + p.owner[b];
    cells.forEach((cell, c) => {
      const mark = p.cells[9 * b + c];
      cell.textContent = glyph(mark);
      cell.className = 'cell ' + mark + (ply && game.moves[ply - 1] === 9 * b + c ? ' last' : '');
    });
  });
  $('slide').value = ply;
  $('at').textContent = ply + '/' + game.moves.length;
  for (const [i, b] of [...$('moves').children].entries()) b.classList.toggle('now', i + 1 === ply);
}
function go(n) { ply = Math.max(0, Math.min(game.moves.length, n)); draw(); }
function halt() { clearInterval(timer); timer = 0; $('run').textContent = '▶▶'; }
function open(i) {
  halt(); game = parse(lines[i]);
  $('viewer').className = 'open';
  $('title').textContent = '';
  $('title').append(make('span', info.bots[game.x] + ' ✕', 'x'), ' – ', make('span', info.bots[game.o] + ' ◯', 'o'), '  ' + result(game));
  const box = document.createElement('textarea'); box.innerHTML = game.detail;
  $('how').textContent = info.stages[game.stage] + ', game ' + game.number + ': ' + game.ending + (game.detail ? ' – ' + box.value : '');
  $('moves').textContent = '';
  game.moves.forEach((m, k) => {
    const b = make('b', Math.floor(m / 9) + '' + m % 9, k % 2 ? 'o' : 'x');
    if (k < game.opening) b.title = 'opening';
    b.onclick = () => go(k + 1); $('moves').append(b);
  });
  $('slide').max = game.moves.length; go(game.moves.length); list();
  history.replaceState(null, '', '#game-' + game.number);
  $('viewer').scrollIntoView({block: 'nearest'});
}
for (const id of ['bot', 'other', 'stage', 'ending']) $(id).onchange = filter;
$('back').onclick = () => { page--; list(); }; $('on').onclick = () => { page++; list(); };
$('first').onclick = () => go(0); $('prev').onclick = () => go(ply - 1); $('next').onclick = () => go(ply + 1); $('end').onclick = () => go(1e9);
$('slide').oninput = () => go(+$('slide').value);
$('run').onclick = () => {
  if (timer) return halt();
  if (ply === game.moves.length) ply = 0;
  $('run').textContent = '❚❚'; timer = setInterval(() => ply < game.moves.length ? go(ply + 1) : halt(), 500);
};
document.addEventListener('keydown', e => {
  if (!game || ['SELECT', 'INPUT'].includes(e.target.tagName)) return;
  if (e.key === 'ArrowLeft') go(ply - 1); else if (e.key === 'ArrowRight') go(ply + 1); else return;
  e.preventDefault();
});
document.addEventListener('click', e => {
  const at = e.target.closest('[data-a]'); if (!at) return;
  $('bot').value = at.dataset.a; $('other').value = at.dataset.b; filter();
  document.querySelector('.games').scrollIntoView();
});
document.addEventListener('click', e => {
  const at = e.target.closest('[data-game]'); if (!at) return;
  const i = lines.findIndex(l => l.startsWith(at.dataset.game + '\t')); if (i >= 0) open(i);
});
filter();
const asked = location.hash.match(/^#game-(\d+)$/);
if (asked) { const i = lines.findIndex(l => l.startsWith(asked[1] + '\t')); if (i >= 0) open(i); }
document.documentElement.dataset.ready = performance.now().toFixed(0);
})();
)js";

}  // namespace ninefold::tournament
