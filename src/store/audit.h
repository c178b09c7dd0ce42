// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace ninefold::store {

/// What was looked at, and everything that is wrong, one sentence each.
struct Audit {
    std::int64_t games = 0, matches = 0, tournaments = 0;
    std::vector<std::string> problems{};
};

/// Checks a whole database against the rules and against itself (docs/store.md): the file is sound;
/// every game can be replayed to the ending and winner that is kept, and has its number alone; a
/// finished match has every game that it announced, with the score that it announced; a finished
/// tournament is over when its games are replayed, and every game is one that it asked for; what
/// was kept of its standings and ratings, or of a match's results and Elo, is what the games make;
/// a finished game of people is there. Nothing is written, and a server may run meanwhile. The
/// error is that it cannot be read at all.
base::Result<Audit> audit(const std::filesystem::path& path);

}  // namespace ninefold::store
