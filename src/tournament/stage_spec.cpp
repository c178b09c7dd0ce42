// SPDX-License-Identifier: MIT
#include "tournament/stage_spec.h"

#include <fmt/ranges.h>

#include "base/enum_names.h"
#include "base/foreign_text.h"

namespace ninefold::tournament {

namespace {

using base::EnumNames;

constexpr EnumNames<StageType, 6> kTypes = {"round-robin", "groups",   "swiss",
                                            "gauntlet",    "knockout", "double-elimination"};
constexpr EnumNames<Criterion, 8> kCriteria = {"points",   "head-to-head",     "wins",     "blocks",
                                               "buchholz", "sonneborn-berger", "forfeits", "coin"};
constexpr EnumNames<Decider, 4> kDeciders = {"points", "blocks", "extra-pair", "coin"};
constexpr EnumNames<FirstMove, 2> kFirsts = {"balanced", "coin"};
constexpr EnumNames<Draw, 4> kDraws = {"random", "snake", "pots", "seeded"};
constexpr EnumNames<Scoring, 2> kScorings = {"games", "matches"};

template <typename Enum, std::size_t N>
base::Result<Enum> parse(const EnumNames<Enum, N>& names, std::string_view text) {
    if (const auto value = names.find(text)) return *value;
    const std::string wrong = text.empty() ? "" : base::quoted(text) + " is not known; ";
    return base::fail("{}allowed are {}", wrong, fmt::join(names, ", "));
}

}  // namespace

std::string_view name(StageType type) { return kTypes.of(type); }
std::string_view name(Criterion criterion) { return kCriteria.of(criterion); }
std::string_view name(Decider decider) { return kDeciders.of(decider); }
std::string_view name(FirstMove first) { return kFirsts.of(first); }
std::string_view name(Draw draw) { return kDraws.of(draw); }
std::string_view name(Scoring scoring) { return kScorings.of(scoring); }

base::Result<StageType> parse_stage_type(std::string_view text) { return parse(kTypes, text); }
base::Result<Criterion> parse_criterion(std::string_view text) { return parse(kCriteria, text); }
base::Result<Decider> parse_decider(std::string_view text) { return parse(kDeciders, text); }
base::Result<FirstMove> parse_first_move(std::string_view text) { return parse(kFirsts, text); }
base::Result<Draw> parse_draw(std::string_view text) { return parse(kDraws, text); }
base::Result<Scoring> parse_scoring(std::string_view text) { return parse(kScorings, text); }

}  // namespace ninefold::tournament
