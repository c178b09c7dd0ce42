// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <utility>

#include "base/file_descriptor.h"
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
    /// Whether some process has it now. Changes nothing.
    static bool is_held(const std::filesystem::path& database, MatchId match);

private:
    explicit MatchLock(base::FileDescriptor file) : file_(std::move(file)) {}
    base::FileDescriptor file_;
};

}  // namespace ninefold::store
