// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "rules/any_position.h"
#include "search/search.h"

namespace ninefold::search {

/// How much of its expected score a move gave away.
enum class Mistake : std::uint8_t { kNone, kInaccuracy, kMistake, kBlunder };
std::string_view name(Mistake mistake);

/// From these losses of the mover's expected score on, a move is called so.
struct MistakeThresholds {
    static constexpr double kInaccuracy = 0.05, kMistake = 0.10, kBlunder = 0.20;
};

/// One thing that a mistake did.
struct Reason {
    enum class Kind : std::uint8_t {
        kMissesWin,    ///< in `plies`
        kAllowsWin,    ///< the opponent's, in `plies`; 1: it completes a line at once
        kAllowsBlock,  ///< the opponent's best reply wins `block`
        kMissesBlock,  ///< the best move would have won `block`
        kFreeMove,     ///< the opponent may play anywhere
    };
    Kind kind = Kind::kFreeMove;
    int plies = 0;
    std::optional<rules::Block> block{};
};
std::string_view name(Reason::Kind kind);
/// In words, to follow the name of the side: "lets O win the centre block".
std::string describe(const Reason& reason, rules::Side side);

/// What the engine thinks of one move that was played.
struct MoveReview {
    int ply = 1;
    rules::Side side = rules::Side::kX;
    rules::Move played;
    std::optional<rules::Move> best;
    std::vector<rules::Move> best_line;   ///< begins with `best`
    std::vector<rules::Move> refutation;  ///< of the move played: the best replies to it
    protocol::Score before, after;        ///< the mover's view; proved where they say so
    double lost = 0;                      ///< of the mover's expected score; never negative
    Mistake mistake = Mistake::kNone;
    std::vector<Reason> reasons{};  ///< of a mistake, weightiest first
    int depth = 0;
};

/// What a review is made with where nobody asks for anything else, in the browser as in the
/// program: with the same numbers the same game gets the same review everywhere.
struct ReviewSettings {
    static constexpr std::uint64_t kNodes = 200'000;  ///< a position
    static constexpr int kSecondLook = 5;             ///< times as much, beside a mistake
    static constexpr std::size_t kHashMb = 32;
};

/// Reviews a game one position at a time, from the last to the first, so that what is proved of its
/// end is known at its beginning. A move is called a mistake or a blunder only after a second,
/// longer look at the positions before and after it: two short ones may differ by chance. With one
/// thread and a limit of nodes the result depends on nothing but the game and the engine's
/// settings. Uses the engine alone from its construction on.
class GameReview {
public:
    /// Precondition: the moves are legal.
    GameReview(Search& engine, const rules::AnyPosition& start, std::vector<rules::Move> moves,
               protocol::Limits limits);

    int positions() const { return static_cast<int>(views_.size()); }
    int done() const { return positions() - left_; }
    bool is_complete() const { return left_ == 0; }

    /// Looks at one more position, and again at others where that shows a mistake; what `stop`
    /// cuts off does not count.
    void step(std::stop_token stop = {});

    /// The moves of which both positions were looked at: all of them where it is complete.
    std::vector<MoveReview> moves() const;

private:
    /// What is known of a position, in its mover's view.
    struct View {
        rules::AnyPosition position;
        protocol::Score score;
        std::vector<rules::Move> line;
        int depth = 0;
        bool is_second = false;  ///< of the second look
    };
    View look(const rules::AnyPosition& position, const protocol::Limits& limits,
              std::stop_token stop);
    void share_proofs();
    double lost_by(std::size_t ply) const;
    std::optional<std::size_t> doubtful() const;
    MoveReview review(std::size_t ply) const;

    Search& engine_;
    protocol::Limits limits_, longer_limits_;
    std::vector<rules::Move> moves_;
    std::vector<View> views_;  ///< one more than moves
    int left_;                 ///< the first positions, not looked at yet
};

}  // namespace ninefold::search
