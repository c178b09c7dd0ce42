// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tournament/spsa.h"

namespace ninefold::tournament {

/// A bot's source with the options set, in place of those it already gives: `mcts:sims=500` and
/// c=1.1 make `mcts:sims=500,c=1.1`. The built-in bots and the engine take options, and so do
/// classes of the best_move interface, as arguments of their constructor
/// (`best_move:e.py#Engine:k=5`). For any other bot they become UGI options in front of its name
/// (`option.k=5 ./bot`), which BotSource refuses where it takes none.
base::Result<std::string> with_options(std::string_view source,
                                       const std::vector<TunedOption>& options,
                                       const std::vector<double>& values);

}  // namespace ninefold::tournament
