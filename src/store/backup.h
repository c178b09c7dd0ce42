// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace ninefold::store {

struct Backup {
    std::int64_t games = 0, matches = 0;
    std::uintmax_t bots = 0;  ///< files that were sent to a server, copied beside it
};

/// Copies a database as it is at one moment into a new file, with the bots that were sent to its
/// server (`FROM-bots` to `TO-bots`). Servers and matches may run meanwhile; nobody waits. The copy
/// has its name only when it is whole, on the disk and checked; it is a database as any other, and
/// restored by putting it in the place of the lost one.
base::Result<Backup> backup(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace ninefold::store
