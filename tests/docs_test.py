#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the documentation: every relative link leads to a file and heading, every page of docs/ is
in the index docs/README.md (of docs/bots/, in docs/bots.md), every `docs/NAME.md` that a source names and every file of the repository that a
page names exists, and no page, comment or message uses words that make readers stop.

    tests/docs_test.py           checks the tree this file stands in
    tests/docs_test.py ROOT      checks another one
    tests/docs_test.py --self    proves on made-up trees that every rule can fail
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|\b(?:src|href)=\"([^\"]+)\"")
MENTION = re.compile(r"(?<![\w./-])docs/(?!bots/NAME)[\w/-]+\.md")
# Files and folders of the repository, with `*` and placeholders in CAPITALS: `tests/NAME/run`.
FILE = re.compile(r"(?<![\w./*-])(?:src|tests|scripts|web|bench)/[\w./*-]+")
# C++ files, named from any folder: `server/api.cpp`, `position.h`.
CPP_FILE = re.compile(r"`([\w/*]+\.(?:h|cpp))`")
BUILT = ("web/dist", "web/engine/dist", "web/node_modules")
HARD_WORDS = {"texts": "strings", "so many": "N, this many", "likewise": "leave it out", "of late": "recently",
              "anew": "again, restart", "afresh": "again", "thereby": "leave it out", "whoever": "the client, the player",
              "however rudely": "kill -9 included", "take up": "resume", "takes up": "resumes", "go on": "continue",
              "goes on": "continues, is not over", "is told": "gets, is shown", "are told": "get, are shown",
              "was told": "got", "be told": "be shown, be reported"}
HARD = re.compile(rf"\b({'|'.join(HARD_WORDS)})\b(?! positions)", re.IGNORECASE)
FOREIGN = re.compile(r"[a-z][a-z0-9+.-]*:|//")


def without_code(text):
    """Blanks fenced, indented and inline code, keeping line numbers."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    text = re.sub(r"^```.*?^```", blank, text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", blank, text)


def anchor(heading):
    """The fragment that GitHub gives a heading."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def anchors_of(path):
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    seen, found = {}, set()
    for heading in re.findall(r"^#{1,6} +(.+?) *$", text, flags=re.MULTILINE):
        name = anchor(heading)
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.add(f"{name}-{count}" if count else name)
    return found | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))


def link_problems(root, page):
    text = without_code(page.read_text(encoding="utf-8"))
    for match in LINK.finditer(text):
        link = match.group(1) or match.group(2)
        if FOREIGN.match(link):
            continue
        name, _, fragment = link.partition("#")
        target = (page.parent / name) if name else page
        where = f"{page.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}"
        if not target.exists():
            yield f"{where}: {link} leads to no file"
        elif fragment and target.suffix == ".md" and fragment not in anchors_of(target):
            yield f"{where}: {target.name} has no heading #{fragment}"


def linked_from(page):
    links = LINK.findall(page.read_text(encoding="utf-8")) if page.exists() else []
    return {(page.parent / link.partition("#")[0]).resolve() for link, _ in links if link}


def index_problems(root, files):
    docs = root / "docs"
    for page in sorted(path for path in files if path.suffix == ".md" and docs in path.parents):
        index = docs / ("bots.md" if page.parent.name == "bots" else "README.md")
        notebook = page.parent.name == "notebook" and page.name != "README.md"
        if page != index and not notebook and page.resolve() not in linked_from(index):
            yield f"{index.relative_to(root)} does not list {page.relative_to(root)}"


def mention_problems(root, path):
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    for match in MENTION.finditer(text):
        if not (root / match.group(0)).exists():
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path.relative_to(root)}:{line}: there is no {match.group(0)}"


def is_history(root, path):
    return path.relative_to(root).as_posix().startswith(("docs/notebook/", "CHANGELOG"))


def file_problems(root, page, listing):
    """`listing` has the names of all files, each between line ends."""
    text = page.read_text(encoding="utf-8")
    folder = page.parent.relative_to(root).as_posix()
    for match in FILE.finditer(text):
        name = match.group(0).rstrip("./")
        found = re.search(rf"\n(?:{re.escape(folder)}/)?{pattern_of(name)}[/\n]", listing)
        if not found and not name.startswith(BUILT):
            yield f"{page.relative_to(root)}:{line_of(text, match)}: there is no {name}"
    for match in CPP_FILE.finditer(text):
        if not re.search(rf"[/\n]{pattern_of(match.group(1))}\n", listing):
            yield f"{page.relative_to(root)}:{line_of(text, match)}: there is no {match.group(1)}"


def pattern_of(name):
    """A regular expression for `*` and placeholders."""
    return re.sub(r"\\\*|[A-Z]{2,}", r"[^/\\n]*", re.escape(name))


def line_of(text, match):
    return text.count("\n", 0, match.start()) + 1


