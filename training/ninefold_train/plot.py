# SPDX-License-Identifier: MIT
"""Draws a student's loss curve as SVG:  python3 -m ninefold_train.plot RUN/student.csv OUT.svg
Training loss on the left scale, held-out error against search values on the right."""
import csv
import pathlib
import sys

WIDTH, HEIGHT, MARGIN = 640, 320, 56


def scale(values, low, high):
    bottom, top = min(values), max(values)
    span = (top - bottom) or 1
    return [low + (v - bottom) / span * (high - low) for v in values], bottom, top


def curve(points, colour, dots=False):
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
                    for x, y in points) if dots else ""
    return f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="2"/>{marks}'


def label(x, y, text, anchor, colour="#333"):
    return f'<text x="{x}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{text}</text>'


def draw(rows):
    rows = [r for r in rows if int(r[0]) > 50]  # the first steps would flatten the rest
    steps = [int(r[0]) for r in rows]
    xs, _, last = scale(steps, MARGIN, WIDTH - MARGIN)
    place = dict(zip(steps, xs))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" '
             'fill="#fff"/>']
    losses = [float(r[1]) for r in rows]
    ys, low, high = scale(losses, HEIGHT - MARGIN, MARGIN)
    parts += [curve(list(zip(xs, ys)), "#1a7f8e"),
              label(MARGIN - 6, HEIGHT - MARGIN, f"{low:.4f}", "end", "#1a7f8e"),
              label(MARGIN - 6, MARGIN + 4, f"{high:.4f}", "end", "#1a7f8e"),
              label(MARGIN, 24, "training loss (cross-entropy of the score)", "start", "#1a7f8e")]
    held = [(int(r[0]), float(r[3])) for r in rows if len(r) > 3 and r[3]]
    if held:
        ys, low, high = scale([v for _, v in held], HEIGHT - MARGIN, MARGIN)
        parts += [curve([(place[s], y) for (s, _), y in zip(held, ys)], "#c2571a", True),
                  label(WIDTH - MARGIN + 6, HEIGHT - MARGIN, f"{low:.4f}", "start", "#c2571a"),
                  label(WIDTH - MARGIN + 6, MARGIN + 4, f"{high:.4f}", "start", "#c2571a"),
                  label(WIDTH - MARGIN, 24, "held-out RMSE against search value", "end",
                        "#c2571a")]
    parts += [label(MARGIN, HEIGHT - 20, f"step {steps[0]}", "start"),
              label(WIDTH - MARGIN, HEIGHT - 20, f"step {last}", "end"), "</svg>"]
    return "\n".join(parts) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], newline="") as file:
        pathlib.Path(sys.argv[2]).write_text(draw(list(csv.reader(file))))


if __name__ == "__main__":
    main()
