// SPDX-License-Identifier: MIT
#include "tournament/stage_spec.h"

#include <array>
#include <utility>

#include "base/foreign_text.h"

namespace ninefold::tournament {

namespace {

template <typename Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

constexpr Names<StageType, 6> kTypes = {{{StageType::kRoundRobin, "round-robin"},
                                         {StageType::kGroups, "groups"},
                                         {StageType::kSwiss, "swiss"},
                                         {StageType::kGauntlet, "gauntlet"},
                                         {StageType::kKnockout, "knockout"},
                                         {StageType::kDoubleElimination, "double-elimination"}}};
constexpr Names<Criterion, 8> kCriteria = {{{Criterion::kPoints, "points"},
                                            {Criterion::kHeadToHead, "head-to-head"},
                                            {Criterion::kWins, "wins"},
                                            {Criterion::kBlocks, "blocks"},
                                            {Criterion::kBuchholz, "buchholz"},
                                            {Criterion::kSonnebornBerger, "sonneborn-berger"},
                                            {Criterion::kForfeits, "forfeits"},
                                            {Criterion::kCoin, "coin"}}};
constexpr Names<Decider, 4> kDeciders = {{{Decider::kPoints, "points"},
                                          {Decider::kBlocks, "blocks"},
                                          {Decider::kExtraPair, "extra-pair"},
                                          {Decider::kCoin, "coin"}}};
constexpr Names<FirstMove, 2> kFirsts = {
    {{FirstMove::kBalanced, "balanced"}, {FirstMove::kCoin, "coin"}}};
constexpr Names<Draw, 4> kDraws = {{{Draw::kRandom, "random"},
                                    {Draw::kSnake, "snake"},
                                    {Draw::kPots, "pots"},
                                    {Draw::kSeeded, "seeded"}}};
constexpr Names<Scoring, 2> kScorings = {
    {{Scoring::kGames, "games"}, {Scoring::kMatches, "matches"}}};

template <typename Enum, std::size_t N>
std::string_view find_name(const Names<Enum, N>& names, Enum value) {
    for (const auto& [known, text] : names) {
        if (known == value) return text;
    }
    return "";
}

template <typename Enum, std::size_t N>
base::Result<Enum> find_value(const Names<Enum, N>& names, std::string_view text) {
    std::string all;
    for (const auto& [value, known] : names) {
        if (known == text) return value;
        if (!all.empty()) all += ", ";
        all += known;
    }
    const std::string wrong = text.empty() ? "" : base::quoted(text) + " is not known; ";
    return base::fail("{}allowed are {}", wrong, all);
}

}  // namespace

std::string_view name(StageType type) { return find_name(kTypes, type); }
std::string_view name(Criterion criterion) { return find_name(kCriteria, criterion); }
std::string_view name(Decider decider) { return find_name(kDeciders, decider); }
std::string_view name(FirstMove first) { return find_name(kFirsts, first); }
std::string_view name(Draw draw) { return find_name(kDraws, draw); }
std::string_view name(Scoring scoring) { return find_name(kScorings, scoring); }

base::Result<StageType> parse_stage_type(std::string_view text) { return find_value(kTypes, text); }
base::Result<Criterion> parse_criterion(std::string_view text) {
    return find_value(kCriteria, text);
}
base::Result<Decider> parse_decider(std::string_view text) { return find_value(kDeciders, text); }
base::Result<FirstMove> parse_first_move(std::string_view text) {
    return find_value(kFirsts, text);
}
base::Result<Draw> parse_draw(std::string_view text) { return find_value(kDraws, text); }
base::Result<Scoring> parse_scoring(std::string_view text) { return find_value(kScorings, text); }

}  // namespace ninefold::tournament
