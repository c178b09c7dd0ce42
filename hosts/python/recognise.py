# SPDX-License-Identifier: MIT
"""Says what a Python bot file is, by reading it and without running it.

usage: python3 -S -E recognise.py [--allow MODULE,MODULE,...] FILE

Prints one JSON object:
  file                 the path, as given
  choice               {"interface", "name"} where there is one answer, else null
  advice               a sentence for the author where there is none, else null
  interfaces           the interfaces that the file fits
  candidates           per interface, [{"name", "line"}]
  imports              [{"module", "line"}]; a relative one begins with a dot; module
                       is null for a call of __import__ with a computed name
  syntax_error         {"line", "message"} by the Python that runs this, or null
  python2              {"verdict": "certain" | "likely" | "no", "lines": [{"line", "what"}]}
  compiled_extensions  .so, .pyd, .dll and .dylib files beside the bot
  violations           with --allow: [{"file", "line", "module", "sentence"}], helper
                       modules beside the bot included
The rules of recognition are in ninefold_host_lib/candidates.py, those of reading
in ninefold_host_lib/source_scan.py; both are simple enough to mirror elsewhere.
Exit status: 0, or 2 where the file cannot be read or the call is wrong.
"""
import json
import os
import sys

from ninefold_host_lib import candidates
from ninefold_host_lib.source_scan import SourceScan

COMPILED_SUFFIXES = (".so", ".pyd", ".dll", ".dylib")
PROMISED_MODULES = {"select_move": ("state",), "best_move": ("engines", "game")}
MOST_LINES = 20


def syntax_error_of(source, path):
    try:
        compile(source, path, "exec", 0, True)
    except SyntaxError as error:
        return {"line": error.lineno or 0, "message": error.msg, "kind": type(error).__name__}
    except (ValueError, TypeError) as error:
        return {"line": 0, "message": str(error), "kind": "ValueError"}
    return None


def python2_report(scan, syntax_error):
    lines = list(scan.python2_lines)
    if syntax_error and syntax_error["kind"] == "TabError":
        lines.append((syntax_error["line"], "tabs and spaces mixed"))
    # `print >>f, x` compiles under Python 3 and fails when it runs.
    is_certain = lines and (syntax_error or any(what == "print statement" for _, what in lines))
    verdict = "certain" if is_certain else "likely" if lines or scan.python2_hints else "no"
    lines = sorted(lines + scan.python2_hints)
    return {"verdict": verdict, "lines": [{"line": n, "what": what} for n, what in lines[:MOST_LINES]]}


def compiled_extensions(folder):
    """Beside the bot and one folder down; deeper ones cannot be imported as modules of its own."""
    found = []
    for parent, folders, files in os.walk(folder):
        relative = os.path.relpath(parent, folder)
        if relative != ".":
            del folders[:]
        found += [os.path.normpath(os.path.join(relative, f)) for f in files if f.endswith(COMPILED_SUFFIXES)]
    return sorted(found)


def helper_path(folder, module):
    """The file of a module beside the bot, or None."""
    base = os.path.join(folder, *module.lstrip(".").split("."))
    for path in (base + ".py", os.path.join(base, "__init__.py")):
        if os.path.isfile(path):
            return path
    return None


class AllowList(object):
    """Checks a bot's imports, and those of the helpers it imports, against a list."""

    def __init__(self, allowed, folder):
        self._allowed = set(allowed) | set(["__future__"])
        self._folder = folder
        self._seen = set()
        self.violations = []

    def check(self, path, scan):
        for found in scan.imports:
            top = (found.module or "").lstrip(".").split(".")[0]
            if top in self._allowed:
                continue
            helper = found.module and helper_path(self._folder, found.module)
            helper = helper or (top and helper_path(self._folder, top))
            if helper:
                self._check_helper(helper)
            elif not (found.module or "x").startswith("."):
                self._add(path, found)

    def _check_helper(self, path):
        if path not in self._seen:
            self._seen.add(path)
            with open(path, "rb") as stream:
                self.check(path, SourceScan(stream.read()))

    def _add(self, path, found):
        name = os.path.relpath(path, self._folder)
        what = "imports %s, which is not on the list" % found.module if found.module else (
            "imports a module whose name is only known when it runs")
        self.violations.append({"file": name, "line": found.line, "module": found.module,
                                "sentence": "%s, line %d: %s" % (name, found.line, what)})


def choose(found):
    """(choice, advice) from the candidates per interface."""
    if not found:
        return None, "no bot found: needed is %s" % ", or ".join(
            candidates.WANTED[i] for i in candidates.INTERFACES)
    if len(found) == 1:
        interface, definitions = list(found.items())[0]
        if len(definitions) == 1:
            return {"interface": interface, "name": definitions[0].name}, None
    options = ["%s:FILE#%s (line %d)" % (i, d.name, d.line) for i in sorted(found) for d in found[i]]
    return None, "several candidates; say which one: " + ", ".join(options)


def recognise(path, allowed):
    with open(path, "rb") as stream:
        source = stream.read()
    folder = os.path.dirname(os.path.abspath(path))
    scan = SourceScan(source)
    syntax_error = syntax_error_of(source, path)
    interfaces = candidates.interfaces_that_fit(scan.definitions)
    found = dict((i, candidates.candidates(scan.definitions, i)) for i in interfaces)
    choice, advice = choose(found)
    report = {
        "file": path, "choice": choice, "advice": advice, "interfaces": interfaces,
        "candidates": dict((i, [{"name": d.name, "line": d.line} for d in found[i]]) for i in found),
        "imports": [{"module": i.module, "line": i.line} for i in scan.imports],
        "syntax_error": syntax_error, "python2": python2_report(scan, syntax_error),
        "compiled_extensions": compiled_extensions(folder),
    }
    if allowed is not None:
        promised = [m for i in interfaces for m in PROMISED_MODULES.get(i, ())]
        check = AllowList(allowed + promised, folder)
        check.check(os.path.abspath(path), scan)
        report["violations"] = check.violations
    return report


def main(words):
    allowed = None
    words = list(words)
    if words[:1] == ["--allow"] and len(words) > 1:
        allowed = [name.strip() for name in words[1].split(",") if name.strip()]
        words = words[2:]
    if len(words) != 1 or words[0].startswith("--"):
        sys.stderr.write("usage: recognise.py [--allow MODULE,MODULE,...] FILE\n")
        return 2
    try:
        report = recognise(words[0], allowed)
    except (IOError, OSError) as error:
        print(json.dumps({"file": words[0], "advice": "cannot read the file: %s" % error.strerror}))
        return 2
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
