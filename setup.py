# SPDX-License-Identifier: MIT
"""Builds the compiled part of the Python module with CMake; pyproject.toml says the rest.

    pip install .                          fetches the build tools
    pip install . --no-build-isolation     uses those of the system (docs/python.md)

NINEFOLD_BUILD=build takes the module that was built there, with the same Python, instead of building one.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()


class CMakeBuild(build_ext):
    """Builds only the module: no program, so that fewer libraries are needed."""

    def build_extension(self, extension):
        ready = os.environ.get("NINEFOLD_BUILD")
        folder = Path(ready or self.build_temp).resolve()
        if not ready:
            self.build_module(folder)
        built = next((folder / "python/ninefold").glob("_ninefold*.so"))
        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)
        subprocess.run(["strip", "--strip-unneeded", target], check=False)
        self.copy_hosts(target.parent / "hosts")

    def build_module(self, folder):
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DNINEFOLD_PROGRAM=OFF", "-DNINEFOLD_TESTS=OFF",
                   "-DNINEFOLD_BENCH=OFF", "-DNINEFOLD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
        try:
            import pybind11
            options.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
        except ImportError:
            pass  # Debian's pybind11-dev is where CMake looks
        if shutil.which("ninja"):
            options.append("-GNinja")
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True)
        jobs = str(self.parallel or os.environ.get("JOBS") or os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", folder, "--target", "ninefold_python", "-j", jobs], check=True)

    @staticmethod
    def copy_hosts(target):
        """What runs other people's bot files in a match."""
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(ROOT / "hosts", target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc", ".gitignore"))


def version():
    found = re.search(r"project\(ninefold VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    return found.group(1)


setup(
    version=version(),
    ext_modules=[Extension("ninefold._ninefold", [])],
    cmdclass={"build_ext": CMakeBuild},
    # build/ is CMake's own.
    options={"build": {"build_base": "build-python"}},
)
