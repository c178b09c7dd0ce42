// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace ninefold::search {

/// The bytes of memory that this process may use before the kernel ends it: the machine's, or fewer
/// where its control group, or one above it, sets a limit (`MemoryMax=` of a systemd unit, a
/// container's memory). `root` is before `/proc`; a mount's own path is read below it, too.
std::size_t memory_limit(const std::string& root = {});

}  // namespace ninefold::search
