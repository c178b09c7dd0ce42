# SPDX-License-Identifier: MIT
"""Self-play, teacher, student and export of Ninefold's networks. training/README.md is the way in."""
