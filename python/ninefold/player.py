# SPDX-License-Identifier: MIT
"""A game as a small player, for Jupyter and for pages."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._ninefold import Game

PAGE = """<!DOCTYPE html><meta charset="utf-8"><style>
:root{color-scheme:light dark}
body{margin:0;font:14px system-ui,sans-serif}
nav{display:flex;gap:4px;align-items:center;width:360px;margin-top:6px}
button{min-width:36px;font:inherit}input{flex:1;min-width:0}
</style><div id="board"></div><nav><button aria-label="First move">&laquo;</button>
<button aria-label="Move back">&lsaquo;</button><input type="range" min="0" aria-label="Move">
<button aria-label="Next move">&rsaquo;</button><button aria-label="Last move">&raquo;</button></nav>
<p id="words"></p><script>
const {lines, frames, words} = DATA;
const [first, back, next, last] = document.querySelectorAll('button');
const slider = document.querySelector('input');
const show = (ply) => {
  slider.value = ply = Math.max(0, Math.min(frames.length - 1, ply));
  document.getElementById('board').innerHTML = frames[ply].map((i) => lines[i]).join('');
  document.getElementById('words').textContent = words[ply];
};
const step = (by) => () => show(Number(slider.value) + by);
slider.max = frames.length - 1;
slider.oninput = step(0);
first.onclick = step(-99); back.onclick = step(-1); next.onclick = step(1); last.onclick = step(99);
onkeydown = (e) => { if (e.target !== slider) ({ArrowLeft: back, ArrowRight: next})[e.key]?.click(); };
show(frames.length - 1);
</script>"""


def _words(game: Game) -> list[str]:
    """What stands below each position."""
    players = f"{game.x or 'X'} v {game.o or 'O'}"
    words = [players]
    side = game.start.side
    for number, (move, score) in enumerate(zip(game.moves, game.evals), 1):
        chance = "" if score is None else f", X {100 * score:.0f} %"
        words.append(f"{players} · {number}. {side.upper()} {move}{chance}")
        side = "o" if side == "x" else "x"
    words[-1] += f" · {game.result}" + (f", {game.ending}" if game.ending else "")
    return words


def game_html(game: Game) -> str:
    """An HTML element that replays the game: buttons, a slider and the arrow keys.

    Each position is a drawing of its own; what they have in common is written once.

    >>> game_html(Game(Position.from_moves("44 40"))).startswith("<iframe ")
    True
    """
    numbers: dict[str, int] = {}
    frames = [
        [numbers.setdefault(line, len(numbers)) for line in position.svg().splitlines()]
        for position in game.positions()
    ]
    data = json.dumps({"lines": list(numbers), "frames": frames, "words": _words(game)}, separators=(",", ":"))
    page = PAGE.replace("DATA", data.replace("<", "\\u003c"), 1)
    return f'<iframe width="380" height="450" style="border:0" srcdoc="{html.escape(page)}"></iframe>'