def is_prose(root, path):
    """Pages, and sources with their comments and messages; the notebook and the changelog are history."""
    name = path.relative_to(root).as_posix()
    if is_history(root, path) or name.endswith("_test.cpp"):
        return False
    return (path.suffix == ".md" or (name.startswith("src/") and path.suffix in (".h", ".cpp"))
            or (name.startswith("web/src/") and path.suffix in (".ts", ".tsx")))


def comments_of(text):
    """TypeScript without its code, keeping line numbers."""
    code = re.compile(r"(?P<comment>//[^\n]*|/\*.*?\*/)|[^\n]", re.DOTALL)
    return code.sub(lambda match: match.group("comment") or " ", text)


def word_problems(root, path):
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".ts", ".tsx") and path.parent.name != "language":
        text = comments_of(text)
    for match in HARD.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        better = HARD_WORDS[match.group(1).lower()]
        yield f"{path.relative_to(root)}:{line}: plainer than '{match.group(1)}': {better}"


def problems_of(root, files):
    found = list(index_problems(root, files))
    listing = "".join(f"\n{path.relative_to(root).as_posix()}\n" for path in files)
    for path in files:
        if path.suffix == ".md":
            found += link_problems(root, path)
            if not is_history(root, path):
                found += file_problems(root, path, listing)
        if path.name != "docs_test.py":
            found += mention_problems(root, path)
        if is_prose(root, path):
            found += word_problems(root, path)
    return found


def tracked_files(root):
    listing = subprocess.run(["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"],
                             capture_output=True, check=True).stdout
    paths = (root / name for name in listing.decode().split("\0") if name)
    return [path for path in paths if path.is_file() and path.stat().st_size < 1_000_000]


class Self(unittest.TestCase):
    def problems(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            files = {"docs/README.md": "[a](a.md)\n", "docs/a.md": "# The `a` page\n", **pages}
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return problems_of(root, [root / name for name in files])

    def test_sound(self):
        self.assertEqual([], self.problems(**{
            "README.md": "[x](docs/a.md#the-a-page) [y](https://a.b/c) `[z](no.md)`\n```\n[z](no.md)\n```\n"}))

    def test_missing_file(self):
        self.assertIn("README.md:2: docs/b.md leads to no file", self.problems(**{"README.md": "\n[x](docs/b.md)\n"})[0])

    def test_missing_picture(self):
        self.assertEqual(1, len(self.problems(**{"README.md": '<img src="no.png">'})))

    def test_missing_heading(self):
        self.assertIn("no heading #b", self.problems(**{"README.md": "[x](docs/a.md#b)"})[0])

    def test_page_not_in_index(self):
        self.assertEqual(["docs/README.md does not list docs/b.md"], self.problems(**{"docs/b.md": "# B\n"}))
        self.assertEqual(["docs/bots.md does not list docs/bots/b.md"], self.problems(**{"docs/bots/b.md": "# B\n"}))

    def test_hard_words(self):
        problems = self.problems(**{"README.md": "Whoever reads texts.\n", "a.py": "texts"})
        self.assertEqual(["README.md:1: plainer than 'Whoever': the client, the player",
                          "README.md:1: plainer than 'texts': strings"], problems)

    def test_hard_words_in_comments_of_the_page(self):
        self.assertEqual(["web/src/a.ts:2: plainer than 'anew': again, restart",
                          "web/src/a.ts:4: plainer than 'anew': again, restart"],
                         self.problems(**{"web/src/a.ts": "const texts = 1;\nf(); // anew\n/* a\nanew */\n"}))

    def test_page_names_missing_file(self):
        names = "`tests/NAME/run` `tests/*/run` `tests/x/` `run.h` `src/a/run.h` `a/run.h` `web/dist/a.js` build/tests/b.\n"
        files = {"tests/x/run": "", "src/a/run.h": ""}
        self.assertEqual([], self.problems(**files, **{"README.md": names, "CHANGELOG.md": "`src/gone.h`"}))
        self.assertEqual(["README.md:1: there is no src/gone", "README.md:1: there is no tests/x/walk",
                          "README.md:1: there is no b/run.h"],
                         self.problems(**files, **{"README.md": "src/gone. `tests/x/walk` `b/run.h`\n"}))

    def test_page_names_file_beside_it(self):
        self.assertEqual([], self.problems(**{"hosts/README.md": "`src/a.py`\n", "hosts/src/a.py": ""}))

    def test_source_names_missing_page(self):
        self.assertEqual(["a.cpp:1: there is no docs/b.md"], self.problems(**{"a.cpp": "// see docs/b.md\n"}))


def main():
    if "--self" in sys.argv:
        unittest.main(argv=[sys.argv[0]])
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    problems = problems_of(root, tracked_files(root))
    print("\n".join(problems) or "links, index, mentions and words of the documentation hold")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
