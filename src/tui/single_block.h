// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <istream>
#include <memory>
#include <optional>

#include "bots/bot.h"

namespace ninefold::tui {

/// Who plays one of the sides: a person, a bot that knows plain tic-tac-toe, or one that never
/// loses.
struct SingleBlockSeat {
    bool is_human = false;
    std::unique_ptr<bots::Bot> bot{};
};

/// Plays plain tic-tac-toe in lines of text; a cell is a digit 0 to 8. A bot is asked about the
/// middle block of an otherwise empty board, and its mistake loses. Returns 0 when finished, 1 when
/// left.
int play_single_block(SingleBlockSeat x, SingleBlockSeat o, std::istream& in, std::FILE* out);

}  // namespace ninefold::tui
