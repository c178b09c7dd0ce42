# SPDX-License-Identifier: MIT
"""SourceScan: what a Python file defines and imports, without running it.

It must read Python 2 and broken files too, so it does not parse: it cuts the
text into logical lines of tokens and looks at how they begin. In short:
  1. Tokens: strings (with prefix; triple-quoted ones span lines), comments
     (dropped), names, numbers, single operator characters.
  2. A logical line ends at a line end outside brackets; backslash-newline
     joins. `def` or `class` in column 0 ends a bracket that was never closed.
  3. Indent is counted with tabs to the next multiple of 8.
  4. At indent 0, `def NAME(` is a function, `class NAME` a class. A class's
     methods are the `def`s at the indent of its first body line.
  5. A line is cut into statements at `;` and `:` outside brackets; one that
     begins with `import` or `from` is an import, at any indent.
"""
import re

from .candidates import Definition, Parameters

_TOKEN = re.compile(r'''
    (?P<string>[A-Za-z]{0,2}(?:"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'
                              |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
  | (?P<comment>\#[^\n]*)
  | (?P<join>\\\r?\n)
  | (?P<newline>\r?\n)
  | (?P<name>[^\W\d]\w*)
  | (?P<number>\d[\w.]*)
  | (?P<space>[ \t\f\r]+)
  | (?P<operator><>|.)
''', re.X | re.S | re.U)

_PYTHON2_NAMES = ("xrange", "raw_input", "unicode", "basestring", "unichr")
_PYTHON2_ATTRIBUTES = ("has_key", "iteritems", "itervalues", "iterkeys", "maxint")
PYTHON2_MODULES = ("Queue", "cPickle", "StringIO", "cStringIO", "urllib2", "ConfigParser", "Tkinter")
_PYTHON3_NAMES = ("nonlocal", "FileNotFoundError", "ModuleNotFoundError", "TimeoutError", "PermissionError",
                  "RecursionError", "BlockingIOError", "ConnectionError")
_PYTHON3_ATTRIBUTES = ("perf_counter", "perf_counter_ns", "monotonic", "process_time", "time_ns", "lru_cache", "isclose",
                       "bit_count", "from_bytes", "to_bytes", "casefold", "fspath")
PYTHON3_MODULES = ("asyncio", "builtins", "collections.abc", "concurrent", "concurrent.futures", "configparser",
                    "contextvars", "dataclasses", "enum", "graphlib", "importlib.util", "pathlib", "queue", "secrets",
                    "selectors", "statistics", "tkinter", "tracemalloc", "typing", "urllib.request", "zoneinfo")


class Token(object):
    __slots__ = ("kind", "text", "line")

    def __init__(self, kind, text, line):
        self.kind, self.text, self.line = kind, text, line


class Import(object):
    """`module` with a leading dot per level for a relative one; None where an
    import is done by a call whose name is worked out at run time."""

    def __init__(self, module, line):
        self.module, self.line = module, line


