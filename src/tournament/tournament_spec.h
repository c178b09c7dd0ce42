// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/adjudicate.h"
#include "arena/openings.h"
#include "arena/time_control.h"
#include "base/embedded_file.h"
#include "base/result.h"
#include "rules/ruleset.h"
#include "tournament/stage_spec.h"

namespace ninefold::tournament {

/// A team that stops playing at some round of some stage.
struct Absence {
    enum class Kind : std::uint8_t { kWithdrawn, kDisqualified };
    TeamId team;
    Kind kind = Kind::kWithdrawn;
    int stage = 0;
    int wave = 0;  ///< of the stage: the round of a Swiss or a bracket; a league has one
    std::string reason{};
    bool operator==(const Absence&) const = default;
};
constexpr base::EnumNames<Absence::Kind, 2> names_of(Absence::Kind) {
    return {"withdrawn", "disqualified"};
}

struct BotEntry {
    std::string source;                                ///< as `ninefold match` takes it
    std::string name;                                  ///< distinct in its tournament
    std::string team{};                                ///< who made it; may be empty
    std::optional<arena::TimeControl> time_control{};  ///< its own, instead of the tournament's
    bool operator==(const BotEntry&) const = default;
};

/// A tournament as its file says (docs/tournaments.md): everything that decides which games are
/// played and what they are worth. The same specification with the same results gives the same
/// standings.
struct TournamentSpec {
    std::string name = "Tournament";
    std::uint64_t seed = 1;
    rules::Rules rules{};
    arena::TimeControl time_control{};
    arena::Openings openings{};
    arena::PointScale points = arena::PointScale::kPlain;
    arena::Adjudication adjudication{};
    std::vector<BotEntry> bots{};
    std::vector<StageSpec> stages{};
    std::vector<Absence> absences{};   ///< known before the start
    int concurrency = 1;               ///< games at the same time; decides nothing
    std::vector<std::string> notes{};  ///< what its reader should tell the organiser; no part of it

    const BotEntry& bot(TeamId team) const { return bots[static_cast<std::size_t>(team.index)]; }
    const arena::TimeControl& time_control_of(const BotEntry& bot) const {
        return bot.time_control ? *bot.time_control : time_control;
    }
};

/// Reads a specification. `folder` is what relative paths start from, `origin` what messages call
/// the text. An error names the line, what is wrong there and what is allowed.
base::Result<TournamentSpec> parse_spec(std::string_view toml, const std::filesystem::path& folder,
                                        std::string_view origin,
                                        arena::OpeningLines openings = arena::OpeningLines::kRead);
base::Result<TournamentSpec> read_spec(const std::filesystem::path& file);

/// The specification with nothing left out and paths made absolute: read again it is the same.
/// This string identifies a stored tournament.
std::string to_toml(const TournamentSpec& spec);

/// The files of data/tournaments.
std::span<const base::EmbeddedFile> preset_files();
/// The presets by name, as TOML without bots.
struct TournamentPreset {
    std::string_view name, toml;
};
std::span<const TournamentPreset> presets();
base::Result<TournamentPreset> find_preset(std::string_view name);
/// A preset as a whole file to start from, with a list of bots. It stands above the stages: below
/// one it would be a key of that stage.
std::string starting_file(const TournamentPreset& preset);

}  // namespace ninefold::tournament
