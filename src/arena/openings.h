// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rules/any_position.h"

namespace ninefold::sources {
struct BotSource;
}

namespace ninefold::arena {

/// Whether the file of openings is read. Who only looks at a kept match needs no lines: the file
/// may be gone, or on another machine.
enum class OpeningLines : std::uint8_t { kRead, kLeave };

/// Where the pairs of a match begin. Chosen by text:
///     start        the empty board
///     random:K     K random plies, from the match's seed
///     balanced     a built-in opening of near-even chances, drawn from the match's seed;
///                  none comes twice before all have come
///     file:PATH    a line of moves for each opening, in turn; '#' begins a comment
/// Both games of a pair get the same opening. Immutable after parsing.
class Openings {
public:
    /// What `parse` takes, for the help.
    static constexpr std::string_view kForms = "start, balanced, random:K plies or file:PATH";

    Openings() = default;

    /// Reads the choice, and the file where it is one; each line is checked from `start`.
    static base::Result<Openings> parse(std::string_view text, const rules::AnyPosition& start,
                                        OpeningLines lines = OpeningLines::kRead);

    /// The moves of the `pair`-th pair, legal from `start`, after which the game is not over.
    /// Precondition: the lines were read.
    std::vector<rules::Move> opening(int pair, std::uint64_t seed,
                                     const rules::AnyPosition& start) const;

    const std::string& text() const { return text_; }
    /// Changes with the lines of a file; empty where there is none.
    std::string content_hash() const;

private:
    base::Result<void> read_file(const std::string& path, const rules::AnyPosition& start);
    base::Result<void> take_balanced(const rules::AnyPosition& start);
    base::Result<void> read_lines(std::string_view text, const std::string& origin,
                                  const rules::AnyPosition& start);

    std::string text_ = "start";
    int random_plies_ = 0;
    bool drawn_ = false;  ///< whether the seed decides which line a pair gets
    std::vector<std::vector<rules::Move>> lines_;
};

/// Whether a bot's games can begin like this. An error where its protocol cannot tell it of moves
/// that were made before its first; a note for the organiser where it may not look at them.
base::Result<std::optional<std::string>> check_beginning(const sources::BotSource& bot,
                                                         const rules::AnyPosition& start,
                                                         const Openings& openings);

}  // namespace ninefold::arena
