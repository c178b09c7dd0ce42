// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "arena/match_format.h"
#include "arena/openings.h"
#include "arena/referee.h"
#include "arena/time_control.h"
#include "base/enum_names.h"
#include "base/result.h"

namespace ninefold::arena {

/// Who has X in a game.
enum class Starter : std::uint8_t {
    kAlternate,  ///< A in even games, B in odd ones: pairs
    kRandom,     ///< drawn for each game from the match's seed
    kA,
    kB,
};
constexpr base::EnumNames<Starter, 4> names_of(Starter) {
    return {"alternate", "random", "a", "b"};
}
using base::name, base::parse_name;  // NOLINT(misc-unused-using-decls): for includers

/// Everything that decides which games a match plays. The same specification with the same
/// built-in bots gives the same games, in whatever order and on however many threads.
struct MatchSpec {
    std::string id, event;
    std::string a_source, b_source;  ///< what the user calls the bots
    std::string a_name, b_name;      ///< what records and tables call them
    rules::AnyPosition start;
    TimeControl time_control;
    std::optional<TimeControl> time_control_b;  ///< bot B's, where it is another one
    MatchFormat format = MatchFormat::games(2);
    Openings openings;
    Starter starter = Starter::kAlternate;
    Adjudication adjudication;
    std::uint64_t seed = 1;
    int first_game = 0;  ///< number of its first game, even: it may be a part of a longer match

    bool a_is_x(int game) const;
    /// Both bots' clocks as one string: `move=10s`, or `A move=10s; B move=1s`.
    std::string time_text() const;
    GameSpec game(int number) const;
};

/// A game as it is sent to other machines.
nlohmann::ordered_json to_json(const GameSpec& game);
/// Reads what to_json() wrote, nothing left out. The error names the key.
base::Result<GameSpec> game_spec_from_json(const nlohmann::ordered_json& json);

/// A specification as it is kept: the bots' sources and every field that decides which games are
/// played. The match's id, event and the bots' names are not in it.
nlohmann::ordered_json to_json(const MatchSpec& spec);

/// Reads what to_json() of this or an earlier version wrote; what is left out is as by default. The
/// error names the key.
base::Result<MatchSpec> match_spec_from_json(const nlohmann::ordered_json& json);

/// Two kept specifications are the same match where this is the same string. What a command adds
/// to to_json() counts; what the bots' files hold and how the match is run does not.
std::string match_identity(const nlohmann::ordered_json& kept);

}  // namespace ninefold::arena
