// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace ninefold::process {

/// NAME=VALUE for the environment of a sandbox's own processes (no bot sees it): which program they
/// belong to.
std::string referee_mark();

/// Kills the processes of sandboxes whose program has ended. bwrap ends with its program, but one
/// that is killed at the wrong moment leaves a process that waits forever and that no control
/// group may hold.
void kill_abandoned();

}  // namespace ninefold::process
