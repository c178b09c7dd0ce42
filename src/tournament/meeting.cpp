// SPDX-License-Identifier: MIT
#include "tournament/meeting.h"

#include <algorithm>

#include "base/rng.h"
#include "base/try.h"

namespace ninefold::tournament {

namespace {

using Kind = Verdict::Kind;

/// The sums of some of a meeting's games, a's less b's.
struct Difference {
    int lead = 0;  ///< in won games
    double points = 0;
    int blocks = 0;
};

class Judge {
public:
    Judge(const StageSpec& stage, const Meeting& meeting) : stage_(stage), meeting_(meeting) {}

    MeetingState judge(std::uint64_t coin) const;

private:
    const std::optional<GameOutcome>* game(int number) const {
        const auto index = static_cast<std::size_t>(number);
        return index < meeting_.games.size() ? &meeting_.games[index] : nullptr;
    }
    std::vector<int> missing(int first, int end) const;
    Difference difference(int first, int end) const;
    MeetingState after_format(double last_lead, std::uint64_t coin) const;
    MeetingState extra_pairs() const;

    const StageSpec& stage_;
    const Meeting& meeting_;
};

std::optional<Verdict> decided(double lead, std::string_view by) {
    if (lead == 0) return std::nullopt;
    return Verdict{lead > 0 ? Kind::kA : Kind::kB, by};
}

std::vector<int> Judge::missing(int first, int end) const {
    std::vector<int> numbers;
    for (int n = first; n < end; ++n) {
        const auto* found = game(n);
        if (found == nullptr || !*found) numbers.push_back(n);
    }
    return numbers;
}

Difference Judge::difference(int first, int end) const {
    Difference sum;
    for (int n = first; n < end; ++n) {
        const GameOutcome& played = **game(n);
        const rules::Side a = Meeting::side_of_a(n);
        const rules::Side b = rules::other(a);
        sum.lead += played.is_won_by(a) - played.is_won_by(b);
        sum.points += played.points_of(a) - played.points_of(b);
        sum.blocks += played.blocks_of(a) - played.blocks_of(b);
    }
    return sum;
}

MeetingState Judge::judge(std::uint64_t coin) const {
    int end = 0;
    for (const arena::Batch& batch : stage_.format.batches()) {
        end += batch.games;
        if (auto open = missing(0, end); !open.empty()) return {std::move(open), {}};
        if (stage_.format.is_fixed()) break;
        const double lead = difference(0, end).lead;
        if (batch.is_decided_by(lead)) return {{}, decided(lead, name(Decider::kPoints))};
    }
    return after_format(stage_.format.is_fixed() ? difference(0, end).points : 0, coin);
}

/// All games of the format are played; in a bracket one of the two must advance.
MeetingState Judge::after_format(double last_lead, std::uint64_t coin) const {
    if (!stage_.is_bracket()) {
        auto verdict = decided(last_lead, name(Decider::kPoints));
        return {{}, verdict ? verdict : Verdict{Kind::kDrawn, name(Decider::kPoints)}};
    }
    for (const Decider decider : stage_.deciders) {
        std::optional<Verdict> verdict;
        if (decider == Decider::kPoints) verdict = decided(last_lead, name(decider));
        if (decider == Decider::kBlocks) {
            verdict = decided(difference(0, stage_.format.most_games()).blocks, name(decider));
        }
        if (verdict) return {{}, verdict};
        if (decider == Decider::kExtraPair) {
            MeetingState extra = extra_pairs();
            if (!extra.wanted.empty() || extra.verdict) return extra;
        }
        if (decider == Decider::kCoin) break;
    }
    const bool heads = base::derived_seed(coin, 0) % 2 == 0;
    return {{}, Verdict{heads ? Kind::kA : Kind::kB, name(Decider::kCoin)}};
}

MeetingState Judge::extra_pairs() const {
    int first = stage_.format.most_games();
    for (int pair = 0; pair < stage_.extra_pairs; ++pair, first += 2) {
        if (auto open = missing(first, first + 2); !open.empty()) return {std::move(open), {}};
        if (auto verdict =
                decided(difference(first, first + 2).points, name(Decider::kExtraPair))) {
            return {{}, verdict};
        }
    }
    return {};
}

bool plays_extra_pairs(const StageSpec& stage) {
    return stage.is_bracket() && std::find(stage.deciders.begin(), stage.deciders.end(),
                                           Decider::kExtraPair) != stage.deciders.end();
}

}  // namespace

base::Result<GameOutcome> outcome_of(const record::GameRecord& game, arena::PointScale scale) {
    const arena::Points points = TRY(arena::points(scale, game));
    const rules::AnyPosition last = last_position(game);
    return GameOutcome{*game.ending,
                       game.winner,
                       {last.won(rules::Side::kX).size(), last.won(rules::Side::kO).size()},
                       {points.x, points.o}};
}

double full_points(arena::PointScale scale) { return scale == arena::PointScale::kPlain ? 1 : 3; }

TeamId Meeting::winner() const {
    if (!verdict) return kNobody;
    return verdict->kind == Kind::kA ? pairing.a : verdict->kind == Kind::kB ? pairing.b : kNobody;
}

TeamId Meeting::loser() const {
    if (!verdict) return kNobody;
    return verdict->kind == Kind::kA ? pairing.b : verdict->kind == Kind::kB ? pairing.a : kNobody;
}

int most_games(const StageSpec& stage) {
    return stage.format.most_games() + (plays_extra_pairs(stage) ? 2 * stage.extra_pairs : 0);
}

MeetingState judge(const StageSpec& stage, const Meeting& meeting, const Away& away,
                   std::uint64_t coin) {
    if (meeting.pairing.is_bye()) return {{}, Verdict{Kind::kA, "bye"}};
    if ((away.a || away.b) && away.annuls) return {{}, Verdict{Kind::kAnnulled, "walkover"}};
    MeetingState state = Judge(stage, meeting).judge(coin);
    if (state.verdict || (!away.a && !away.b)) return state;
    // Where both are away one of them still has to be written into the next round, to lose there.
    return {{}, Verdict{away.b ? Kind::kA : Kind::kB, "walkover"}};
}

}  // namespace ninefold::tournament
