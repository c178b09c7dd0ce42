#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Walks the includes of src/ and fails on one that points up.

A room may include itself, the rooms its `ninefold_room(... USES ...)` line in CMakeLists.txt names,
and what those use in turn. The house rules that a machine can see are checked on the way:
`#pragma once` and an SPDX line, no `using namespace` over a header, own header first, no include
cycles, JSON read in one place, no TRY that leaks.

    tests/architecture_test.py           checks the tree this file stands in
    tests/architecture_test.py ROOT      checks another one
    tests/architecture_test.py --self    proves on made-up trees that every rule can fail
"""

import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOM_LINE = re.compile(r"^\s*ninefold_room\(\s*(\w+)(?:\s+HOT)?(?:\s+USES\s+([^)]*))?\)", re.MULTILINE)
JSON_READER = "src/base/parse_json.h"
# Where a TRY that returns leaks (src/base/try.h), and what.
LEAKING_TRY = {
    "TRY behind other values in braces leaks them":
        re.compile(r"\{(?:[^{}();]|\([^()]*\))*,(?:[^{}();]|\([^()]*\))*\bTRY\("),
    "TRY behind new leaks the object": re.compile(r"\bnew\s+[\w:<>]+\([^;]*?\bTRY\("),
}
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def strip_comments(text):
    """Blanks comments, keeping line numbers."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r"//[^\n]*|/\*.*?\*/", blank, text, flags=re.DOTALL)


def declared_rooms(cmake_text):
    """Room -> every room it may include, and the complaints about the declarations."""
    allowed, problems = {}, []
    for room, uses in ROOM_LINE.findall(re.sub(r"#[^\n]*", "", cmake_text)):
        allowed[room] = {room}
        for used in uses.split():
            if used in allowed:
                allowed[room] |= allowed[used]
            elif re.search(rf"ninefold_room\(\s*{re.escape(used)}\b", cmake_text):
                problems.append(f"CMakeLists.txt: room {room} uses {used}, declared after it")
    return allowed, problems


