// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ninefold::process {

/// `NAMESPACE-PID-START`: this program among all that run on this machine. The number alone means
/// something within its PID namespace only, and is given again.
std::string referee_id();

/// True where that program has ended. False for one of another PID namespace, which cannot be
/// known from here: whatever it leaves ends with its namespace, or is seen to by the next one
/// there.
bool has_ended(std::string_view referee);

/// NAME=VALUE for the environment of a sandbox's own processes (no bot sees it): which program they
/// belong to.
std::string referee_mark();

/// Kills the processes of sandboxes whose program has ended. bwrap ends with its program, but one
/// that is killed at the wrong moment leaves a process that waits forever and that no control
/// group may hold.
void kill_abandoned();

}  // namespace ninefold::process
