// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "base/result.h"
#include "store/game_id.h"

namespace ninefold::store {

/// The right to run one match, or for kCasual the server of a database's casual games, held by one
/// process at a time. The kernel takes it back when the process ends in any way. Other matches of
/// the same database are free.
class MatchLock {
public:
    /// Fails with a sentence that names the holder.
    static base::Result<MatchLock> take(const std::filesystem::path& database, MatchId match);

    MatchLock(MatchLock&& other) noexcept;
    MatchLock& operator=(MatchLock&& other) noexcept;
    MatchLock(const MatchLock&) = delete;
    MatchLock& operator=(const MatchLock&) = delete;
    ~MatchLock();

private:
    explicit MatchLock(int file) : file_(file) {}
    int file_;
};

}  // namespace ninefold::store
