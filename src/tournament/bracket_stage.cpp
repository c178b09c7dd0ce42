// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "base/rng.h"
#include "tournament/stage.h"

namespace ninefold::tournament {

namespace {

constexpr std::uint64_t kBracketDrawSalt = 1;

/// How far a team came; smaller is better.
struct Survival {
    int tier = 1;  ///< 1 the winner, 2 the other finalist, 3 out one round before, …
    const Meeting* out = nullptr;    ///< where it lost for good
    const Meeting* third = nullptr;  ///< where it lost the third place

    std::pair<int, bool> order() const { return {tier, third != nullptr}; }
};

/// What put a team behind the one in the row above, `winner`. Points in the table are those of all
/// rounds together, and decide nothing in a bracket.
std::string reason(const Stage& stage, TeamId winner, const Survival& above, const Survival& own) {
    const auto lost = [&](const Meeting& meeting) {
        return fmt::format("{}: {}", stage.label(meeting.pairing), meeting.verdict->decided_by);
    };
    if (own.tier != above.tier) {
        if (own.out->winner() == winner) return lost(*own.out);
        return fmt::format("out in {}", stage.label(own.out->pairing));
    }
    return own.order() != above.order() ? lost(*own.third) : "seeding";
}

/// The tier of a team that this meeting eliminates; 0 where the loser plays on.
int losing_tier(const Pairing& pairing, int rounds, bool has_lower) {
    switch (pairing.group) {
        case kGrandFinal: return 2;
        case kLowerBracket: return 2 * (rounds - 1) - pairing.round + 2;
        case kMainBracket: break;
        default: return 0;
    }
    if (has_lower) return rounds == 1 ? 2 : 0;
    return rounds - pairing.round + 1;
}

/// Seeds in the order of a bracket's places, so that the best two can meet in the final only:
/// 0 3 1 2 reads "0 against 3, 1 against 2". Precondition: a power of two.
std::vector<int> bracket_order(int size) {
    std::vector<int> order{0};
    while (static_cast<int>(order.size()) < size) {
        const int next = 2 * static_cast<int>(order.size());
        std::vector<int> wider;
        for (const int seed : order) {
            wider.push_back(seed);
            wider.push_back(next - 1 - seed);
        }
        order = std::move(wider);
    }
    return order;
}

/// Knockout and double elimination. The bracket has a power of two of places; the places nobody
/// holds are byes, which fall to the best seeds and need no meeting.
///
/// Main bracket, round r: slot s is winner (r-1, 2s) against winner (r-1, 2s+1). Lower bracket: its
/// even rounds are played among those in it, its odd rounds against the losers of main round
/// (r+1)/2, whose order is turned round so that teams do not meet again at once. Lower round r runs
/// together with main round r+1, which is when both its sides are known.
class BracketStage final : public Stage {
public:
    BracketStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed);

    std::vector<Pairing> next(const StageSituation& situation) const override;
    StageRanking ranking(const StageSituation& situation) const override;
    std::vector<Tie> ties(const StageSituation& situation) const override;
    std::string label(const Pairing& pairing) const override;

private:
    class State;

    bool has_third_place() const { return spec_.third_place && !has_lower() && rounds_ > 1; }
    bool has_lower() const { return spec_.type == StageType::kDoubleElimination; }

    StageSpec spec_;
    std::uint64_t seed_;
    std::vector<TeamId> seeding_;  ///< best first
    std::vector<TeamId> places_;   ///< of the first round from the top; kNobody for a bye
    int rounds_ = 0;               ///< of the main bracket
};

/// The bracket filled in as far as the meetings go. Made for one question.
class BracketStage::State {
public:
    State(const BracketStage& stage, std::span<const Meeting> meetings) : stage_(stage) {
        for (const Meeting& meeting : meetings) {
            const Pairing& p = meeting.pairing;
            meetings_[{p.group, p.round, p.slot}] = &meeting;
        }
    }

    /// As in Tie.
    using Side = std::optional<TeamId>;
    using Sides = std::pair<Side, Side>;

