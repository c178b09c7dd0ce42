# SPDX-License-Identifier: MIT
"""The Python host: runs bot files of other communities as UGI bots.

From lowest to highest: game_position, forfeit, candidates, source_scan,
debian_packages, version_hint, numpy_names,
protocol_channel, bot_file, answers, meta_json, the interfaces (..._bot),
ugi_session.

Everything that interface `class` needs runs under Python 2.7 and 3.x alike.
"""
