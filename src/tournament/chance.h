// SPDX-License-Identifier: MIT
#pragma once

namespace ninefold::tournament {

/// The sign test: how likely a bot that is no better than its opponent wins at least `wins` of
/// wins + losses games (draws say nothing). Exact. 1 where there are no such games.
double chance_of_luck(int wins, int losses);

}  // namespace ninefold::tournament
