// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace ninefold::store {

struct Rescued {
    std::int64_t matches = 0;
    std::int64_t games = 0;
    std::int64_t damaged = 0;   ///< rows that were found, but are no games
    std::int64_t reopened = 0;  ///< matches that were finished, lost games, and are not any more
};

/// Copies every match, tournament and game that can still be read from a damaged database into a
/// new one, games that people still play included, so that all of them can be resumed. Each row is
/// looked up by itself, so that a bad page costs the rows on it and no others. The new one gets its
/// name when it is complete. (The `.recover` of the sqlite3 program does more, but Debian's cannot
/// do it.)
base::Result<Rescued> rescue(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace ninefold::store
