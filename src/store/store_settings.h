// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>

namespace ninefold::store {

/// The numbers of this room that can be tuned. Tests make the limits small; programs use the
/// defaults.
struct StoreSettings {
    /// How long a write waits for another process that is writing to the same database.
    std::chrono::milliseconds busy_timeout{30'000};
    /// Queued games at which MatchKeeper::keep() begins to wait …
    std::size_t queue_games = 20'000;
    /// … or their bytes, whichever is first. Bots' notes can make games large.
    std::size_t queue_bytes = std::size_t{16} << 20;
    /// Bytes of bots' logs that one run of a match keeps whole; of what comes later, only the end:
    /// a bot that loses every game must not fill the disk with what it says of it.
    std::size_t whole_logs = std::size_t{64} << 20;
    std::size_t short_log = 2'048;
    /// Pages (of 4 KiB) in the write-ahead log at which they are moved into the database.
    int checkpoint_pages = 4'000;
    /// The most pages the database may have, 0 for no limit: stands for a full disk in tests.
    int max_pages = 0;
};

}  // namespace ninefold::store
