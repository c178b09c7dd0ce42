// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>

#include "protocol/ugi.h"

namespace ninefold::process {

/// What a process bot may take and say, besides its sandbox.
struct ProcessLimits {
    std::chrono::milliseconds start_up{10'000};    ///< for `ugiok`, and again for each `readyok`
    std::uint64_t bytes = std::uint64_t{1} << 20;  ///< of output while one answer is awaited
    std::uint64_t lines = 10'000;                  ///< of output while one answer is awaited
    std::size_t line_bytes = protocol::ugi::kMaxLine;
    std::chrono::milliseconds reading{1000};    ///< to make room for a question
    std::chrono::milliseconds stop_grace{500};  ///< to answer `stop`
    std::chrono::milliseconds quit_grace{200};  ///< to end after `quit`
};

}  // namespace ninefold::process
