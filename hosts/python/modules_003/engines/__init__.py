# SPDX-License-Identifier: MIT
"""The package `engines` of best_move bots; the host adds the bot's own folder to its path."""
