// SPDX-License-Identifier: MIT
#include "search/game_review.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/enum_names.h"
#include "rules/move_text.h"

namespace ninefold::search {

namespace {

using protocol::Score;
using rules::Side;

bool is_proved(const Score& score) { return score.kind != Score::Kind::kExpected; }

/// A score one ply earlier or later, in the other side's view.
Score seen_by_opponent(const Score& score, int plies_more) {
    switch (score.kind) {
        case Score::Kind::kWin: return Score::loss_in(std::max(0, score.plies + plies_more));
        case Score::Kind::kLoss: return Score::win_in(std::max(0, score.plies + plies_more));
        case Score::Kind::kDraw: return score;
        case Score::Kind::kExpected: break;
    }
    return Score::expecting(1 - score.expected);
}

bool gives_free_move(const rules::AnyPosition& position, rules::Move move) {
    const auto after = position.after(move);
    return !after.is_over() && !after.target_cell();
}

/// The block that a move wins for its mover.
std::optional<rules::Block> block_won(const rules::AnyPosition& position, rules::Move move) {
    const Side side = position.side();
    const auto won = position.after(move).won(side) & ~position.won(side);
    if (won.empty()) return std::nullopt;
    return won.first();
}

Mistake classify(double lost) {
    if (lost >= MistakeThresholds::kBlunder) return Mistake::kBlunder;
    if (lost >= MistakeThresholds::kMistake) return Mistake::kMistake;
    return lost >= MistakeThresholds::kInaccuracy ? Mistake::kInaccuracy : Mistake::kNone;
}

protocol::Limits longer(protocol::Limits limits) {
    if (limits.nodes) *limits.nodes *= ReviewSettings::kSecondLook;
    if (limits.move_time) *limits.move_time *= ReviewSettings::kSecondLook;
    return limits;
}

/// Why `move.played` was worse than `move.best`, which is known.
std::vector<Reason> reasons_of(const rules::AnyPosition& position, const MoveReview& move) {
    using Kind = Reason::Kind;
    std::vector<Reason> reasons;
    if (move.before.kind == Score::Kind::kWin && move.after.kind != Score::Kind::kWin) {
        reasons.push_back({Kind::kMissesWin, move.before.plies});
    }
    if (move.after.kind == Score::Kind::kLoss && move.before.kind != Score::Kind::kLoss) {
        reasons.push_back({Kind::kAllowsWin, move.after.plies});
    }
    const auto own_block = block_won(position, *move.best);
    if (own_block && !block_won(position, move.played)) {
        reasons.push_back({Kind::kMissesBlock, 0, own_block});
    }
    const auto after = position.after(move.played);
    const auto after_best = position.after(*move.best);
    const auto reply_wins = [](const rules::AnyPosition& p, const std::vector<rules::Move>& line,
                               std::size_t at) {
        return line.size() > at ? block_won(p, line[at]) : std::nullopt;
    };
    const auto lost_block = reply_wins(after, move.refutation, 0);
    if (lost_block && !reply_wins(after_best, move.best_line, 1)) {
        reasons.push_back({Kind::kAllowsBlock, 0, lost_block});
    }
    if (gives_free_move(position, move.played) && !gives_free_move(position, *move.best)) {
        reasons.push_back({Kind::kFreeMove});
    }
    return reasons;
}

}  // namespace

std::string_view name(Mistake mistake) {
    constexpr base::EnumNames<Mistake, 4> kNames = {"", "inaccuracy", "mistake", "blunder"};
    return kNames.of(mistake);
}

std::string_view name(Reason::Kind kind) {
    constexpr base::EnumNames<Reason::Kind, 5> kNames = {"misses-win", "allows-win", "allows-block",
                                                         "misses-block", "free-move"};
    return kNames.of(kind);
}

std::string describe(const Reason& reason, Side side) {
    static constexpr std::array<std::string_view, 9> kPlaces = {"top left",    "top",
                                                                "top right",   "left",
                                                                "centre",      "right",
                                                                "bottom left", "bottom",
                                                                "bottom right"};
    const char opponent = rules::to_capital(rules::other(side));
    const auto place = [&] { return kPlaces[reason.block->index]; };
    const int moves = (reason.plies + 1) / 2;
    switch (reason.kind) {
        case Reason::Kind::kMissesWin: return fmt::format("misses a win in {}", moves);
        case Reason::Kind::kAllowsWin:
            return moves <= 1 ? fmt::format("sends {} where it completes a line", opponent)
                              : fmt::format("lets {} win in {}", opponent, moves);
        case Reason::Kind::kAllowsBlock:
            return fmt::format("lets {} win the {} block", opponent, place());
        case Reason::Kind::kMissesBlock: return fmt::format("does not win the {} block", place());
        case Reason::Kind::kFreeMove: return "gives a free move";
    }
    return "";
}

GameReview::GameReview(Search& engine, const rules::AnyPosition& start,
                       std::vector<rules::Move> moves, protocol::Limits limits)
    : engine_(engine),
      limits_(std::move(limits)),
      longer_limits_(longer(limits_)),
      moves_(std::move(moves)) {
    engine_.new_game();
    views_.push_back({start, {}, {}});
    for (const rules::Move move : moves_) {
        views_.push_back({views_.back().position.after(move), {}, {}});
    }
    left_ = static_cast<int>(views_.size());
}

GameReview::View GameReview::look(const rules::AnyPosition& position,
                                  const protocol::Limits& limits, std::stop_token stop) {
    View view{position, {}, {}};
    if (position.is_over()) {
        const auto winner = position.outcome().winner;
        view.score = !winner                      ? Score::drawn()
                     : *winner == position.side() ? Score::win_in(0)
                                                  : Score::loss_in(0);
        return view;
    }
    const auto result = engine_.think(position, {}, limits, std::move(stop), {});
    view.score = result.score;
    view.line = result.lines.front().pv;
    view.depth = result.depth;
    return view;
}

/// A proof reaches from a position to the one before it, along a move that was best there, and from
/// a lost position along every move. What is proved of one may hold for the rest of the game.
void GameReview::share_proofs() {
    for (auto ply = static_cast<std::size_t>(left_); ply < moves_.size(); ++ply) {
        View& before = views_[ply];
        View& after = views_[ply + 1];
        if (after.score.kind == Score::Kind::kLoss && before.score.kind != Score::Kind::kWin) {
            before.score = seen_by_opponent(after.score, 1);
            before.line.assign(1, moves_[ply]);
            before.line.insert(before.line.end(), after.line.begin(), after.line.end());
        }
        const bool was_best = !before.line.empty() && before.line.front() == moves_[ply];
        const bool reaches_on = was_best || before.score.kind == Score::Kind::kLoss;
        if (is_proved(before.score) && reaches_on && !is_proved(after.score)) {
            after.score = seen_by_opponent(before.score, -1);
        }
    }
}

/// A position beside a mistake that was looked at only once. A longer look at one may make a
/// mistake of the move behind it.
std::optional<std::size_t> GameReview::doubtful() const {
    for (auto ply = static_cast<std::size_t>(left_); ply < moves_.size(); ++ply) {
        if (classify(lost_by(ply)) < Mistake::kMistake) continue;
        for (const std::size_t at : {ply + 1, ply}) {
            if (!views_[at].is_second && !is_proved(views_[at].score)) return at;
        }
    }
    return std::nullopt;
}

void GameReview::step(std::stop_token stop) {
    if (left_ == 0) return;
    --left_;
    const auto look_at = [&](std::size_t ply, bool second) {
        View view = look(views_[ply].position, second ? longer_limits_ : limits_, stop);
        if (stop.stop_requested()) return false;
        view.is_second = second;
        views_[ply] = std::move(view);
        share_proofs();
        return true;
    };
    bool done = look_at(static_cast<std::size_t>(left_), false);
    while (const auto ply = done ? doubtful() : std::nullopt) done = look_at(*ply, true);
    if (!done) ++left_;
}

/// Of the mover's expected score. The engine's own choice loses nothing; a difference there is only
/// that it saw further.
double GameReview::lost_by(std::size_t ply) const {
    const View& before = views_[ply];
    if (before.line.empty() || before.line.front() == moves_[ply]) return 0;
    const Score after = seen_by_opponent(views_[ply + 1].score, 0);
    return std::max(0.0, before.score.expected - after.expected);
}

MoveReview GameReview::review(std::size_t ply) const {
    const View& before = views_[ply];
    const View& after = views_[ply + 1];
    MoveReview move;
    move.ply = static_cast<int>(ply) + 1;
    move.side = before.position.side();
    move.played = moves_[ply];
    move.best_line = before.line;
    if (!before.line.empty()) move.best = before.line.front();
    move.refutation = after.line;
    move.before = before.score;
    move.after = seen_by_opponent(after.score, 0);
    move.depth = before.depth;
    move.lost = lost_by(ply);
    move.mistake = classify(move.lost);
    if (move.mistake != Mistake::kNone) move.reasons = reasons_of(before.position, move);
    return move;
}

std::vector<MoveReview> GameReview::moves() const {
    std::vector<MoveReview> reviews;
    for (auto ply = static_cast<std::size_t>(left_); ply < moves_.size(); ++ply) {
        reviews.push_back(review(ply));
    }
    return reviews;
}

}  // namespace ninefold::search
