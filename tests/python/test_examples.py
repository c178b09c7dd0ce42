# SPDX-License-Identifier: MIT
"""Runs every example: in docstrings and in docs/python.md. Compares the stubs with the module."""

import ast
import doctest
import importlib
import inspect
import os
import pathlib
import pkgutil
import subprocess
import sys
import tempfile
import unittest

import ninefold
from ninefold import _ninefold

ROOT = pathlib.Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def modules():
    yield ninefold
    for module in pkgutil.walk_packages(ninefold.__path__, "ninefold."):
        if "hosts" not in module.name:
            yield importlib.import_module(module.name)


def documented():
    """(name, docstring) of everything that has one."""
    seen = set()
    for module in modules():
        yield module.__name__, module.__doc__
        for name, value in vars(module).items():
            if name.startswith("__") or inspect.ismodule(value) or id(value) in seen:
                continue
            seen.add(id(value))
            yield f"{module.__name__}.{name}", getattr(value, "__doc__", None)
            if inspect.isclass(value) and value.__module__.startswith("ninefold"):
                for member, part in vars(value).items():
                    yield f"{module.__name__}.{name}.{member}", getattr(part, "__doc__", None)


class ExamplesTest(unittest.TestCase):
    def run_text(self, name, text):
        names = {key: getattr(ninefold, key) for key in ninefold.__all__}
        from ninefold import environments

        names.update({key: getattr(environments, key) for key in environments.__all__})
        test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
        said = []
        result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
        self.assertEqual(result.failed, 0, f"{name}\n{''.join(said)}")
        return result.attempted

    def test_docstrings(self):
        tried = sum(self.run_text(name, text) for name, text in documented() if isinstance(text, str))
        self.assertGreater(tried, 60)

    def test_the_guide(self):
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                tried = self.run_text("docs/python.md", (ROOT / "docs/python.md").read_text())
            finally:
                os.chdir(before)
        self.assertGreater(tried, 20)

    def test_numpy_is_needed_for_arrays_only(self):
        program = ("import sys; sys.modules['numpy'] = None; import ninefold; "
                   "print(ninefold.Engine().search(ninefold.Position(), nodes=100).move is not None); "
                   "ninefold.Position().legal_mask()")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, "True\n")
        self.assertIn("numpy", done.stderr.splitlines()[-1])

    def test_everything_public_is_documented(self):
        for name in ninefold.__all__:
            self.assertTrue(getattr(ninefold, name).__doc__, name)
        for kind in (ninefold.Position, ninefold.Engine, ninefold.Game, ninefold.SearchResult, ninefold.Line):
            for name, member in vars(kind).items():
                if not name.startswith("_"):
                    self.assertTrue(member.__doc__, f"{kind.__name__}.{name}")

    def test_stubs_name_what_there_is(self):
        tree = ast.parse((ROOT / "python/ninefold/_ninefold.pyi").read_text())
        stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        values = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
        self.assertEqual({*stubs, *values}, {name for name in vars(_ninefold) if name in values or name[:2] != "__"})
        for name, node in stubs.items():
            if isinstance(node, ast.ClassDef):
                members = (part.target.id if isinstance(part, ast.AnnAssign) else part.name for part in node.body)
                there = {member for member in vars(getattr(_ninefold, name)) if not member.startswith("__")}
                self.assertEqual({member for member in members if not member.startswith("__")},
                                 there - {"_pybind11_conduit_v1_"}, name)


if __name__ == "__main__":
    unittest.main()
