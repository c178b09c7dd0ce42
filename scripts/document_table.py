# SPDX-License-Identifier: MIT
"""Tables of measurements in Markdown, between a document's two comments that name their script."""

import sys


def line(cells):
    return "| " + " | ".join(str(cell).replace("|", " or ") for cell in cells) + " |"


def table(header, rows):
    return "\n".join([line(header), "|" + "---|" * len(header), *map(line, rows)])


def cells_of(lines):
    """The cells of each row of a table; other lines are left out."""
    rows = [[cell.strip() for cell in text.strip("|").split("|")] for text in lines if text.startswith("|")]
    return rows[2:]


def parts_of(path, begin, end):
    """What stands before the table, the lines between the two comments, and what stands behind them."""
    before, _, rest = path.read_text().partition(begin)
    inside, found, after = rest.partition(end)
    if not found:
        sys.exit(f"{sys.argv[0]}: {path} has no {begin} … {end}")
    return before, inside.strip().splitlines(), after
