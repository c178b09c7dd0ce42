# SPDX-License-Identifier: MIT
"""Never finishes loading."""
while True:
    pass


def Player(board, T, won):
    return 0, 0
