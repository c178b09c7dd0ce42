# SPDX-License-Identifier: MIT
"""Network files (docs/net.md, "The file"): quantise, write, read, and evaluate in whole numbers
exactly as src/net does. numpy only."""
import pathlib
import struct
import zlib

import numpy as np

from . import board, features
from .rows import RowMap

MAGIC = b"NFNET\r\n\x1a"
VERSION = 3
HEADER = struct.Struct("<8sIIIBBH9H24s")
ONE, ROW_SHIFT, PAIR_SHIFT, WEIGHT_SHIFT, OUT_SHIFT, UNIT = 1024, 12, 13, 6, 9, 256
SIZES = ("lanes", "rank", "use_rank", "target_rank", "hidden", "macro_hidden", "head", "tail",
         "second_hidden")


def layout(c):
    """Name, shape and type of every array of the file, in order."""
    described = c["rank"] + c["use_rank"] + c["target_rank"]
    facts, macro = features.pattern_features().shape[1], features.macro_features().shape[1]
    lanes, n = c["lanes"], c["buckets"]
    hidden, second = c["hidden"], c["second_hidden"]
    parts = [("encode.weight", (hidden, facts), "<i2"), ("encode.bias", (hidden,), "<i4")]
    if second:
        parts += [("second.weight", (second, hidden), "<i2"), ("second.bias", (second,), "<i4")]
    parts += [("describe.weight", (described, second or hidden), "<i2"),
              ("describe.bias", (described,), "<i4")]
    parts += [(f"block.{i}", (lanes, c["rank"]), "<i2") for i in range(9)]
    for i in range(8):
        parts += [(f"use.{i}", (lanes, c["use_rank"]), "<i2"), (f"use_bias.{i}", (lanes,), "<i4")]
    parts += [(f"target.{i}", (lanes, c["target_rank"]), "<i2") for i in range(2)]
    return parts + [
        ("cell", (20, lanes), "<i2"),
        ("macro_encode.weight", (c["macro_hidden"], macro), "<i2"),
        ("macro_encode.bias", (c["macro_hidden"],), "<i4"),
        ("macro_describe.weight", (lanes, c["macro_hidden"]), "<i2"),
        ("macro_describe.bias", (lanes,), "<i4"), ("bias", (lanes,), "<i2"),
        ("head.weight", (n, c["head"], lanes), "i1"), ("head.bias", (n, c["head"]), "<i4"),
        ("tail.weight", (n, c["tail"], 2 * c["head"]), "i1"), ("tail.bias", (n, c["tail"]), "<i4"),
        ("out.weight", (n, 2, c["tail"]), "<i2"), ("out.bias", (n, 2), "<i4")]


def quantise(config, weights):
    """Whole-number arrays of layout() from a student's float arrays (names as in student.py), and
    the number of values that had to be clipped."""
    c = dict(config)
    c["macro_hidden"] = weights["macro_encode.weight"].shape[0]
    w = {k: np.asarray(v, np.float64) for k, v in weights.items()}
    for name, count in (("block", 9), ("use", 8), ("target", 2)):
        for i in range(count):
            w[f"{name}.{i}"] = w[name][i].T
    for i in range(8):
        w[f"use_bias.{i}"] = w["use_bias"][i, 0]
    row, small = 1 << ROW_SHIFT, 1 << WEIGHT_SHIFT
    out, clipped = {}, 0
    for name, shape, kind in layout(c):
        if name in ("cell", "bias"):
            scale = ONE
        elif name.startswith(("head", "tail")):
            scale = small * (128 if name.endswith("bias") else 1)
        elif name.startswith("out"):
            scale = (UNIT << OUT_SHIFT) // (1 if name.endswith("bias") else 128)
        else:
            scale = row * (ONE if "bias" in name else 1)
        whole = np.rint(w[name].reshape(shape) * scale)
        info = np.iinfo(kind)
        low = -info.max if kind == "i1" else info.min
        clipped += int(((whole < low) | (whole > info.max)).sum())
        out[name] = np.clip(whole, low, info.max).astype(kind)
    return c, out, clipped


def to_bytes(config, arrays, rules, name):
    ruleset, tie_break = board.parse_rules(rules)
    body = b"".join(np.ascontiguousarray(arrays[k], t).tobytes() for k, _, t in layout(config))
    size = HEADER.size + len(body)
    fields = [config[k] for k in SIZES]
    def header(checksum):
        return HEADER.pack(MAGIC, VERSION, checksum, size, ruleset, tie_break, config["buckets"],
                           *fields, name.encode()[:23])
    return header(zlib.crc32(header(0)[16:] + body)) + body


