# SPDX-License-Identifier: MIT
"""Says what a Python bot file is, by reading it and without running it.

usage: python3 -S -E recognise.py [--allow MODULE,MODULE,...] FILE

Prints one JSON object:
  file                 the path, as given
  choice               {"interface", "name"} where there is one answer, else null
  advice               a sentence for the author where there is none, else null
  interfaces           the interfaces that the file fits
  terms                per interface, {"provides", "needs", "python"} of interfaces.py
  candidates           per interface, [{"name", "line"}]
  imports              [{"module", "line"}]; a relative one begins with a dot; module
                       is null for a call of __import__ with a computed name
  packages             {module: Debian package} of those imports that Debian has
  helpers              modules beside the bot that it imports, and those they import
  syntax_error         {"file", "line", "message"} by the Python that runs this, or null,
                       of the bot or else of a helper
  python2              {"verdict": "certain" | "likely" | "no", "lines": [{"file", "line", "what"}]}
  python3              {"lines": ...}: what only Python 3 has; helpers count in both
  compiled_extensions  .so, .pyd, .dll and .dylib files beside the bot
  violations           with --allow: [{"file", "line", "module", "sentence"}], helper
                       modules beside the bot included
The rules of recognition are in ninefold_host_lib/candidates.py, those of reading
in ninefold_host_lib/source_scan.py; both are simple enough to mirror elsewhere.
What it reads was written by strangers, and it runs outside the sandbox: only
regular files, those beside the bot only where they lie in its folder, and no more
bytes of all together than MOST_BYTES.
Exit status: 0, or 2 where the file cannot be read or the call is wrong.
"""
import json
import os
import stat
import sys

from ninefold_host_lib import candidates, debian_packages, interfaces
from ninefold_host_lib.source_scan import SourceScan

COMPILED_SUFFIXES = (".so", ".pyd", ".dll", ".dylib")
MOST_LINES = 20
MOST_HELPERS = 200
MOST_BYTES = 16 << 20  # of a bot's file and its helpers
MOST_ENTRIES = 20000  # of a folder, looked through


class TooMuch(Exception):
    """There is more to read than a bot may have; the sentence says what."""


class SourceFile(object):
    """A file of the bot's, read: the bot itself or a helper."""

    def __init__(self, path, source):
        self.path, self.name = path, os.path.basename(path)
        self.scan = SourceScan(source)
        self.syntax_error = self._syntax_error(source)

    def _syntax_error(self, source):
        try:
            compile(source, self.path, "exec", 0, True)
        except SyntaxError as error:
            return {"file": self.name, "line": error.lineno or 0, "message": error.msg, "kind": type(error).__name__}
        except (ValueError, TypeError) as error:
            return {"file": self.name, "line": 0, "message": str(error), "kind": "ValueError"}
        except (RuntimeError, MemoryError, OverflowError):  # RecursionError is a RuntimeError
            return {"file": self.name, "line": 0, "message": "it is nested too deeply, or too large, for Python to compile", "kind": "RuntimeError"}
        return None

    def python2_lines(self):
        lines = list(self.scan.python2_lines)
        if self.syntax_error and self.syntax_error["kind"] == "TabError":
            lines.append((self.syntax_error["line"], "tabs and spaces mixed"))
        return lines

    def report(self, lines):
        return [{"file": self.name, "line": n, "what": what} for n, what in sorted(lines)]


class BotFolder(object):
    """Reads the bot's file and the modules beside it, each once."""

    def __init__(self, folder):
        self.path = os.path.realpath(folder)
        self._files = {}
        self._room = MOST_BYTES

    def read(self, path):
        source = self._bytes_of(path)
        return self._files.setdefault(os.path.realpath(path), SourceFile(path, source))

    def helper(self, module):
        """The file of a module beside the bot or of the package that it is in, or None."""
        top = module.lstrip(".").split(".")[0]
        for name in (module, top):
            path = helper_path(self.path, name)
            real = path and os.path.realpath(path)
            if not real or not real.startswith(os.path.join(self.path, "")):
                continue
            try:
                return self._files.get(real) or self.read(path)
            except (IOError, OSError):
                return None  # the bot will meet the same, and say so
        return None

    def _bytes_of(self, path):
        # Without O_NONBLOCK opening a pipe waits until somebody writes to it.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as stream:
            about = os.fstat(descriptor)
            if not stat.S_ISREG(about.st_mode):
                raise OSError(0, "it is not a regular file")
            # No more than there is by its own word: /proc/kmsg says 0, and never ends.
            source = stream.read(min(about.st_size, self._room + 1))
        if len(source) > self._room:
            raise TooMuch("%s is too large: a bot's Python files may have %d MiB together"
                          % (os.path.basename(path), MOST_BYTES >> 20))
        self._room -= len(source)
        return source


def helpers_of(bot, folder):
    """The modules beside the bot that it imports, those that they import, and so on."""
    files = [bot]
    for file in files:
        for found in file.scan.imports:
            helper = found.module and folder.helper(found.module)
            if helper and helper not in files and len(files) <= MOST_HELPERS:
                files.append(helper)
    return files[1:]