def indent_width(text):
    width = 0
    for letter in text:
        width = (width // 8 + 1) * 8 if letter == "\t" else width + 1
    return width


def logical_lines(text):
    """Yields (indent, tokens) for every logical line that has tokens."""
    tokens, indent, depth, line, at_start = [], 0, 0, 1, True
    for match in _TOKEN.finditer(text):
        kind, part = match.lastgroup, match.group()
        if depth and part in ("def", "class") and _in_column_0(text, match.start()):
            yield indent, tokens
            tokens, indent, depth, at_start = [], 0, 0, False
        if kind == "newline":
            if not depth:
                if tokens:
                    yield indent, tokens
                tokens, indent, at_start = [], 0, True
        elif kind == "space":
            if at_start:
                indent = indent_width(part)
        elif kind not in ("comment", "join"):
            at_start = False
            if part in ("(", "[", "{"):
                depth += 1
            elif part in (")", "]", "}"):
                depth = max(0, depth - 1)
            tokens.append(Token(kind, part, line))
        line += part.count("\n")
    if tokens:
        yield indent, tokens


def _in_column_0(text, at):
    return at == 0 or text[at - 1] == "\n"


def split_outside_brackets(tokens, separators):
    """Cuts a token list at separators that are not inside brackets."""
    parts, part, depth = [], [], 0
    for token in tokens:
        if token.text in ("(", "[", "{"):
            depth += 1
        elif token.text in (")", "]", "}"):
            depth -= 1
        if depth == 0 and token.text in separators:
            parts.append(part)
            part = []
        else:
            part.append(token)
    parts.append(part)
    return parts


def inside_first_brackets(tokens):
    """The tokens between the first '(' and its partner."""
    depth, inside = 0, []
    for token in tokens:
        if token.text in ("(", "[", "{"):
            depth += 1
            if depth == 1:
                continue
        elif token.text in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                break
        if depth:
            inside.append(token)
    return inside


def read_parameters(tokens, skipped):
    """Parameters of a `def` line; `skipped` is 1 for a method's self."""
    required = total = 0
    any_number = False
    names = []
    for part in split_outside_brackets(inside_first_brackets(tokens), (",",)):
        if not part or part[0].text == "/":
            continue
        if part[0].text == "*":
            any_number = len(part) > 1 and part[1].text != "*"
            break  # what follows is keyword-only
        total += 1
        names.append(part[0].text)
        if len(split_outside_brackets(part, ("=",))) == 1:
            required += 1
    return Parameters(max(0, required - skipped), max(0, total - skipped), any_number, tuple(names[skipped:]))


class SourceScan(object):
    """`definitions`: top-level Definitions in file order; `imports`: Imports;
    `python2_lines`: (line, what) of syntax that Python 3 refuses;
    `python2_hints`: (line, what) of names that only Python 2 has;
    `python3_lines`: (line, what) of syntax and names that only Python 3 has."""

    def __init__(self, source):
        text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        text = text.replace(u"\ufeff", u"").replace("\r\n", "\n").replace("\r", "\n")
        self.imports, self.python2_lines, self.python2_hints, self.python3_lines = [], [], [], []
        self._found = {}
        self._assigned = set()
        self._class = None        # the top-level class whose body is being read
        self._body_indent = None  # the indent of that body, once known
        self._decorators = []
        self._has_print_function = False
        self._read_first_line(text.split("\n", 1)[0])
        for indent, tokens in logical_lines(text):
            self._take_line(indent, tokens)
        self._inherit_methods()
        self.definitions = sorted(self._found.values(), key=lambda d: d.line)
        self.python2_hints = [h for h in self.python2_hints if h[1] not in self._assigned]

    def _read_first_line(self, line):
        """`#!/usr/bin/env python3` says which version is meant."""
        if line.startswith("#!"):
            if "python3" in line:
                self.python3_lines.append((1, "#! line names python3"))
            elif "python2" in line:
                self.python2_hints.append((1, "#! line names python2"))

    def _take_line(self, indent, tokens):
        if tokens[0].text == "@":
            self._decorators.append(tokens[1].text if len(tokens) > 1 else "")
            return
        if indent == 0:
            self._class = self._body_indent = None
        elif self._class is not None and self._body_indent is None:
            self._body_indent = indent
        words = [t.text for t in tokens[:3]]
        if words[0] == "async":
            words = words[1:]
        if len(words) > 1 and words[0] == "def":
            self._take_def(indent, words[1], tokens)
            self._look_for_tuple_parameters(tokens)
        elif len(words) > 1 and words[0] == "class" and indent == 0:
            self._take_class(words[1], tokens)
        self._decorators = []
        for statement in split_outside_brackets(tokens, (";", ":")):
            if statement:
                self._take_statement(statement)
        self._look_for_python2_tokens(tokens)
        self._look_for_version_words(tokens)

    def _take_def(self, indent, name, tokens):
        if indent == 0:
            self._found[name] = Definition(name, tokens[0].line, read_parameters(tokens, 0))
        elif self._class is not None and indent == self._body_indent:
            skipped = 0 if "staticmethod" in self._decorators else 1
            self._class.methods[name] = read_parameters(tokens, skipped)

    def _take_class(self, name, tokens):
        parts = split_outside_brackets(inside_first_brackets(tokens[:-1]), (",",))
        bases = [part[-1].text for part in parts if part and not any(t.text == "=" for t in part)]
        self._class = self._found[name] = Definition(name, tokens[0].line, methods={}, bases=bases)

    def _inherit_methods(self):
        for definition in self._found.values():
            if definition.methods is not None:
                self._inherit_into(definition, definition, 0)

    def _inherit_into(self, definition, source, depth):
        for base in source.bases:
            parent = self._found.get(base)
            if parent is None or parent.methods is None or depth > 20:
                continue
            for name, parameters in parent.methods.items():
                definition.methods.setdefault(name, parameters)
            self._inherit_into(definition, parent, depth + 1)

    def _take_statement(self, tokens):
        first, line = tokens[0].text, tokens[0].line
        if first == "import" and len(tokens) > 1:
            for part in split_outside_brackets(tokens[1:], (",",)):
                self._add_import(part, line)
        elif first == "from" and any(t.text == "import" for t in tokens):
            self._add_import(tokens[1:], line)
            self._has_print_function |= any(t.text == "print_function" for t in tokens)
        elif len(tokens) > 1 and tokens[1].text == "=":
            self._assigned.add(first)
        self._look_for_calls(tokens)
        self._look_for_python2_statement(tokens)

    def _add_import(self, tokens, line):
        """Takes the dotted name at the start of the tokens."""
        name = ""
        for token in tokens:
            if token.text in ("import", "as") or token.kind not in ("name", "operator"):
                break
            name += token.text
        if name:
            self.imports.append(Import(name, line))
            if name in PYTHON2_MODULES:
                self.python2_hints.append((line, "import " + name))
            elif name in PYTHON3_MODULES:
                self.python3_lines.append((line, "import " + name))

    def _look_for_calls(self, tokens):
        for index, token in enumerate(tokens[:-2]):
            if token.text in ("__import__", "import_module") and tokens[index + 1].text == "(":
                argument = tokens[index + 2]
                name = argument.text.strip("\"'") if argument.kind == "string" else None
                self.imports.append(Import(name, token.line))

    def _look_for_python2_statement(self, tokens):
        first, line = tokens[0].text, tokens[0].line
        second = tokens[1] if len(tokens) > 1 else None
        if second is None:
            return
        follows_plainly = second.kind in ("string", "name", "number") and second.text not in (
            "in", "is", "and", "or", "if", "not", "else")
        has_comma = len(split_outside_brackets(tokens, (",",))) > 1
        if first == "print" and (follows_plainly or [t.text for t in tokens[1:3]] == [">", ">"]):
            self.python2_lines.append((line, "print statement"))
        elif first == "exec" and follows_plainly:
            self.python2_lines.append((line, "exec statement"))
        elif first == "except" and has_comma:
            self.python2_lines.append((line, "except X, e"))
        elif first == "raise" and has_comma:
            self.python2_lines.append((line, "raise X, text"))

    def _look_for_python2_tokens(self, tokens):
        before = None
        for token in tokens:
            text, line = token.text, token.line
            if text in ("<>", "`"):
                self.python2_lines.append((line, "operator " + text))
            elif token.kind == "number" and re.match(r"(\d+[lL]|0\d*[1-7]\d*)$", text):
                self.python2_lines.append((line, "number " + text))
            elif token.kind == "string":
                self._look_at_string_prefix(text, line)
            elif token.kind == "name":
                after_dot = before == "."
                if text in (_PYTHON2_ATTRIBUTES if after_dot else _PYTHON2_NAMES):
                    self.python2_hints.append((line, text))
                elif text in (_PYTHON3_ATTRIBUTES if after_dot else _PYTHON3_NAMES):
                    self.python3_lines.append((line, text))
            before = text

    def _look_at_string_prefix(self, text, line):
        prefix = text[:min(text.index(quote) for quote in "'\"" if quote in text)].lower()
        if prefix == "ur":
            self.python2_lines.append((line, "string prefix ur"))
        elif "f" in prefix:
            self.python3_lines.append((line, "f-string"))

    def _look_for_version_words(self, tokens):
        """What only one of the two versions can read, or what the other reads differently."""
        words = [token.text for token in tokens]
        for index, word in enumerate(words[:-2]):
            line = tokens[index].line
            if word == "super" and words[index + 1:index + 3] == ["(", ")"]:
                self.python3_lines.append((line, "super()"))
            elif word == "yield" and words[index + 1] == "from":
                self.python3_lines.append((line, "yield from"))
            elif word == "lambda" and words[index + 1] == "(":
                self.python2_lines.append((line, "tuple parameter"))
            elif word == "print" and words[index + 1] == "(" and not self._has_print_function:
                self._look_at_print(tokens[index:])
        if words[0] == "def" and "->" in "".join(words):
            self.python3_lines.append((tokens[0].line, "annotation ->"))
        elif words[0] == "async":
            self.python3_lines.append((tokens[0].line, "async"))

    def _look_at_print(self, tokens):
        for part in split_outside_brackets(inside_first_brackets(tokens), (",",)):
            if len(part) > 1 and part[1].text == "=" and part[0].text in ("end", "file", "flush", "sep"):
                self.python3_lines.append((tokens[0].line, "print(%s=)" % part[0].text))

    def _look_for_tuple_parameters(self, tokens):
        """`def f(a, (b, c)):`, which Python 3 has no more."""
        for part in split_outside_brackets(inside_first_brackets(tokens), (",",)):
            if part and part[0].text == "(":
                self.python2_lines.append((tokens[0].line, "tuple parameter"))
