# SPDX-License-Identifier: MIT
"""BotFile: loads a bot's file as a module and finds the bot in it.

Every way this can fail becomes a `start-failed` Forfeit that tells the author
the line and what would have been right.
"""
import os
import sys
import types

from . import candidates, numpy_names
from .interfaces import BY_NAME
from .forfeit import Forfeit, forfeit_from_exception, missing_module, print_traceback, python_name

HOST_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

_PROMISED = {"select_move": ("state",), "best_move": ("engines.engine_base", "game.board")}
_PROMISED_MODULES = sum(_PROMISED.values(), ())

_CODE_TAKES_MORE = 0x04  # the flag CO_VARARGS of a code object


def split_specification(text):
    """'team.py#Player14' -> (absolute path, 'Player14' or None)."""
    path, name = text, None
    if "#" in text and not os.path.exists(text):
        path, name = text.rsplit("#", 1)
    return os.path.abspath(path), name or None


def parameters_of(function, skipped):
    """Parameters of a Python function; `skipped` is 1 for a method's self."""
    function = getattr(function, "__func__", function)
    function = getattr(function, "__wrapped__", function)
    code = getattr(function, "__code__", None)
    if code is None:  # a callable object or C function: let the call itself tell
        return candidates.Parameters(0, 0, True)
    total = code.co_argcount - skipped
    required = total - len(function.__defaults__ or ())
    names = code.co_varnames[skipped:code.co_argcount]
    return candidates.Parameters(max(required, 0), max(total, 0), bool(code.co_flags & _CODE_TAKES_MORE), names)