    Tie tie(int group, int round, int slot) const {
        const std::tuple key(group, round, slot);
        if (const auto found = memo_.find(key); found != memo_.end()) return found->second;
        const auto [a, b] = find_sides(group, round, slot);
        return memo_[key] = {group, round, slot, a, b};
    }
    Side winner(int group, int round, int slot) const { return outcome(group, round, slot, true); }
    Side loser(int group, int round, int slot) const { return outcome(group, round, slot, false); }
    const Meeting* meeting(int group, int round, int slot) const {
        const auto found = meetings_.find({group, round, slot});
        return found == meetings_.end() ? nullptr : found->second;
    }
    int main_slots(int round) const {
        return static_cast<int>(stage_.places_.size()) >> (round + 1);
    }
    int lower_rounds() const { return stage_.has_lower() ? 2 * (stage_.rounds_ - 1) : 0; }
    int lower_slots(int round) const { return main_slots(1 + round / 2); }
    /// Whether the final has to be played again: the unbeaten team lost it.
    bool resets() const {
        const Meeting* final = meeting(kGrandFinal, 0, 0);
        return stage_.spec_.reset && final != nullptr && final->verdict &&
               winner(kGrandFinal, 0, 0) != tie(kGrandFinal, 0, 0).a;
    }

private:
    Sides find_sides(int group, int round, int slot) const;
    Side outcome(int group, int round, int slot, bool winner) const;

    const BracketStage& stage_;
    std::map<std::tuple<int, int, int>, const Meeting*> meetings_;
    mutable std::map<std::tuple<int, int, int>, Tie> memo_;
};

BracketStage::State::Sides BracketStage::State::find_sides(int group, int round, int slot) const {
    const int last = stage_.rounds_ - 1;
    switch (group) {
        case kMainBracket:
            if (round == 0) {
                const std::size_t place = 2 * static_cast<std::size_t>(slot);
                return {stage_.places_[place], stage_.places_[place + 1]};
            }
            return {winner(group, round - 1, 2 * slot), winner(group, round - 1, 2 * slot + 1)};
        case kLowerBracket: {
            if (round == 0) {
                return {loser(kMainBracket, 0, 2 * slot), loser(kMainBracket, 0, 2 * slot + 1)};
            }
            if (round % 2 == 0)
                return {winner(group, round - 1, 2 * slot), winner(group, round - 1, 2 * slot + 1)};
            const int from = (round + 1) / 2;
            const int turned = from % 2 == 1 ? main_slots(from) - 1 - slot : slot;
            return {loser(kMainBracket, from, turned), winner(group, round - 1, slot)};
        }
        case kThirdPlace:
            return {loser(kMainBracket, last - 1, 0), loser(kMainBracket, last - 1, 1)};
        default:
            return {winner(kMainBracket, last, 0),
                    lower_rounds() > 0 ? winner(kLowerBracket, lower_rounds() - 1, 0)
                                       : loser(kMainBracket, last, 0)};
    }
}

BracketStage::State::Side BracketStage::State::outcome(int group, int round, int slot,
                                                       bool winner) const {
    const Tie both = tie(group, round, slot);
    if (!both.a || !both.b) return std::nullopt;
    if (both.is_bye()) return winner ? *std::max(both.a, both.b) : kNobody;  // the one there
    const Meeting* found = meeting(group, round, slot);
    if (found == nullptr || !found->verdict) return std::nullopt;
    return winner ? found->winner() : found->loser();
}

BracketStage::BracketStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed)
    : spec_(std::move(spec)), seed_(seed) {
    base::Rng rng(base::derived_seed(seed_, kBracketDrawSalt));
    if (spec_.draw == Draw::kRandom) shuffle(std::span<Entrant>(entrants), rng);
    const std::size_t size = std::max<std::size_t>(2, std::bit_ceil(entrants.size()));
    rounds_ = std::bit_width(size) - 1;
    std::vector<std::optional<Entrant>> seeds(size);
    for (std::size_t i = 0; i < entrants.size(); ++i) seeds[i] = entrants[i];
    // Teams of one group do not meet in the first round where a neighbour's opponent will do.
    const auto opponent = [size](std::size_t seed) { return size - 1 - seed; };
    const auto clash = [&](std::size_t seed, std::size_t other) {
        return seeds[seed] && seeds[other] && seeds[seed]->group >= 0 &&
               seeds[seed]->group == seeds[other]->group;
    };
    for (std::size_t i = 0; spec_.draw != Draw::kRandom && i < size / 2; ++i) {
        if (!clash(i, opponent(i))) continue;
        for (std::size_t j = 0; j < size / 2; ++j) {
            if (!seeds[opponent(j)] || clash(i, opponent(j)) || clash(j, opponent(i))) continue;
            std::swap(seeds[opponent(i)], seeds[opponent(j)]);
            break;
        }
    }
    for (const int seed : bracket_order(static_cast<int>(size))) {
        const auto& entrant = seeds[static_cast<std::size_t>(seed)];
        places_.push_back(entrant ? entrant->team : kNobody);
    }
    for (const Entrant& entrant : entrants) seeding_.push_back(entrant.team);
}

