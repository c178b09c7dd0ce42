# SPDX-License-Identifier: MIT
"""Another entrant's bot, which nobody else may read."""


def Player(board, T, won):
    return 0, 0
