// SPDX-License-Identifier: MIT
#include "base/foreign_text.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

namespace {

constexpr std::string_view kCourse =
    R"(# The tournament of the course, part 2: two rounds of groups, then a knockout of eight.
name = "Course tournament"
rules = "standard"
time = "move=10s,game=120s"
points = "blocks"                  # win 3, draw with more blocks 2, other draw 1, loss 0

[[stage]]
name = "Round 1"
type = "groups"
group-size = [8, 10]
draw = "random"
games = 2                          # both sides once; for a coin toss: games = 1, first = "coin"
advance = 2
award = [4, 3, 2, 1]               # below: 0

[[stage]]
name = "Round 2"
type = "groups"
groups = 4
draw = "random"
games = 2
advance = 2
award = [7, 6, 5]                  # below: what round 1 gave

[[stage]]
name = "Finals"
type = "knockout"
games = 2
decide = ["points", "coin"]
award = [10, 9, 8]                 # winner, finalist, semi-finalists; below: what round 2 gave
)";

constexpr std::string_view kCodeTournament =
    R"(# The match rules of the code tournament: everybody meets everybody in batches of pairs.
name = "Code tournament"
rules = "standard"
time = "soft=90s,hard=100s,grant=1.5"

[[stage]]
name = "League"
type = "round-robin"
format = "batches=5:2,5:1,5:1:0.25"
scoring = "matches"                # a won match 1 point, a drawn one 1/2
)";

constexpr std::string_view kRoundRobin = R"(# Everybody meets everybody, both sides once.
name = "Round robin"
rules = "standard"
time = "move=10s"

[[stage]]
name = "Round robin"
type = "round-robin"
games = 2
)";

constexpr TournamentPreset kPresets[] = {{"course", kCourse},
                                         {"code-tournament", kCodeTournament},
                                         {"round-robin", kRoundRobin}};

}  // namespace

std::span<const TournamentPreset> presets() { return kPresets; }

base::Result<TournamentPreset> find_preset(std::string_view name) {
    std::vector<std::string_view> names;
    for (const TournamentPreset& preset : kPresets) {
        if (preset.name == name) return preset;
        names.push_back(preset.name);
    }
    return base::fail("there is no preset {}; there are {}", base::quoted(name),
                      fmt::join(names, ", "));
}

std::string starting_file(const TournamentPreset& preset) {
    constexpr std::string_view kBots =
        "\n# The bots: files, built-in bots, patterns.\nbots = [\"bots/*.py\", \"random\"]\n";
    std::string text(preset.toml);
    return text.insert(text.find("\n[[stage]]"), kBots);
}

}  // namespace ninefold::tournament
