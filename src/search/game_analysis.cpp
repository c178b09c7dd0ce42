// SPDX-License-Identifier: MIT
#include "search/game_analysis.h"

#include <algorithm>

namespace ninefold::search {

namespace {

using rules::Side;

double as_x(Side side, double expected) { return side == Side::kX ? expected : 1 - expected; }

/// What the engine sees in a position, X's view; the board's word where the game is over.
struct View {
    double eval = 0.5;
    SearchResult result;
};

View look(Search& engine, const rules::AnyPosition& position, const protocol::Limits& limits,
          std::stop_token stop) {
    View view;
    if (position.is_over()) {
        const auto winner = position.outcome().winner;
        view.eval = !winner ? 0.5 : *winner == Side::kX ? 1 : 0;
        return view;
    }
    view.result = engine.think(position, {}, limits, std::move(stop), {});
    view.eval = as_x(position.side(), view.result.score.expected);
    return view;
}

bool is_free(const rules::AnyPosition& position) {
    return !position.is_over() && !position.target_cell();
}

Mistake classify(double lost, const MistakeThresholds& thresholds) {
    if (lost >= thresholds.blunder) return Mistake::kBlunder;
    if (lost >= thresholds.mistake) return Mistake::kMistake;
    return lost >= thresholds.inaccuracy ? Mistake::kInaccuracy : Mistake::kNone;
}

}  // namespace

std::string_view name(Mistake mistake) {
    switch (mistake) {
        case Mistake::kNone: return "";
        case Mistake::kInaccuracy: return "inaccuracy";
        case Mistake::kMistake: return "mistake";
        case Mistake::kBlunder: return "blunder";
    }
    return "";
}

std::vector<MoveAnalysis> analyse_game(Search& engine, const rules::AnyPosition& start,
                                       const std::vector<rules::Move>& moves,
                                       const protocol::Limits& limits, std::stop_token stop,
                                       const std::function<void(int, int)>& on_progress,
                                       const MistakeThresholds& thresholds) {
    std::vector<MoveAnalysis> analysis;
    rules::AnyPosition position = start;
    View before = look(engine, position, limits, stop);
    for (const rules::Move move : moves) {
        const rules::AnyPosition next = position.after(move);
        View after = look(engine, next, limits, stop);
        if (stop.stop_requested()) break;
        MoveAnalysis entry;
        entry.side = position.side();
        entry.played = move;
        entry.best = before.result.move;
        if (!before.result.lines.empty()) entry.best_line = before.result.lines.front().pv;
        entry.before = before.result.score;
        entry.depth = before.result.depth;
        entry.eval_before = before.eval;
        entry.eval_after = after.eval;
        // The engine's own choice loses nothing; a difference there is only that it saw further.
        const double lost = as_x(entry.side, before.eval) - as_x(entry.side, after.eval);
        entry.lost = move == entry.best ? 0 : std::max(0.0, lost);
        entry.mistake = classify(entry.lost, thresholds);
        entry.gave_free_move = is_free(next) && entry.best && !is_free(position.after(*entry.best));
        analysis.push_back(std::move(entry));
        if (on_progress)
            on_progress(static_cast<int>(analysis.size()), static_cast<int>(moves.size()));
        position = next;
        before = std::move(after);
    }
    return analysis;
}

}  // namespace ninefold::search
