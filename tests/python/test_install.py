# SPDX-License-Identifier: MIT
"""A wheel and a source distribution, made without a network; the wheel is installed and used."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

import ninefold

ROOT = pathlib.Path(__file__).parents[2]
BUILD = pathlib.Path(ninefold.__file__).absolute().parents[2]
MISSING = [name for name in ("pip", "setuptools", "wheel") if importlib.util.find_spec(name) is None]
NEEDED_SOURCES = ("CMakeLists.txt", "pyproject.toml", "setup.py", "src/rules/position.h", "src/net/kernels_simd.cpp",
                  "python/CMakeLists.txt", "python/binding/module.cpp", "python/ninefold/_ninefold.pyi",
                  "nets/standard.nfnet", "data/hand_weights/open.nfhand", "hosts/python/ninefold_host.py",
                  "cmake/rooms.cmake", "packaging/ninefold.pc.in", "include/ninefold/engine.h")


def run(*words, **environment):
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment}, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}:\n{done.stdout}\n{done.stderr}")
    return done.stdout


@unittest.skipIf(MISSING, f"Debian: python3-{', python3-'.join(MISSING)}")
@unittest.skipIf(os.environ.get("LD_PRELOAD"), "pip does not run under a sanitizer")
class InstallTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        sources = run("git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
        self.source = self.folder / "source"  # so that nothing is written into the tree
        for name in sources:
            if name.split("/")[0] in ("web", "tests", "training", "bench") or not (ROOT / name).is_file():
                continue
            target = self.source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(ROOT / name)

    def test_wheel(self):
        run(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", self.folder,
            self.source, NINEFOLD_BUILD=str(BUILD))
        wheel = next(self.folder.glob("ninefold-*.whl"))
        target = self.folder / "installed"
        run(sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", target, wheel)
        said = run(sys.executable, "-c", "import ninefold; print(ninefold.__file__); "
                   "print(ninefold.Engine().search(ninefold.Position(), nodes=1000))", PYTHONPATH=str(target))
        self.assertIn(str(target), said)
        self.assertIn("<SearchResult move=", said)
        for part in ("py.typed", "_ninefold.pyi", "environments/spiel.py", "hosts/python/ninefold_host.py"):
            self.assertTrue((target / "ninefold" / part).is_file(), part)

    def test_source_distribution(self):
        subprocess.run([sys.executable, "setup.py", "-q", "sdist", "-d", self.folder], cwd=self.source, check=True,
                       capture_output=True)
        with tarfile.open(next(self.folder.glob("ninefold-*.tar.gz"))) as archive:
            names = {name.partition("/")[2] for name in archive.getnames()}
        for name in NEEDED_SOURCES:
            self.assertIn(name, names)
        self.assertFalse([name for name in names if name.endswith(("_test.cpp", ".pyc")) or "web/" in name])


if __name__ == "__main__":
    unittest.main()
