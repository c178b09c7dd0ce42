# SPDX-License-Identifier: MIT
"""What both environments observe, and the spaces of it where Gymnasium is installed."""

from __future__ import annotations

import numpy as np

from .. import _ninefold

try:
    import gymnasium
except ImportError:
    gymnasium = None

ACTIONS = 81
PLANES = (7, 9, 9)


def planes(position) -> np.ndarray:
    """The seven planes of ``ninefold.features``, in the mover's view."""
    return _ninefold.features(_ninefold.states_of([position]))[0]


def action_space():
    return None if gymnasium is None else gymnasium.spaces.Discrete(ACTIONS)


def planes_space():
    return None if gymnasium is None else gymnasium.spaces.Box(0, 1, PLANES, np.float32)


def masked_space():
    """Planes together with the mask of legal moves."""
    if gymnasium is None:
        return None
    mask = gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8)
    return gymnasium.spaces.Dict({"observation": planes_space(), "action_mask": mask})
