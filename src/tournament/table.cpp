// SPDX-License-Identifier: MIT
#include "tournament/table.h"

#include <algorithm>
#include <unordered_map>

#include "base/rng.h"

namespace ninefold::tournament {

namespace {

using Kind = Verdict::Kind;

/// Numbers the teams of one table from 0, collects what they did, and orders them.
class TableMaker {
public:
    TableMaker(std::span<const TeamId> teams, const StageSpec& stage, std::uint64_t seed)
        : stage_(stage),
          teams_(teams.begin(), teams.end()),
          tallies_(teams.size()),
          encounters_(teams.size()),
          coin_(teams.size()) {
        for (std::size_t i = 0; i < teams.size(); ++i) {
            number_[teams[i].index] = i;
            coin_[i] = base::derived_seed(seed, static_cast<std::uint64_t>(teams[i].index));
        }
    }

    void add(const Meeting& meeting);
    void add_opponents_points();
    std::vector<TableRow> rows(const StageSituation& situation);

private:
    /// One meeting as one of the two teams saw it.
    struct Encounter {
        std::size_t opponent;
        double points = 0;
        double result = 0;  ///< 1 won, 1/2 drawn, 0 lost: for Sonneborn-Berger
    };
    using Numbers = std::vector<std::size_t>;

    void add_side(const Meeting& meeting, bool of_a);
    double gift() const;
    void refine(Numbers level, std::size_t criterion, std::string_view split_by);
    double key(std::size_t team, Criterion criterion, const Numbers& level) const;
    double head_to_head(std::size_t team, const Numbers& level) const;

    const StageSpec& stage_;
    std::vector<TeamId> teams_;
    std::vector<Tally> tallies_;
    std::vector<std::vector<Encounter>> encounters_;
    std::vector<std::uint64_t> coin_;
    std::unordered_map<int, std::size_t> number_;
    std::vector<TableRow> rows_;
};

/// What a bye or a walkover is worth: as if all games had been won.
double TableMaker::gift() const {
    if (stage_.scoring == Scoring::kMatches) return 1;
    return full_points(stage_.points) * stage_.format.batches().front().games;
}

void TableMaker::add_side(const Meeting& meeting, bool of_a) {
    const auto own = number_.find((of_a ? meeting.pairing.a : meeting.pairing.b).index);
    if (own == number_.end()) return;
    Tally& tally = tallies_[own->second];
    const auto& verdict = meeting.verdict;
    if (verdict && (verdict->is_walkover() || meeting.pairing.is_bye())) {
        if ((verdict->kind == Kind::kA) == of_a) tally.points += gift();
        return;
    }
    double points = 0;
    meeting.for_each_game([&](int, const GameOutcome& game, rules::Side a) {
        const rules::Side side = of_a ? a : rules::other(a);
        tally.add(game, side);
        points += game.points_of(side);
    });
    const double result = !verdict || verdict->kind == Kind::kDrawn ? 0.5
                          : (verdict->kind == Kind::kA) == of_a     ? 1
                                                                    : 0;
    if (stage_.scoring == Scoring::kMatches) points = verdict ? result : 0;
    tally.points += points;
    const auto other = number_.find((of_a ? meeting.pairing.b : meeting.pairing.a).index);
    if (other == number_.end()) return;
    encounters_[own->second].push_back({other->second, points, result});
}

void TableMaker::add(const Meeting& meeting) {
    if (meeting.verdict && meeting.verdict->kind == Kind::kAnnulled) return;
    add_side(meeting, true);
    if (!meeting.pairing.is_bye()) add_side(meeting, false);
}

void TableMaker::add_opponents_points() {
    for (std::size_t i = 0; i < teams_.size(); ++i) {
        for (const Encounter& encounter : encounters_[i]) {
            const double points = tallies_[encounter.opponent].points;
            tallies_[i].buchholz += points;
            tallies_[i].sonneborn_berger += encounter.result * points;
        }
    }
}

double TableMaker::head_to_head(std::size_t team, const Numbers& level) const {
    double points = 0;
    for (const Encounter& encounter : encounters_[team]) {
        if (std::binary_search(level.begin(), level.end(), encounter.opponent)) {
            points += encounter.points;
        }
    }
    return points;
}

double TableMaker::key(std::size_t team, Criterion criterion, const Numbers& level) const {
    const Tally& tally = tallies_[team];
    switch (criterion) {
        case Criterion::kPoints: return tally.points;
        case Criterion::kHeadToHead: return head_to_head(team, level);
        case Criterion::kWins: return tally.wins;
        case Criterion::kBlocks: return tally.blocks_won - tally.blocks_lost;
        case Criterion::kBuchholz: return tally.buchholz;
        case Criterion::kSonnebornBerger: return tally.sonneborn_berger;
        case Criterion::kForfeits: return -tally.forfeits;
        case Criterion::kCoin: break;
    }
    return static_cast<double>(coin_[team] >> 11);  // exact in a double
}

/// Orders teams that are level so far, and everything they are level in, by the next criterion.
/// `split_by` is what put the first of them behind the row above.
void TableMaker::refine(Numbers level, std::size_t criterion, std::string_view split_by) {
    if (level.size() == 1) {
        rows_.push_back({teams_[level.front()], static_cast<int>(rows_.size()) + 1,
                         tallies_[level.front()], std::string(split_by), false});
        return;
    }
    const bool by_coin = criterion >= stage_.tie_breaks.size();
    const Criterion by = by_coin ? Criterion::kCoin : stage_.tie_breaks[criterion];
    std::sort(level.begin(), level.end());
    std::vector<std::pair<double, std::size_t>> keys;
    for (const std::size_t team : level) keys.emplace_back(-key(team, by, level), team);
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0; i < keys.size();) {
        Numbers same;
        const double value = keys[i].first;
        const std::string_view why = i == 0 ? split_by : name(by);
        // A coin that shows the same twice must not be tossed forever.
        while (i < keys.size() && keys[i].first == value && !(by_coin && !same.empty())) {
            same.push_back(keys[i++].second);
        }
        refine(std::move(same), criterion + 1, why);
    }
}

std::vector<TableRow> TableMaker::rows(const StageSituation& situation) {
    Numbers here, gone;
    for (std::size_t i = 0; i < teams_.size(); ++i) {
        (situation.is_away(teams_[i], INT32_MAX) ? gone : here).push_back(i);
    }
    if (!here.empty()) refine(std::move(here), 0, "");
    const std::size_t present = rows_.size();
    if (!gone.empty()) refine(std::move(gone), 0, present > 0 ? "withdrawn" : "");
    for (std::size_t i = present; i < rows_.size(); ++i) {
        rows_[i].away = true;
        rows_[i].decided_by = "withdrawn";
    }
    return std::move(rows_);
}

}  // namespace

void Tally::add(const GameOutcome& game, rules::Side side) {
    ++games;
    wins += game.is_won_by(side);
    losses += game.is_lost_by(side);
    draws += !game.is_won_by(side) && !game.is_lost_by(side);
    forfeits += game.is_forfeit() && game.is_lost_by(side);
    blocks_won += game.blocks_of(side);
    blocks_lost += game.blocks_of(rules::other(side));
}

Table make_table(std::string title, std::span<const TeamId> teams, const StageSituation& situation,
                 const StageSpec& stage, std::uint64_t seed, std::optional<int> group) {
    TableMaker maker(teams, stage, seed);
    for (const Meeting& meeting : situation.meetings) {
        if (!group || meeting.pairing.group == *group) maker.add(meeting);
    }
    maker.add_opponents_points();
    return {std::move(title), maker.rows(situation)};
}

}  // namespace ninefold::tournament
