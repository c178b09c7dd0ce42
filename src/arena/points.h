// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "base/enum_names.h"
#include "base/result.h"
#include "record/game_record.h"

namespace ninefold::arena {

/// How a community counts one game.
enum class PointScale : std::uint8_t {
    /// Win 1, draw 1/2 each.
    kPlain,
    /// Win 3, loss 0; a draw is 2 for the side with more blocks and 1 for any other.
    kBlocks,
    /// Line 3-0; no line: more blocks, else more centre cells 2-1, else 1-1; a side that breaks the
    /// rules or its clock 0-2, one that tampers with the game 0-3.
    kCourse,
};
constexpr base::EnumNames<PointScale, 3> names_of(PointScale) {
    return {"plain", "blocks", "course"};
}
using base::name, base::parse_name;  // NOLINT(misc-unused-using-decls): for includers

struct Points {
    double x = 0, o = 0;
    bool operator==(const Points&) const = default;
};

/// What a finished game is worth to both sides; nothing for a void game, or where neither bot
/// started. The error says why the record is no game.
base::Result<Points> points(PointScale scale, const record::GameRecord& game);

}  // namespace ninefold::arena
