// SPDX-License-Identifier: MIT
#include "arena/openings.h"

#include <fstream>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/rng.h"
#include "base/words.h"
#include "rules/move_text.h"
#include "rules/position_text.h"

namespace ninefold::arena {

namespace {

using base::fail;
using base::quoted;

std::vector<rules::Move> random_opening(int plies, std::uint64_t seed,
                                        const rules::AnyPosition& start) {
    base::Rng rng(seed);
    for (;;) {
        rules::AnyPosition position = start;
        std::vector<rules::Move> moves;
        while (static_cast<int>(moves.size()) < plies && !position.is_over()) {
            const rules::BoardSet legal = position.legal_moves();
            moves.push_back(legal.nth(rng.below(static_cast<std::uint32_t>(legal.size()))));
            position = position.after(moves.back());
        }
        if (!position.is_over()) return moves;
    }
}

}  // namespace

base::Result<Openings> Openings::parse(std::string_view text, const rules::AnyPosition& start) {
    Openings openings;
    openings.text_ = text;
    if (text == "start") return openings;
    if (text.starts_with("random:")) {
        const auto plies = base::parse_number<int>(text.substr(7));
        // Shorter than any game, so that one that goes on is always found.
        constexpr int kMost = 16;
        if (!plies || *plies < 0 || *plies > kMost) {
            return fail("openings {}: a number of plies from 0 to {} is needed", quoted(text),
                        kMost);
        }
        openings.random_plies_ = *plies;
        return openings;
    }
    if (text.starts_with("file:")) {
        if (auto read = openings.read_file(std::string(text.substr(5)), start); !read) {
            return read.error();
        }
        return openings;
    }
    return fail("openings {}; known are start, random:K and file:PATH", quoted(text));
}

base::Result<void> Openings::read_file(const std::string& path, const rules::AnyPosition& start) {
    std::ifstream file(path);
    if (!file) return fail("openings {}: cannot be read", path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const std::string_view text = std::string_view(line).substr(0, line.find('#'));
        const auto words = base::words(text);
        if (words.empty()) continue;
        const auto last = rules::play_moves(start, text);
        if (!last) return fail("openings {}, line {}: {}", path, number, last.error().message);
        if (last->is_over()) return fail("openings {}, line {}: the game is over", path, number);
        std::vector<rules::Move> moves;
        for (const std::string_view word : words) moves.push_back(*rules::parse_move(word));
        lines_.push_back(std::move(moves));
    }
    if (lines_.empty()) return fail("openings {}: no opening in it; a line of moves is one", path);
    return {};
}

std::vector<rules::Move> Openings::opening(int pair, std::uint64_t seed,
                                           const rules::AnyPosition& start) const {
    if (!lines_.empty()) return lines_[static_cast<std::size_t>(pair) % lines_.size()];
    if (random_plies_ == 0) return {};
    return random_opening(random_plies_,
                          base::derived_seed(seed ^ 0x6f70656e, static_cast<std::uint64_t>(pair)),
                          start);
}

}  // namespace ninefold::arena
