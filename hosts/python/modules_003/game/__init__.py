# SPDX-License-Identifier: MIT
"""The package `game` of best_move bots; the host adds the bot's own game folder to its path."""