class BotFile(object):
    """`module_folder` (may be None) holds the modules that the interface
    promises; they are loaded before the bot, so that a copy of the community's
    own module beside the bot does not shadow ours."""

    def __init__(self, specification, interface, module_folder):
        self.path, self.wanted_name = split_specification(specification)
        self.interface = interface
        self.folder = os.path.dirname(self.path)
        self.file_name = os.path.basename(self.path)
        self.package = None
        self.module = None
        self._module_folder = module_folder

    def load(self, package=None):
        """Runs the file as a module, inside `package` if one is named."""
        source = self._read()
        self._arrange_imports(package)
        code = self._compile(source)
        if b"numpy" in source or "numpy" in sys.modules:
            numpy_names.load_and_restore()
        self.module = self._new_module(package)
        try:
            exec(code, self.module.__dict__)
        except ImportError:
            raise self._import_forfeit()
        except BaseException:  # a bot's sys.exit() must not end the host
            raise forfeit_from_exception("start-failed", "loading " + self.file_name, self.path)
        numpy_names.restore()  # a helper may have been the first to import it

    def _read(self):
        try:
            with open(self.path, "rb") as stream:
                return stream.read()
        except (IOError, OSError) as error:
            raise Forfeit("start-failed", "cannot read %s: %s" % (self.path, error.strerror))

    def _arrange_imports(self, package):
        """The bot's folder first, where sys.path[0] was at home; then ours, whose
        promised modules are loaded already; then what the interpreter has. A bot
        inside its community's package folder runs from the folder above."""
        home = self.folder
        if package and os.path.basename(self.folder) == package:
            home = os.path.dirname(self.folder)
        ours = [self._module_folder] if self._module_folder else []
        theirs = [self.folder] if home == self.folder else [home, self.folder]
        rest = [p for p in sys.path if os.path.abspath(p or ".") != HOST_FOLDER]
        sys.path[:] = ours + rest
        for module in _PROMISED.get(self.interface, ()):
            __import__(module)
        sys.path[:] = theirs + ours + rest
        sys.argv = [self.path]
        try:
            os.chdir(home)
        except OSError:
            pass  # a sandbox may hide the folder itself; the bot still runs
        if package:
            self._extend_package(package, [self.folder, os.path.join(home, package)])
            self._extend_package("game", [os.path.join(home, "game")])

    @staticmethod
    def _extend_package(name, folders):
        package = __import__(name)
        for folder in folders:
            if os.path.isdir(folder) and folder not in package.__path__:
                package.__path__.append(folder)

    def _compile(self, source):
        try:
            # dont_inherit: this file's own __future__ imports are not the bot's.
            return compile(source, self.path, "exec", 0, True)
        except SyntaxError as error:
            print_traceback(self.path)
            raise Forfeit("start-failed", self._syntax_sentence(error, source))
        except (ValueError, TypeError) as error:  # null bytes
            raise Forfeit("start-failed", "%s is not a Python file: %s" % (self.file_name, error))
        except (RuntimeError, MemoryError, OverflowError):  # RecursionError is a RuntimeError
            raise Forfeit("start-failed", "%s is nested too deeply, or too large, for %s to compile"
                          % (self.file_name, python_name()))

    def _syntax_sentence(self, error, source):
        sentence = "%s has a syntax error" % self.file_name
        if error.lineno:
            sentence += " at line %d" % error.lineno
        sentence += ": %s" % error.msg
        if error.text and error.text.strip():
            sentence += ": " + error.text.strip()[:120]
        from .source_scan import SourceScan
        scan = SourceScan(source)
        other = scan.python2_lines if sys.version_info[0] == 3 else scan.python3_lines
        if other:
            sentence += ". This is Python %d code, and it was run by %s" % (5 - sys.version_info[0], python_name())
        return sentence

    def _module_name(self, package):
        """The file's own name, as its community's program would import it,
        unless that name is taken already (a bot file called random.py)."""
        stem = os.path.splitext(self.file_name)[0]
        name = package + "." + stem if package else stem
        if name in sys.modules or name in _PROMISED_MODULES or not stem or "." in stem:
            return "bot_file_" + stem.replace(".", "_")
        return name

    def _new_module(self, package):
        name = self._module_name(package)
        module = types.ModuleType(str(name))
        module.__file__ = self.path
        if package:
            module.__package__ = package
        if sys.version_info[0] == 3:
            module.__spec__ = type(sys.__spec__)(name, None, origin=self.path)
            module.__package__ = package or ""
        sys.modules[name] = module
        return module

    def _import_forfeit(self):
        error = sys.exc_info()[1]
        forfeit = forfeit_from_exception("start-failed", "loading " + self.file_name, self.path)
        missing = missing_module(error)
        if missing is None:
            return forfeit
        from .forfeit import deepest_line
        line = deepest_line(self.path)
        where = " (line %d)" % line if line else ""
        # The sandbox lays /dev/null over the files of other bots.
        beside = os.path.join(os.path.dirname(self.path), missing.split(".")[0] + ".py")
        if os.path.exists(beside) and not os.path.isfile(beside):
            return Forfeit("start-failed", "%s imports the module '%s'%s, whose file is another bot of this event: "
                           "bots do not see each other's files" % (self.file_name, missing, where))
        from . import debian_packages, version_hint
        advice = debian_packages.advice(missing) + version_hint.of_module(missing)
        return Forfeit("start-failed", "%s imports the module '%s'%s, which %s does not have%s"
                       % (self.file_name, missing, where, python_name(), advice))

    # Finding the bot ------------------------------------------------------

    def find(self):
        """The bot's function or class."""
        if self.wanted_name:
            return self._find_named()
        definitions = self._definitions(own_only=True) or []
        found = candidates.candidates(definitions, self.interface)
        if not found:  # a file may only hand on what a helper module defines
            found = candidates.candidates(self._definitions(own_only=False), self.interface)
        if len(found) == 1:
            return getattr(self.module, found[0].name)
        raise Forfeit("start-failed", self._several(found) if found else self._none(definitions))

    def _find_named(self):
        bot = getattr(self.module, self.wanted_name, None)
        if bot is None:
            known = ", ".join(d.name for d in self._definitions(own_only=True)) or "nothing"
            raise Forfeit("start-failed", "%s has no '%s'; it defines %s"
                          % (self.file_name, self.wanted_name, known))
        method = BY_NAME[self.interface].method
        if not callable(bot) or (method and not callable(getattr(bot, method, None))):
            raise Forfeit("start-failed", "'%s' in %s cannot be the bot: interface %s needs %s"
                          % (self.wanted_name, self.file_name, self.interface, BY_NAME[self.interface].wanted))
        return bot

    def _definitions(self, own_only):
        found = []
        for name, value in list(vars(self.module).items()):
            is_class = isinstance(value, type) or type(value).__name__ == "classobj"
            is_function = isinstance(value, types.FunctionType)
            if not (is_class or is_function) or name != value.__name__:
                continue
            if own_only and value.__module__ != self.module.__name__:
                continue
            if value.__module__ in _PROMISED_MODULES:
                continue
            found.append(self._definition(name, value, is_class))
        return sorted(found, key=lambda d: d.line)

    def _definition(self, name, value, is_class):
        if not is_class:
            return candidates.Definition(name, value.__code__.co_firstlineno, parameters_of(value, 0))
        methods, line = {}, 0
        for method in (each.method for each in BY_NAME.values() if each.method):
            function = getattr(value, method, None)
            if callable(function):
                is_static = isinstance(vars(value).get(method), staticmethod)
                methods[method] = parameters_of(function, 0 if is_static else 1)
                code = getattr(getattr(function, "__func__", function), "__code__", None)
                line = code.co_firstlineno if code else 0
        bases = [base.__name__ for base in value.__bases__]
        return candidates.Definition(name, line, methods=methods, bases=bases)

    def _none(self, definitions):
        names = ", ".join(d.name for d in definitions) or "nothing"
        return "%s has no bot for interface %s: %s is needed at the top level; the file defines %s" % (
            self.file_name, self.interface, BY_NAME[self.interface].wanted, names)

    def _several(self, found):
        names = ["%s (line %d)" % (d.name, d.line) for d in found]
        return "%s has %d candidates, %s and %s: say which one, for example %s:%s#%s" % (
            self.file_name, len(found), ", ".join(names[:-1]), names[-1],
            self.interface, self.file_name, found[0].name)
