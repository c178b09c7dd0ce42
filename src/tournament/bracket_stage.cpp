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

/// The places of a bracket, filled in as far as the meetings go: each after those that its teams
/// come from.
class Places {
public:
    using Side = std::optional<TeamId>;  ///< as in Tie
    using Sides = std::pair<Side, Side>;

    explicit Places(std::span<const Meeting> meetings) {
        for (const Meeting& meeting : meetings) {
            const Pairing& p = meeting.pairing;
            ties_[{p.group, p.round, p.slot}].meeting = &meeting;
        }
    }
    void add(int group, int round, int slot, const Sides& sides) {
        Tie& tie = ties_[{group, round, slot}];
        tie = {group, round, slot, sides.first, sides.second, tie.meeting};
    }
    Side winner(int group, int round, int slot) const { return outcome(group, round, slot, true); }
    Side loser(int group, int round, int slot) const { return outcome(group, round, slot, false); }
    /// Of the places 2 * pair and 2 * pair + 1.
    Sides winners(int group, int round, int pair) const {
        return {winner(group, round, 2 * pair), winner(group, round, 2 * pair + 1)};
    }
    Sides losers(int group, int round, int pair) const {
        return {loser(group, round, 2 * pair), loser(group, round, 2 * pair + 1)};
    }
    /// Tree by tree and round by round.
    std::vector<Tie> ties() const {
        std::vector<Tie> all;
        for (const auto& [place, tie] : ties_) all.push_back(tie);
        return all;
    }

private:
    Side outcome(int group, int round, int slot, bool won) const {
        const Tie& tie = ties_.at({group, round, slot});
        if (!tie.a || !tie.b) return std::nullopt;
        if (tie.is_bye()) return won ? *std::max(tie.a, tie.b) : kNobody;  // the one there
        if (tie.meeting == nullptr || !tie.meeting->verdict) return std::nullopt;
        return won ? tie.meeting->winner() : tie.meeting->loser();
    }

    std::map<std::tuple<int, int, int>, Tie> ties_;  ///< by group, round and slot
};

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
    bool has_third_place() const { return spec_.third_place && !has_lower() && rounds_ > 1; }
    bool has_lower() const { return spec_.type == StageType::kDoubleElimination; }
    int slots(int round) const { return static_cast<int>(places_.size()) >> (round + 1); }
    void add_lower(Places& places) const;

    std::vector<TeamId> seeding_;  ///< best first
    std::vector<TeamId> places_;   ///< of the first round from the top; kNobody for a bye
    int rounds_ = 0;               ///< of the main bracket
};

BracketStage::BracketStage(StageSpec spec, std::vector<Entrant> entrants, std::uint64_t seed)
    : Stage(std::move(spec), seed) {
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
    std::vector<Pairing> open;
    for (const Tie& tie : ties(situation)) {
        if (!tie.needs_game() || tie.meeting != nullptr) continue;
        const auto place =
            (static_cast<std::uint64_t>(tie.group) * 64 + static_cast<std::uint64_t>(tie.round)) *
                4096 +
            static_cast<std::uint64_t>(tie.slot);
        const bool swap =
            spec_.first == FirstMove::kCoin && base::derived_seed(seed_, place) % 2 == 1;
        open.push_back(
            {swap ? *tie.b : *tie.a, swap ? *tie.a : *tie.b, tie.round, tie.group, tie.slot});
    }
    return open;
}

/// The lower bracket and the grand final.
void BracketStage::add_lower(Places& places) const {
    const int last = rounds_ - 1;
    for (int round = 0; round < 2 * last; ++round) {
        for (int slot = 0; slot < slots(1 + round / 2); ++slot) {
            const int from = (round + 1) / 2;
            const int turned = from % 2 == 1 ? slots(from) - 1 - slot : slot;
            places.add(kLowerBracket, round, slot,
                       round == 0       ? places.losers(kMainBracket, 0, slot)
                       : round % 2 == 0 ? places.winners(kLowerBracket, round - 1, slot)
                                        : std::pair(places.loser(kMainBracket, from, turned),
                                                    places.winner(kLowerBracket, round - 1, slot)));
        }
    }
    const std::pair finalists(places.winner(kMainBracket, last, 0),
                              last > 0 ? places.winner(kLowerBracket, 2 * last - 1, 0)
                                       : places.loser(kMainBracket, last, 0));
    places.add(kGrandFinal, 0, 0, finalists);
    // It is played again where the unbeaten team lost it.
    const auto winner = places.winner(kGrandFinal, 0, 0);
    if (spec_.reset && winner && winner != finalists.first) {
        places.add(kGrandFinal, 1, 0, finalists);
    }
}

std::vector<Tie> BracketStage::ties(const StageSituation& situation) const {
    Places places(situation.meetings);
    for (int round = 0; round < rounds_; ++round) {
        for (int slot = 0; slot < slots(round); ++slot) {
            const std::size_t first = 2 * static_cast<std::size_t>(slot);
            places.add(kMainBracket, round, slot,
                       round == 0 ? Places::Sides(places_[first], places_[first + 1])
                                  : places.winners(kMainBracket, round - 1, slot));
        }
    }
    if (has_lower()) add_lower(places);
    if (has_third_place()) {
        places.add(kThirdPlace, 0, 0, places.losers(kMainBracket, rounds_ - 2, 0));
    }
    return places.ties();
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