def inherit_from_helpers(bot, helpers):
    """Gives the bot's classes the methods of those that helpers define, as the host sees them."""
    provided = [module for each in interfaces.ALL for module in each.provides]
    known = {}
    for helper in helpers:
        if os.path.splitext(helper.name)[0] not in provided:
            for definition in helper.scan.definitions:
                known.setdefault(definition.name, definition)
    own = dict((definition.name, definition) for definition in bot.scan.definitions)
    for definition in bot.scan.definitions:
        bases, seen = list(definition.bases), set()  # a function has none
        for name in bases:  # it grows by those of its bases
            parent = known.get(name) if name == definition.name else own.get(name, known.get(name))
            if name in seen or parent is None or parent.methods is None:
                continue
            seen.add(name)
            bases += parent.bases
            for method, parameters in parent.methods.items():
                definition.methods.setdefault(method, parameters)


def python2_report(files):
    certain, likely = [], []
    for file in files:
        lines = file.python2_lines()
        # `print >>f, x` compiles under Python 3 and fails when it runs.
        is_certain = lines and (file.syntax_error or any(what == "print statement" for _, what in lines))
        (certain if is_certain else likely).extend(file.report(lines + file.scan.python2_hints))
    verdict = "certain" if certain else "likely" if likely else "no"
    return {"verdict": verdict, "lines": (certain + likely)[:MOST_LINES]}


def python3_report(files):
    return {"lines": [line for file in files for line in file.report(file.scan.python3_lines)][:MOST_LINES]}


def compiled_extensions(folder):
    """Beside the bot and one folder down; deeper ones cannot be imported as modules of its own."""
    found, seen = [], 0
    for parent, folders, files in os.walk(folder):
        relative = os.path.relpath(parent, folder)
        seen += len(files) + len(folders)
        if relative != "." or seen > MOST_ENTRIES:
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

    def __init__(self, allowed, promised, folder):
        self._allowed = set(allowed) | set(["__future__"])
        self._promised = set(promised)
        self._folder = folder
        self._seen = []
        self.violations = []

    def check(self, file):
        self._seen.append(file)
        if len(self._seen) > MOST_HELPERS:
            raise TooMuch("it imports more than %d modules beside it: too many to check" % MOST_HELPERS)
        for found in file.scan.imports:
            top = (found.module or "").lstrip(".").split(".")[0]
            if top in self._promised:
                continue
            helper = found.module and self._folder.helper(found.module)
            if helper:
                if helper not in self._seen:
                    self.check(helper)
            elif top not in self._allowed and not (found.module or "x").startswith("."):
                self._add(file.path, found)

    def _add(self, path, found):
        name = os.path.relpath(os.path.realpath(path), self._folder.path)
        what = "imports %s, which is not on the list" % found.module if found.module else (
            "imports a module whose name is only known when it runs")
        self.violations.append({"file": name, "line": found.line, "module": found.module,
                                "sentence": "%s, line %d: %s" % (name, found.line, what)})


def nothing_found(definitions):
    functions = candidates.possible_functions(definitions)
    if functions:
        return "no bot found; a function of three arguments is one if you say so: %s" % ", ".join(
            "function:FILE#%s (line %d)" % (d.name, d.line) for d in functions[:5])
    return "no bot found: needed is %s" % ", or ".join(each.wanted for each in interfaces.ALL)


def choose(found, definitions):
    """(choice, advice) from the candidates per interface."""
    if not found:
        return None, nothing_found(definitions)
    if len(found) == 1:
        interface, definitions = list(found.items())[0]
        if len(definitions) == 1:
            return {"interface": interface, "name": definitions[0].name}, None
    options = ["%s:FILE#%s (line %d)" % (i, d.name, d.line) for i in sorted(found) for d in found[i]]
    return None, "several candidates; say which one: " + ", ".join(options)


def recognise(path, allowed):
    folder = BotFolder(os.path.dirname(os.path.abspath(path)))
    bot = folder.read(path)
    scan = bot.scan
    helpers = helpers_of(bot, folder)
    files = [bot] + helpers
    inherit_from_helpers(bot, helpers)
    fitting = candidates.interfaces_that_fit(scan.definitions)
    found = dict((i, candidates.found_for(scan.definitions, i)) for i in fitting)
    choice, advice = choose(found, scan.definitions)
    modules = [i.module.split(".")[0] for i in scan.imports if i.module] + ["numpy"]
    report = {
        "file": path, "choice": choice, "advice": advice, "interfaces": fitting,
        "terms": dict((each.name, {"provides": each.provides, "needs": each.needs, "python": each.python})
                      for each in interfaces.ALL),
        "candidates": dict((i, [{"name": d.name, "line": d.line} for d in found[i]]) for i in found),
        "imports": [{"module": i.module, "line": i.line} for i in scan.imports],
        "packages": dict((m, debian_packages.package_of(m)) for m in modules if debian_packages.package_of(m)),
        "helpers": [file.path for file in helpers],
        "syntax_error": next((file.syntax_error for file in files if file.syntax_error), None),
        "python2": python2_report(files), "python3": python3_report(files),
        "compiled_extensions": compiled_extensions(folder.path),
    }
    if allowed is not None:
        promised = [m for i in fitting for m in interfaces.BY_NAME[i].provides]
        check = AllowList(allowed, promised, folder)
        check.check(bot)
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
    except TooMuch as error:
        print(json.dumps({"file": words[0], "advice": str(error)}))
        return 2
    except MemoryError:
        print(json.dumps({"file": words[0], "advice": "it takes too much memory to be read"}))
        return 2
    print(json.dumps(report))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
