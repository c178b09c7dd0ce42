// SPDX-License-Identifier: MIT
#include "arena/match.h"

#include "base/counted.h"
#include "base/try.h"

namespace ninefold::arena {

Match::Match(MatchSpec spec)
    : spec_(std::move(spec)),
      next_(spec_.first_game),
      end_(next_ + spec_.format.batches().front().games) {}

void Match::resume(std::span<const PlayedGame> games) {
    for (const PlayedGame& game : games) {
        if (game.number < spec_.first_game || was_resumed(game.number)) continue;
        const auto index = static_cast<std::size_t>(game.number - spec_.first_game);
        if (index >= static_cast<std::size_t>(spec_.format.most_games())) continue;
        if (resumed_.size() <= index) resumed_.resize(index + 1);
        resumed_[index] = true;
        score_.add(static_cast<int>(index), game.result_of_a());
    }
}

bool Match::was_resumed(int number) const {
    const auto index = static_cast<std::size_t>(number - spec_.first_game);
    return index < resumed_.size() && resumed_[index];
}

base::Result<MatchReport> Match::run(const GamePlace& place, GameKeeper& keeper, EventSink& sink,
                                     const std::stop_token& stop) {
    TRY(play_games(*this, place, keeper, sink, stop));
    close_full_batches();
    return report();
}

/// Goes to the batch that has games to play; there is none where the match is complete.
void Match::close_full_batches() {
    while (!is_complete_) {
        while (next_ < end_ && was_resumed(next_)) ++next_;
        if (next_ < end_ || given_out_ > 0) return;
        const double lead = score_.points_a() - score_.points_b();
        if (spec_.format.batches()[batch_].is_decided_by(lead)) winner_ = lead > 0 ? 'a' : 'b';
        is_complete_ = winner_ || ++batch_ == spec_.format.batches().size();
        if (!is_complete_) end_ += spec_.format.batches()[batch_].games;
    }
}

std::optional<WantedGame> Match::next(int) {
    close_full_batches();
    if (is_complete_ || next_ == end_) return std::nullopt;
    const int number = next_++;
    ++given_out_;
    const bool a_is_x = spec_.a_is_x(number);
    return WantedGame{spec_.game(number), a_is_x ? 0 : 1, a_is_x ? 1 : 0, a_is_x};
}

base::Result<void> Match::kept(const WantedGame& game, const record::GameRecord& record) {
    --given_out_;
    score_.add(game.spec.number - spec_.first_game, result_of(record.winner, game.a_is_x));
    return {};
}

MatchReport Match::report() const {
    MatchReport report;
    report.score = score_;
    report.complete = is_complete_;
    report.winner = winner_;
    const std::string points = fmt::format("{} to {}", score_.points_a(), score_.points_b());
    if (!is_complete_) {
        report.verdict =
            fmt::format("stopped after {} at {}", base::counted(score_.games(), "game"), points);
    } else if (report.winner) {
        const bool a = *report.winner == 'a';
        report.verdict = fmt::format("{} wins {} to {}", a ? spec_.a_name : spec_.b_name,
                                     a ? score_.points_a() : score_.points_b(),
                                     a ? score_.points_b() : score_.points_a());
    } else {
        report.verdict = fmt::format("drawn at {}", points);
    }
    return report;
}

}  // namespace ninefold::arena
