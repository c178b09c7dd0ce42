// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdio>
#include <istream>

#include "base/result.h"
#include "search/search.h"

namespace ninefold::engine {

/// CodinGame tells its bots no clock: these are its limits, less what its own pipes may take.
struct CodingameTimes {
    std::chrono::milliseconds first{940};
    std::chrono::milliseconds move{88};
};

/// The engine on the referee of another site, which it hears on `in` and answers on `out`, until
/// the end of input. The error names the line that made no sense.
base::Result<void> play_on_codingame(std::istream& in, std::FILE* out, search::Search& search,
                                     const CodingameTimes& times = {});
base::Result<void> play_on_riddles(std::istream& in, std::FILE* out, search::Search& search);

}  // namespace ninefold::engine
