# SPDX-License-Identifier: MIT
"""Builds training/native for the GPU (nvcc) or, without one, for the CPU (g++), and describes its
structures to ctypes."""
import ctypes
import hashlib
import os
import pathlib
import subprocess
import tempfile

import torch

from . import board

SOURCE = pathlib.Path(__file__).resolve().parents[1] / "native"
CUDA = torch.cuda.is_available()
DEVICE = torch.device("cuda" if CUDA else "cpu")
REAL = torch.bfloat16 if CUDA else torch.float32  # of inference

Pointer, Int, Float, Size = ctypes.c_void_p, ctypes.c_int, ctypes.c_float, ctypes.c_uint64


class Rules(ctypes.Structure):
    _fields_ = [("destinations", ctypes.c_uint16 * 9), ("won_stays_open", ctypes.c_uint16), ("majority", Int)]

    @classmethod
    def named(cls, name):
        ruleset, tie_break = board.parse_rules(name)
        return cls(tuple(map(int, board.DESTINATIONS[ruleset])), board.WON_STAYS_OPEN[ruleset], tie_break)


class TreeFields(ctypes.Structure):
    arrays = ("root states node prior move child gumbel leaf leaf_symmetry random used schedule "
              "step").split()
    results = "policy root_value chosen".split()
    _fields_ = ([("games", Int), ("nodes", Int), ("visit_scale", Float), ("value_scale", Float),
                 ("considered", Int), ("simulations", Int), ("rules", Rules)]
                + [(name, Pointer) for name in arrays] + [("noise", Int)]
                + [(name, Pointer) for name in results])


class SelfPlayFields(ctypes.Structure):
    live = "live_state live_policy live_value length finished first_slot began_empty".split()
    ring = "written state policy value result statistics".split()
    _fields_ = ([("opening_plies", Int), ("from_start", Float)]
                + [(name, Pointer) for name in live] + [("capacity", Size)]
                + [(name, Pointer) for name in ring])


def _command(output):
    source = str(SOURCE / "selfplay.cu")
    if CUDA:
        major, minor = torch.cuda.get_device_capability()
        target = f"-gencode=arch=compute_{major}{minor},code=sm_{major}{minor}"
        return ["nvcc", "-O3", "-std=c++17", target, "--extended-lambda", "--use_fast_math",
                "-shared", "-Xcompiler", "-fPIC", source, "-o", output]
    return [os.environ.get("CXX", "g++"), "-x", "c++", "-std=c++17", "-O2", "-shared", "-fPIC",
            source, "-o", output]


def _build():
    """The library, rebuilt when its sources change."""
    texts = b"".join(p.read_bytes() for p in sorted(SOURCE.glob("*")) if p.suffix != ".cpp")
    name = f"ninefold_selfplay_{hashlib.sha256(texts).hexdigest()[:12]}_{'gpu' if CUDA else 'cpu'}"
    path = pathlib.Path(tempfile.gettempdir()) / (name + ".so")
    if not path.exists():
        part = str(path) + f".{os.getpid()}"
        subprocess.run(_command(part), check=True)
        os.replace(part, path)
    library = ctypes.CDLL(str(path))
    for what, structure in ((2, TreeFields), (3, SelfPlayFields)):
        if library.size_of(what) != ctypes.sizeof(structure):
            raise RuntimeError(f"{structure.__name__} differs from its C++ structure")
    return library


library = _build()


def address(tensor):
    return Pointer(tensor.data_ptr())


def stream():
    return Pointer(torch.cuda.current_stream().cuda_stream) if CUDA else Pointer(0)


def zeros(*shape, kind=torch.float32):
    return torch.zeros(*shape, dtype=kind, device=DEVICE)


def synchronise():
    if CUDA:
        torch.cuda.synchronize()
