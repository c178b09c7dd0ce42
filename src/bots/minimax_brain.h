// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>

#include "bots/hand_evaluation.h"
#include "bots/thinking_bot.h"

namespace ninefold::bots {

/// Alpha-beta search (fail-soft negamax) to a fixed depth over hand_evaluation, deepening one ply
/// at a time so that a clock can end it with the last finished depth's move. The order of equal
/// moves at the root is drawn by lot. All values are in the view of the side to move.
class MinimaxBrain {
public:
    static constexpr int kDefaultDepth = 6;
    static constexpr int kMaxDepth = 81;

    explicit MinimaxBrain(int depth = kDefaultDepth) : depth_(depth) {}

    template <rules::Ruleset R>
    rules::Move choose(const rules::Position<R>& position, Thought& thought);

private:
    static constexpr float kWin = 1000;  ///< less one for every ply until it

    struct RootMove {
        rules::Move move;
        float value = 0;
    };
    struct Search {
        const Thought& thought;
        std::uint64_t nodes = 0;
        bool aborted = false;
    };

    template <rules::Ruleset R>
    float search(const rules::Position<R>& position, int depth, int ply, float alpha, float beta,
                 Search& state) const;
    template <rules::Ruleset R>
    static float final_value(const rules::Position<R>& position, int ply);
    template <rules::Ruleset R>
    static rules::BoardSet block_takers(const rules::Position<R>& position);
    static void abort_in_time(Search& state);
    static void report(const RootMove& best, int depth, std::uint64_t nodes, Thought& thought);

    int depth_;
    const BlockChances& chances_ = block_chances();
    std::array<RootMove, rules::Move::kCount> root_{};
};

template <rules::Ruleset R>
rules::Move MinimaxBrain::choose(const rules::Position<R>& position, Thought& thought) {
    int count = 0;
    for (const rules::Move move : position.legal_moves()) {
        const auto place =
            static_cast<int>(thought.rng.below(static_cast<std::uint32_t>(count + 1)));
        root_[count++] = root_[place];
        root_[place] = {move};
    }
    Search state{thought};
    const int depth = std::min(thought.question.limits.depth.value_or(depth_), kMaxDepth);
    rules::Move best = root_[0].move;
    for (int d = 1; d <= depth && !state.aborted; ++d) {
        float alpha = -2 * kWin;
        for (int i = 0; i < count; ++i) {
            const float value =
                -search(position.after(root_[i].move), d - 1, 1, -2 * kWin, -alpha, state);
            if (state.aborted) break;
            root_[i].value = value;
            if (value <= alpha) continue;
            alpha = value;
            std::rotate(root_.begin(), root_.begin() + i, root_.begin() + i + 1);
        }
        best = root_[0].move;
        if (state.aborted) break;
        report(root_[0], d, state.nodes, thought);
        if (std::abs(alpha) > kWin / 2) break;  // decided: deeper is not better
    }
    return best;
}

template <rules::Ruleset R>
float MinimaxBrain::search(const rules::Position<R>& position, int depth, int ply, float alpha,
                           float beta, Search& state) const {
    if (position.is_over()) return final_value(position, ply);
    abort_in_time(state);
    if (depth <= 0 || state.aborted) return hand_evaluation(position, chances_);

    float best = -2 * kWin;
    const rules::BoardSet first = block_takers(position);
    for (const rules::BoardSet moves : {first, position.legal_moves() & ~first}) {
        for (const rules::Move move : moves) {
            const float value =
                -search(position.after(move), depth - 1, ply + 1, -beta, -alpha, state);
            best = std::max(best, value);
            alpha = std::max(alpha, value);
            if (alpha >= beta || state.aborted) return best;
        }
    }
    return best;
}

template <rules::Ruleset R>
float MinimaxBrain::final_value(const rules::Position<R>& position, int ply) {
    const auto winner = position.outcome().winner;
    if (!winner) return 0;
    return *winner == position.side() ? kWin - static_cast<float>(ply)
                                      : static_cast<float>(ply) - kWin;
}

template <rules::Ruleset R>
rules::BoardSet MinimaxBrain::block_takers(const rules::Position<R>& position) {
    rules::BoardSet moves;
    for (const rules::Block block : position.targets()) {
        const rules::CellSet own = position.marks(position.side()).block(block);
        const rules::CellSet cells(rules::pattern::kCompletes[own.bits()]);
        moves.set_block(block, cells & position.empty_cells(block));
    }
    return moves;
}

inline void MinimaxBrain::abort_in_time(Search& state) {
    constexpr std::uint64_t kNodesBetweenLooks = 256;
    ++state.nodes;
    const auto limit = state.thought.question.limits.nodes;
    if (limit && state.nodes > *limit) state.aborted = true;
    if (state.nodes % kNodesBetweenLooks == 0 && state.thought.timer.is_over()) {
        state.aborted = true;
    }
}

inline void MinimaxBrain::report(const RootMove& best, int depth, std::uint64_t nodes,
                                 Thought& thought) {
    protocol::Info& info = thought.info;
    info.depth = depth;
    info.nodes = nodes;
    info.pv.assign(1, best.move);
    const int plies = static_cast<int>(kWin - std::abs(best.value));
    if (best.value > kWin / 2) info.score = protocol::Score::win_in(plies);
    else if (best.value < -kWin / 2) info.score = protocol::Score::loss_in(plies);
    else info.score = protocol::Score::expecting(std::clamp(0.5 + 0.5 * best.value, 0.0, 1.0));
    if (thought.question.on_info) thought.question.on_info(info);
}

}  // namespace ninefold::bots
