# SPDX-License-Identifier: MIT
"""Quantises a student and writes its network file:
    python3 -m ninefold_train.export RUN/student.npz nets/standard.nfnet RULES NAME
numpy only."""
import sys

from . import netfile


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    print(netfile.export(*sys.argv[1:]))


if __name__ == "__main__":
    main()
