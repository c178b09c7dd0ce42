# SPDX-License-Identifier: MIT
"""Checks that the trainer's whole-number network and the engine's C++ agree to the last bit:
    python3 -m ninefold_train.crosscheck NETWORK DATA.nfd [COUNT]
numpy only; builds training/native/crosscheck.cpp with the C++ compiler ($CXX or g++)."""
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from . import dataset, netfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def build(folder):
    # Without the networks that the program carries: it reads its own from a file.
    sources = [p for room in ("base", "rules", "net")
               for p in sorted((ROOT / "src" / room).glob("*.cpp")) if p.stem != "builtin" and not p.stem.endswith("_test")]
    program = pathlib.Path(folder) / "crosscheck"
    subprocess.run([os.environ.get("CXX", "g++"), "-std=c++20", "-O3", "-march=x86-64-v2",
                    "-I", str(ROOT / "src"), str(ROOT / "training/native/crosscheck.cpp"),
                    *map(str, sources), "-lfmt", "-pthread", "-o", str(program)], check=True)
    return program


def compare(program, network, data, count):
    """Number of positions compared; AssertionError names the first that differs."""
    rules, positions = dataset.read(data)
    count = min(count, len(positions))
    reference = netfile.Integer(pathlib.Path(network).read_bytes())
    if reference.rules != rules:
        raise ValueError(f"{network} is for {reference.rules}, {data} holds {rules}")
    expected = reference.evaluate(positions[:count])
    for mode in ("portable", "best"):
        answer = subprocess.run([str(program), str(network), str(data), "0", str(count), mode],
                                check=True, capture_output=True, text=True).stdout
        got = np.array(answer.split(), np.int64).reshape(-1, 2)
        wrong = np.flatnonzero((got != expected).any(1))
        assert len(wrong) == 0, (f"position {wrong[0]}: C++ ({mode}) says {got[wrong[0]]}, the "
                                 f"trainer {expected[wrong[0]]}; {len(wrong)} differ")
    return count


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        count = int(sys.argv[3]) if len(sys.argv) == 4 else 10_000
        done = compare(build(folder), sys.argv[1], sys.argv[2], count)
    print(f"{done} positions: trainer, portable and best C++ agree to the last bit")


if __name__ == "__main__":
    main()
