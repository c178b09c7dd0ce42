// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/any_position.h"
#include "search/search.h"
#include "search/solver.h"

namespace ninefold::search {

/// What is special about a puzzle's solution.
enum class Theme : std::uint8_t {
    kCapture,    ///< it wins a block
    kSacrifice,  ///< it lets the opponent win a block at once
    kFreeMove,   ///< it lets the opponent play anywhere
    kQuiet,      ///< nothing of that kind
};
std::string_view name(Theme theme);

/// A position with one move that wins, by force and soon; every other move gives the win away.
struct Puzzle {
    rules::AnyPosition position;
    rules::Move solution;
    int plies = 0;       ///< to the end with best play: odd, 3 or more
    int difficulty = 0;  ///< the lowest level of the engine that finds it: 1..9, 10 where none does
    std::vector<Theme> themes;
};

/// `POSITION; SOLUTION; PLIES; DIFFICULTY; THEME,THEME`: the line of a puzzle file.
std::string to_line(const Puzzle& puzzle);

/// Finds puzzles. Each is proved twice: the win by trying every defence, and by the exact solver
/// that no other move wins. One thread.
class PuzzleFinder {
public:
    PuzzleFinder();

    /// Nothing where the position is no puzzle, or that could not be proved cheaply.
    std::optional<Puzzle> look_at(const rules::AnyPosition& position);

private:
    bool only_this_wins(const rules::AnyPosition& position, rules::Move solution);
    int difficulty(const Puzzle& puzzle);

    std::unique_ptr<Solver> solver_;
    std::unique_ptr<Search> player_;
};

/// Whether the mover wins within `plies` plies whatever the opponent does.
bool wins_within(const rules::AnyPosition& position, int plies);

}  // namespace ninefold::search
