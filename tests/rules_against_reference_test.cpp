// SPDX-License-Identifier: MIT
// Random games played through both implementations of the rules at once; every position on the way
// must agree. NINEFOLD_SOAK=SECONDS makes it last that long, with fresh games.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/rng.h"
#include "reference/plain_rules.h"
#include "rules/perft.h"

namespace ninefold {
namespace {

using reference::PlainGame;
using rules::Block;
using rules::BlockSet;
using rules::Move;
using rules::Position;
using rules::Ruleset;
using rules::Side;
using rules::TieBreak;

char letter(Side side) { return side == Side::kX ? 'x' : 'o'; }

template <typename Set>
std::vector<int> listed(const Set& set) {
    std::vector<int> values;
    for (const auto member : set) {
        if constexpr (requires { member.value(); }) {
            values.push_back(static_cast<int>(member.value()));
        } else {
            values.push_back(member.index);
        }
    }
    return values;
}

/// The first difference between the two, or "".
template <Ruleset R>
std::string difference(const Position<R>& fast, const PlainGame& slow,
                       const std::vector<int>& slow_moves) {
    if (letter(fast.side()) != slow.side()) return "side";
    if (listed(fast.legal_moves()) != slow_moves) return "legal moves";
    if (fast.legal_count() != static_cast<int>(slow_moves.size())) return "number of moves";
    if (listed(fast.targets()) != slow.targets()) return "targets";
    for (const Block block : BlockSet::all()) {
        const char owner = fast.won(Side::kX).contains(block)   ? 'x'
                           : fast.won(Side::kO).contains(block) ? 'o'
                                                                : ' ';
        if (owner != slow.owner(block.index)) return "owner of a block";
        if (fast.closed().contains(block) != slow.is_closed(block.index)) return "closed blocks";
    }
    if (fast.is_over() != slow_moves.empty()) return "whether the game is over";
    if (!fast.is_over()) return "";
    const rules::Outcome outcome = fast.outcome();
    if (name(outcome.ending) != slow.ending()) return "ending";
    if ((outcome.winner ? letter(*outcome.winner) : ' ') != slow.winner()) return "winner";
    if (fast.won(Side::kX).size() != slow.blocks_of('x')) return "blocks of X";
    if (fast.won(Side::kO).size() != slow.blocks_of('o')) return "blocks of O";
    return "";
}

/// Plays one random game; returns the number of positions compared.
template <Ruleset R>
int compare_one_game(base::Rng& rng, TieBreak tie_break) {
    Position<R> fast(tie_break);
    PlainGame slow(std::string(rules::name(R)), tie_break == TieBreak::kMajority);
    std::string moves;
    for (int positions = 1;; ++positions) {
        const std::vector<int> choices = slow.legal_moves();
        const std::string off = difference(fast, slow, choices);
        if (!off.empty()) {
            ADD_FAILURE() << off << " differs under " << name(fast.rules()) << " after" << moves;
            return positions;
        }
        if (choices.empty()) return positions;
        const int move = choices[rng.below(static_cast<std::uint32_t>(choices.size()))];
        fast = fast.after(Move(static_cast<unsigned>(move)));
        slow.play(move / 9, move % 9);
        moves += ' ' + std::to_string(move / 9) + std::to_string(move % 9);
    }
}

struct Effort {
    int positions;                  ///< at least
    std::chrono::seconds duration;  ///< at least
    std::uint64_t seed;
};

/// For one of the choices of rules.
Effort effort() {
    const char* soak = std::getenv("NINEFOLD_SOAK");
    if (soak == nullptr) return {330'000, std::chrono::seconds(0), 2026};
    const auto seed =
        static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    return {330'000,
            std::chrono::seconds(std::atoi(soak) / static_cast<int>(rules::kAllRules.size())),
            seed};
}

template <Ruleset R>
void compare_many_games() {
    const auto [at_least, duration, seed] = effort();
    for (const TieBreak tie_break : rules::kTieBreaks) {
        base::Rng rng(seed + static_cast<std::uint64_t>(tie_break));
        std::uint64_t positions = 0;
        const auto end = std::chrono::steady_clock::now() + duration;
        while (!testing::Test::HasFailure() && (positions < static_cast<std::uint64_t>(at_least) ||
                                                std::chrono::steady_clock::now() < end)) {
            positions += static_cast<std::uint64_t>(compare_one_game<R>(rng, tie_break));
        }
        std::printf("%-24s %llu positions agree (seed %llu)\n",
                    name(rules::Rules{R, tie_break}).c_str(),
                    static_cast<unsigned long long>(positions),
                    static_cast<unsigned long long>(seed));
    }
}

TEST(RulesAgainstReferenceTest, GamesUnderEveryRuleset) {
    for (const Ruleset ruleset : rules::kRulesets) {
        SCOPED_TRACE(rules::name(ruleset));
        rules::with_ruleset(ruleset, [](auto r) { compare_many_games<r()>(); });
    }
}

template <Ruleset R>
void compare_trees(int depth) {
    for (int d = 1; d <= depth; ++d) {
        EXPECT_EQ(perft(Position<R>(), d),
                  plain_perft(PlainGame(std::string(rules::name(R)), false), d));
    }
}

TEST(RulesAgainstReferenceTest, MoveTreesHaveTheSameSize) {
    for (const Ruleset ruleset : rules::kRulesets) {
        rules::with_ruleset(ruleset, [](auto r) {
            compare_trees<r()>(rules::Traits<r()>::kSendsToSameBlock ? 5 : 4);
        });
    }
}

}  // namespace
}  // namespace ninefold