std::vector<Pairing> BracketStage::next(const StageSituation& situation) const {
    const State state(*this, situation.meetings);
    std::vector<Pairing> open;
    for (const Tie& tie : ties(situation)) {
        const auto& [group, round, slot, a, b] = tie;
        if (!tie.needs_game() || state.meeting(group, round, slot) != nullptr) continue;
        const auto place =
            (static_cast<std::uint64_t>(group) * 64 + static_cast<std::uint64_t>(round)) * 4096 +
            static_cast<std::uint64_t>(slot);
        const bool swap =
            spec_.first == FirstMove::kCoin && base::derived_seed(seed_, place) % 2 == 1;
        open.push_back({swap ? *b : *a, swap ? *a : *b, round, group, slot});
    }
    return open;
}

std::vector<Tie> BracketStage::ties(const StageSituation& situation) const {
    const State state(*this, situation.meetings);
    std::vector<Tie> all;
    const auto add = [&](int group, int round, int slot) {
        all.push_back(state.tie(group, round, slot));
    };
    for (int round = 0; round < rounds_; ++round) {
        for (int slot = 0; slot < state.main_slots(round); ++slot) add(kMainBracket, round, slot);
    }
    for (int round = 0; round < state.lower_rounds(); ++round) {
        for (int slot = 0; slot < state.lower_slots(round); ++slot) add(kLowerBracket, round, slot);
    }
    if (has_third_place()) add(kThirdPlace, 0, 0);
    if (has_lower()) add(kGrandFinal, 0, 0);
    if (has_lower() && state.resets()) add(kGrandFinal, 1, 0);
    return all;
}

StageRanking BracketStage::ranking(const StageSituation& situation) const {
    std::unordered_map<int, Survival> survival;
    for (const Meeting& meeting : situation.meetings) {
        const TeamId loser = meeting.loser();
        if (loser == kNobody) continue;
        Survival& how = survival[loser.index];
        if (meeting.pairing.group == kThirdPlace) how.third = &meeting;
        const int tier = losing_tier(meeting.pairing, rounds_, has_lower());
        if (tier == 0) continue;
        how.tier = tier;
        how.out = &meeting;
        // The winner of a grand final after a reset had lost only the meeting before it.
        if (meeting.pairing.group == kGrandFinal) survival[meeting.winner().index].tier = 1;
    }
    const Table sums = make_table(spec_.name, seeding_, situation, spec_, seed_);
    std::unordered_map<int, Tally> tallies;
    for (const TableRow& row : sums.rows) tallies[row.team.index] = row.tally;

    std::vector<TeamId> order = seeding_;
    std::stable_sort(order.begin(), order.end(), [&](TeamId x, TeamId y) {
        return survival[x.index].order() < survival[y.index].order();
    });
    StageRanking ranking;
    ranking.tables.push_back({spec_.name, {}});
    for (const TeamId team : order) {
        const int place = static_cast<int>(ranking.placings.size()) + 1;
        const Survival how = survival[team.index];
        const bool away = situation.is_away(team, INT32_MAX);
        std::string why;
        if (place > 1) {
            const TeamId above = ranking.placings.back().team;
            why = reason(*this, above, survival[above.index], how);
        }
        ranking.tables.front().rows.push_back(
            {team, place, tallies[team.index], std::move(why), away});
        const bool advances = !away && (spec_.advance == 0 || place <= spec_.advance);
        ranking.placings.push_back({team, 0, how.tier, advances});
    }
    return ranking;
}

std::string BracketStage::label(const Pairing& pairing) const {
    if (pairing.group == kThirdPlace) return "Third place";
    if (pairing.group == kGrandFinal)
        return pairing.round == 0 ? "Grand final" : "Grand final, again";
    if (pairing.group == kLowerBracket) return fmt::format("Lower round {}", pairing.round + 1);
    const int before_final = rounds_ - 1 - pairing.round;
    if (before_final > 2) {
        return fmt::format("{} of {}", has_lower() ? "Upper round" : "Round",
                           places_.size() >> pairing.round);
    }
    constexpr std::array<std::string_view, 3> kNames = {"final", "semi-final", "quarter-final"};
    std::string name(kNames[static_cast<std::size_t>(before_final)]);
    if (has_lower()) return "Upper " + name;
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
}

}  // namespace

std::unique_ptr<Stage> make_bracket_stage(const StageSpec& spec, std::vector<Entrant> entrants,
                                          std::uint64_t seed) {
    return std::make_unique<BracketStage>(spec, std::move(entrants), seed);
}

}  // namespace ninefold::tournament