def includes_of(path):
    """(line number, bracket, included path) of every include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def direction_problems(src, path, allowed):
    room = path.relative_to(src).parts[0]
    for number, bracket, target in includes_of(path):
        where = f"src/{path.relative_to(src)}:{number}"
        parts = Path(target).parts
        if bracket == "<":
            if len(parts) > 1 and parts[0] in allowed and (src / target).exists():
                yield f'{where}: write "{target}", not <{target}>'
        elif ".." in parts or len(parts) < 2 or parts[0] not in allowed:
            yield f'{where}: "{target}" does not start with a room; includes are from src/'
        elif parts[0] not in allowed[room]:
            yield (
                f'{where}: {room} includes "{target}", but may use only '
                f"{', '.join(sorted(allowed[room] - {room})) or 'itself'}"
            )
        elif not (src / target).exists():
            yield f'{where}: there is no "{target}"'


def house_problems(src, path):
    name = f"src/{path.relative_to(src)}"
    text = path.read_text(encoding="utf-8")
    code = strip_comments(text)
    if "SPDX-License-Identifier: MIT" not in text.partition("\n")[0]:
        yield f"{name}:1: the first line is not the SPDX line"
    if path.suffix == ".h":
        if not re.search(r"^#pragma once$", code, re.MULTILINE):
            yield f"{name}: has no #pragma once"
        # Namespaces are not indented, so that column 0 is outside every function.
        if re.search(r"^using\s+namespace\b", code, re.MULTILINE):
            yield f"{name}: using namespace in a header"
    if name != JSON_READER and not path.stem.endswith("_test") and not path.stem.endswith("_for_test"):
        if re.search(r"\b[Jj]son::(parse|accept)\(", code):
            yield f"{name}: reads JSON without base::parse_json, which limits its depth"
    for leak, pattern in LEAKING_TRY.items():
        if found := pattern.search(code):
            number = code.count("\n", 0, found.end()) + 1
            yield f"{name}:{number}: {leak}: give its value a name first"
    own = path.with_suffix(".h")
    if path.suffix == ".cpp" and own.exists():
        first = next(includes_of(path), None)
        if first is None or first[2] != str(own.relative_to(src)):
            yield f'{name}: its own header "{own.relative_to(src)}" is not included first'


def cycle_problems(src, headers):
    graph = {
        str(path.relative_to(src)): [target for _, _, target in includes_of(path)]
        for path in headers
    }
    done, trail = set(), []

    def visit(node):
        if node in trail:
            yield "include cycle: " + " -> ".join(trail[trail.index(node) :] + [node])
        elif node in graph and node not in done:
            trail.append(node)
            for target in graph[node]:
                yield from visit(target)
            trail.pop()
            done.add(node)

    for node in sorted(graph):
        yield from visit(node)


def check(root):
    """Every complaint about the tree, as one line each."""
    src = root / "src"
    allowed, problems = declared_rooms((root / "CMakeLists.txt").read_text(encoding="utf-8"))
    if not allowed:
        return ["CMakeLists.txt: no ninefold_room(...) line found"]
    files = sorted(p for p in src.rglob("*") if p.suffix in (".h", ".cpp") and p.is_file())
    if not files:
        return ["src/: no C++ files found"]
    for path in files:
        place = path.relative_to(src)
        if len(place.parts) < 2 or place.parts[0] not in allowed:
            problems.append(f"src/{place}: is in no room that CMakeLists.txt declares")
            continue
        problems += direction_problems(src, path, allowed)
        problems += house_problems(src, path)
    problems += cycle_problems(src, [p for p in files if p.suffix == ".h"])
    return problems


class SelfTest(unittest.TestCase):
    """A sound little tree, then the same tree with one thing wrong."""

    CMAKE = "ninefold_room(base USES fmt::fmt)\nninefold_room(rules HOT USES base)\nninefold_room(cli USES rules)\n"
    HEADER = "// SPDX-License-Identifier: MIT\n#pragma once\n"
    SOUND = {
        "CMakeLists.txt": CMAKE,
        "src/base/rng.h": HEADER + "#include <vector>\n",
        "src/rules/move.h": HEADER + '#include "base/rng.h"\n',
        "src/rules/move.cpp": "// SPDX-License-Identifier: MIT\n"
        '#include "rules/move.h"\n#include "base/rng.h"\n',
        "src/cli/show.h": HEADER + '#include "base/rng.h"\n// #include "cli/gone.h"\n',
    }

    def problems(self, **changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**self.SOUND, **changes.get("files", {})}.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check(Path(folder))

    def refuse(self, name, text, *words):
        problems = self.problems(files={name: text})
        self.assertEqual(len(problems), 1, problems)
        for word in words:
            self.assertIn(word, problems[0])

    def test_sound_tree_passes(self):
        self.assertEqual(self.problems(), [])

    def test_upward_include(self):
        text = self.HEADER + '#include "rules/move.h"\n'
        self.refuse("src/base/clock.h", text, "src/base/clock.h:3", "rules/move.h", "itself")

    def test_sideways_include_of_a_room_not_named(self):
        cmake = self.CMAKE + "ninefold_room(net USES base)\n"
        problems = self.problems(
            files={
                "CMakeLists.txt": cmake,
                "src/net/net.h": self.HEADER + '#include "rules/move.h"\n',
            }
        )
        self.assertEqual(len(problems), 1, problems)
        self.assertIn("net includes", problems[0])

    def test_use_of_a_later_room(self):
        cmake = "ninefold_room(base\n    USES rules)\nninefold_room(rules USES base)\nninefold_room(cli USES rules)\n"
        self.refuse("CMakeLists.txt", cmake, "base uses rules")

    def test_include_without_room(self):
        self.refuse("src/base/a.h", self.HEADER + '#include "rng.h"\n', "does not start with a room")

    def test_include_through_the_parent_folder(self):
        text = self.HEADER + '#include "../rules/move.h"\n'
        self.refuse("src/base/a.h", text, "does not start with a room")

    def test_include_in_angle_brackets(self):
        self.refuse("src/base/a.h", self.HEADER + "#include <rules/move.h>\n", "not <rules/move.h>")

    def test_include_of_nothing(self):
        self.refuse("src/base/a.h", self.HEADER + '#include "base/b.h"\n', "there is no")

    def test_try_in_braces(self):
        text = self.HEADER + "inline Result<Game> a() {\n    f(b, TRY(c()));\n    return Game{b, c(d, e), TRY(g())};\n}\n"
        self.refuse("src/base/a.h", text, "src/base/a.h:5", "TRY")

    def test_try_behind_new(self):
        text = self.HEADER + "inline Result<Game> a() {\n    return wrap(new Game(\n        b, TRY(g())));\n}\n"
        self.refuse("src/base/a.h", text, "src/base/a.h:5", "behind new")

    def test_file_outside_the_rooms(self):
        self.refuse("src/utils/a.h", self.HEADER, "in no room")

    def test_json_read_elsewhere(self):
        text = '// SPDX-License-Identifier: MIT\nauto j = nlohmann::json::parse("{}");\n'
        self.refuse("src/base/a.cpp", text, "base::parse_json")
        self.assertEqual(self.problems(files={"src/base/a_test.cpp": text}), [])

    def test_cycle(self):
        problems = self.problems(
            files={
                "src/base/a.h": self.HEADER + '#include "base/b.h"\n',
                "src/base/b.h": self.HEADER + '#include "base/a.h"\n',
            }
        )
        self.assertEqual(problems, ["include cycle: base/a.h -> base/b.h -> base/a.h"])

    def test_header_without_pragma_once(self):
        self.refuse("src/base/a.h", "// SPDX-License-Identifier: MIT\n", "#pragma once")

    def test_file_without_licence_line(self):
        self.refuse("src/base/a.h", "#pragma once\n", "SPDX")

    def test_using_namespace_in_header(self):
        self.refuse("src/base/a.h", self.HEADER + "using namespace std;\n", "using namespace")

    def test_using_namespace_in_a_function_is_its_own_affair(self):
        text = self.HEADER + "inline void f() {\n    using namespace std;\n}\n"
        self.assertEqual(self.problems(files={"src/base/a.h": text}), [])

    def test_own_header_not_first(self):
        text = '// SPDX-License-Identifier: MIT\n#include "base/rng.h"\n#include "rules/move.h"\n'
        self.refuse("src/rules/move.cpp", text, "not included first")


def main():
    if sys.argv[1:] == ["--self"]:
        unittest.main(argv=sys.argv[:1])
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    problems = check(root)
    print("\n".join(problems) or "every include points down")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