def from_bytes(raw):
    """(config, arrays, rules' name, name); ValueError says what is wrong."""
    if len(raw) < HEADER.size or raw[:8] != MAGIC:
        raise ValueError("not a Ninefold network")
    _, version, checksum, size, ruleset, tie_break, buckets, *rest = HEADER.unpack_from(raw)
    if version != VERSION:
        raise ValueError(f"network file version {version}; this program reads version {VERSION}")
    if size != len(raw):
        raise ValueError(f"network file of {len(raw)} bytes that should have {size}")
    if zlib.crc32(raw[16:]) != checksum:
        raise ValueError("network file is corrupted: the checksum is wrong")
    config = dict(zip(SIZES, rest), buckets=buckets)
    arrays, at = {}, HEADER.size
    for name, shape, kind in layout(config):
        count = int(np.prod(shape))
        arrays[name] = np.frombuffer(raw, kind, count, at).reshape(shape)
        at += arrays[name].nbytes
    return config, arrays, board.rules_name(ruleset, tie_break), rest[len(SIZES)].rstrip(b"\0").decode()


class Integer:
    """A network in whole numbers: what C++ computes, slowly and readably."""

    def __init__(self, raw):
        self.config, self.arrays, self.rules, self.name = from_bytes(raw)
        self.map = RowMap(board.parse_rules(self.rules)[0])
        self.table = self._bake()

    def _dense(self, x, weight, bias=0):
        y = x.astype(np.float64) @ weight.T.astype(np.float64)  # exact: far below 2^53
        y = (y.astype(np.int64) + bias + (1 << ROW_SHIFT - 1)) >> ROW_SHIFT
        return np.clip(y, -32768, 32767)

    def _bake(self):
        a, c = self.arrays, self.config
        facts = features.pattern_features()[self.map.patterns].astype(np.int64) * ONE
        hidden = np.maximum(self._dense(facts, a["encode.weight"], a["encode.bias"]), 0)
        if c["second_hidden"]:
            hidden = np.maximum(self._dense(hidden, a["second.weight"], a["second.bias"]), 0)
        d = self._dense(hidden, a["describe.weight"], a["describe.bias"])
        block, use, target = np.split(d, np.cumsum([c["rank"], c["use_rank"]]), 1)
        parts = [self._dense(block, a[f"block.{i}"]) for i in range(9)]
        parts += [self._dense(use, a[f"use.{i}"], a[f"use_bias.{i}"]) for i in range(8)]
        parts += [self._dense(target, a[f"target.{i}"]) for i in range(2)]
        macro = features.macro_features().astype(np.int64) * ONE
        macro = np.maximum(self._dense(macro, a["macro_encode.weight"], a["macro_encode.bias"]), 0)
        macro = self._dense(macro, a["macro_describe.weight"], a["macro_describe.bias"])
        return np.concatenate([*parts, a["cell"], macro, np.zeros((1, c["lanes"]), np.int64)])

    def largest_sum(self):
        """The largest sum that could come up were every block at its worst: above 32767, sums may
        wrap around."""
        p = self.map.count
        worst = np.abs(self.arrays["bias"].astype(np.int64))
        blocks = np.abs(self.table[:9 * p]).reshape(9, p, -1).max(1).sum(0)
        uses = 9 * np.abs(self.table[9 * p:17 * p]).max(0)
        rest = np.abs(self.table[17 * p:]).max(0) * 3
        return int((worst + blocks + uses + rest).max())

    def evaluate(self, positions):
        """[n, 2] logits of score and draw for the mover, in units of 1 / UNIT."""
        inputs = features.extract(positions, self.rules)
        a, c = self.arrays, self.config
        total = self._clipped(self.table[self.map.rows(inputs)].sum(2) + a["bias"])
        half = c["lanes"] // 2
        x = (total[..., :half] * total[..., half:] >> PAIR_SHIFT).reshape(len(positions), -1)
        bucket = inputs.target.astype(int) if c["buckets"] == 10 else np.zeros(len(x), int)
        x = self._small(x, "head", bucket)
        x = self._small(np.concatenate([x, x * x >> 7], 1), "tail", bucket)
        out = np.einsum("nok,nk->no", a["out.weight"].astype(np.int64)[bucket], x)
        return (out + a["out.bias"][bucket]) >> OUT_SHIFT

    def _clipped(self, sums):
        return np.clip((sums + 32768) % 65536 - 32768, 0, ONE - 1)

    def _small(self, x, name, bucket):
        weight = self.arrays[name + ".weight"].astype(np.int64)
        y = np.einsum("nok,nk->no", weight[bucket], x) + self.arrays[name + ".bias"][bucket]
        return np.clip(y >> WEIGHT_SHIFT, 0, 127)


def export(checkpoint, path, rules, name):
    """Writes the network file of a student checkpoint (.npz); returns what to tell the user."""
    data = np.load(checkpoint)
    config = {k[7:]: int(data[k]) for k in data.files if k.startswith("config.")}
    weights = {k[7:]: data[k] for k in data.files if k.startswith("weight.")}
    config, arrays, clipped = quantise(config, weights)
    raw = to_bytes(config, arrays, rules, name)
    pathlib.Path(path).write_bytes(raw)
    largest = Integer(raw).largest_sum()
    return (f"{path}: {len(raw)} bytes, checksum {zlib.crc32(raw[16:]):08x}, {clipped} weights "
            f"clipped, largest possible sum {largest} of 32767")
