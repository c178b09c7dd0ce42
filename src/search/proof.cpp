// SPDX-License-Identifier: MIT
#include "search/proof.h"

#include <unordered_set>

#include "base/number.h"
#include "base/try.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::search {

namespace {

using base::fail;
using base::Result;

constexpr std::string_view kProofMagic = "ninefold-proof 1";
constexpr std::size_t kMovesPerLine = 48;

/// Takes the next line, without its end, off the text.
std::string_view take_line(std::string_view& text) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// `x win 123` or `o draw 123`, then the moves.
Result<Strategy> parse_strategy(std::string_view head, std::string_view& text) {
    Strategy strategy;
    if (head.size() < 3 || (head[0] != 'x' && head[0] != 'o') || head[1] != ' ') {
        return fail("a strategy line reads `strategy x|o win|draw COUNT`");
    }
    strategy.side = head[0] == 'x' ? rules::Side::kX : rules::Side::kO;
    head.remove_prefix(2);
    const bool win = head.starts_with("win ");
    if (!win && !head.starts_with("draw ")) return fail("a strategy is for `win` or `draw`");
    strategy.goal = win ? 1 : 0;
    const auto count = base::parse_number<std::size_t>(head.substr(win ? 4 : 5));
    if (!count) return fail("a strategy line must end with its number of moves");
    if (*count > text.size() / 2) {
        return fail("the file ends before the strategy's {} moves", *count);
    }
    while (strategy.moves.size() < *count) {
        const std::string_view line = take_line(text);
        if (line.empty() || line.size() % 2 != 0) return fail("moves are pairs of digits");
        for (std::size_t i = 0; i < line.size(); i += 2) {
            const int block = line[i] - '0', cell = line[i + 1] - '0';
            if (block < 0 || block > 8 || cell < 0 || cell > 8) {
                return fail("a move is two digits 0..8, block and cell");
            }
            strategy.moves.push_back(rules::Move(static_cast<unsigned>(9 * block + cell)));
        }
    }
    if (strategy.moves.size() != *count) return fail("a strategy has more moves than it says");
    return strategy;
}

template <rules::Ruleset R>
class Builder {
public:
    Builder(Strategy& strategy, const Chooser& choose, std::size_t most)
        : strategy_(strategy), choose_(choose), most_(most) {}

    Result<void> visit(const rules::Position<R>& p) {
        if (p.is_over() || !seen_.insert(p).second) return {};
        if (seen_.size() > most_) return fail("the proof has more than {} positions", most_);
        if (p.side() != strategy_.side) {
            for (const rules::Move move : p.legal_moves()) {
                TRY(visit(p.after(move)));
            }
            return {};
        }
        const auto move = choose_(p);
        if (!move) return fail("no proved move in {}", rules::to_text(rules::AnyPosition(p)));
        strategy_.moves.push_back(*move);
        return visit(p.after(*move));
    }

private:
    struct Hash {
        std::size_t operator()(const rules::Position<R>& p) const { return p.hash(); }
    };
    Strategy& strategy_;
    const Chooser& choose_;
    std::size_t most_;
    std::unordered_set<rules::Position<R>, Hash> seen_;
};

}  // namespace

std::string to_text(const Proof& proof) {
    std::string text(kProofMagic);
    text += "\nposition " + rules::to_text(proof.position);
    text += fmt::format("\nresult {}\n", result_name(proof.result));
    for (const Strategy& strategy : proof.strategies) {
        text += fmt::format("strategy {} {} {}\n", rules::to_char(strategy.side),
                            strategy.goal == 1 ? "win" : "draw", strategy.moves.size());
        for (std::size_t i = 0; i < strategy.moves.size(); ++i) {
            text += rules::to_text(strategy.moves[i]);
            if ((i + 1) % kMovesPerLine == 0 || i + 1 == strategy.moves.size()) text += '\n';
        }
    }
    return text + "end\n";
}

Result<Proof> parse_proof(std::string_view text) {
    if (take_line(text) != kProofMagic)
        return fail("not a proof: the first line must read `{}`", kProofMagic);
    Proof proof;
    std::string_view line = take_line(text);
    if (!line.starts_with("position ")) return fail("the second line must give the position");
    proof.position = TRY(rules::parse_position(line.substr(9)));
    line = take_line(text);
    if (line != "result win" && line != "result draw" && line != "result loss") {
        return fail("the third line must read `result win`, `result draw` or `result loss`");
    }
    proof.result = line == "result win" ? 1 : line == "result draw" ? 0 : -1;
    for (line = take_line(text); line.starts_with("strategy "); line = take_line(text)) {
        proof.strategies.push_back(TRY(parse_strategy(line.substr(9), text)));
    }
    if (line != "end") return fail("a proof must close with the line `end`");
    return proof;
}

Result<Strategy> build_strategy(const rules::AnyPosition& position, rules::Side side, int goal,
                                const Chooser& choose, std::size_t most_positions) {
    Strategy strategy{side, goal, {}};
    TRY(position.visit([&]<rules::Ruleset R>(const rules::Position<R>& p) {
        return Builder<R>(strategy, choose, most_positions).visit(p);
    }));
    return strategy;
}

}  // namespace ninefold::search
