# SPDX-License-Identifier: MIT
"""Writes a network file as numbers that src/net/builtin.cpp includes, so that the program carries it:
    python3 -m ninefold_train.embed nets/standard.nfnet src/net/builtin_standard.inc"""
import pathlib
import struct
import sys


def text(raw):
    padded = raw + b"\0" * (-len(raw) % 8)
    words = [f"0x{word:x}" for word in struct.unpack(f"<{len(padded) // 8}Q", padded)]
    lines = [",".join(words[i:i + 5]) for i in range(0, len(words), 5)]
    return (f"// {len(raw)} bytes, written by training/ninefold_train/embed.py; do not edit.\n"
            + ",\n".join(lines) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pathlib.Path(sys.argv[2]).write_text(text(pathlib.Path(sys.argv[1]).read_bytes()))


if __name__ == "__main__":
    main()
