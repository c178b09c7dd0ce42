// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "protocol/limits.h"
#include "rules/any_position.h"

/// The format of riddles.io and of its predecessor theaigames.com: the whole field and macroboard
/// before each `action move`, answered by `place_move COLUMN ROW`. Lines come without line end;
/// appended lines end in one.
namespace ninefold::protocol::riddles {

/// The two sites write players and empty cells differently.
///                      X    O    empty   names
///     kRiddles         0    1    .       player0, player1
///     kTheAiGames      1    2    0       player1, player2
enum class Edition : std::uint8_t { kRiddles, kTheAiGames };

/// What a bot learns of its time; the sites grant a bank and add to it for each move.
struct Times {
    Duration bank = std::chrono::seconds(10);
    Duration per_move = std::chrono::milliseconds(500);
};

void append_settings(std::string& text, Edition edition, rules::Side side, const Times& times);

/// `update game …` lines and `action move BANK`.
void append_turn(std::string& text, Edition edition, const rules::AnyPosition& position,
                 Duration bank);

std::string answer_text(rules::Move move);

/// `place_move COLUMN ROW`.
base::Result<rules::Move> parse_answer(std::string_view line);

/// The other side: follows what a site's referee writes. Either edition is recognised by its
/// player numbers. One thread.
class Game {
public:
    struct Turn {
        rules::AnyPosition position;
        Times times;  ///< what is left of the bank, and the increment
    };
    /// `rules`: those of the site are standard.
    explicit Game(rules::Rules rules = {}) : rules_(rules) {}

    /// Takes one line; a turn once a move is asked for.
    base::Result<std::optional<Turn>> read(std::string_view line);

private:
    base::Result<void> read_setting(std::string_view name, std::string_view value);
    base::Result<void> read_update(std::string_view name, std::string_view value);
    base::Result<rules::AnyPosition> position() const;

    rules::Rules rules_;
    Edition edition_ = Edition::kRiddles;
    Times times_;
    std::array<char, 81> field_{};  ///< 'x', 'o' or 0, by row and column
    rules::BlockSet playable_ = rules::BlockSet::all();
};

}  // namespace ninefold::protocol::riddles
