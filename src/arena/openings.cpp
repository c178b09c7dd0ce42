// SPDX-License-Identifier: MIT
#include "arena/openings.h"

#include <cassert>
#include <cstdlib>
#include <numeric>

#include "arena/opening_files.h"
#include "base/file_contents.h"
#include "base/fingerprint.h"
#include "base/foreign_text.h"
#include "base/number.h"
#include "base/rng.h"
#include "base/split.h"
#include "base/try.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "sources/bot_source.h"

namespace ninefold::arena {

namespace {

using base::fail;

/// Nothing where the game was over by then.
std::optional<std::vector<rules::Move>> random_moves(int plies, base::Rng& rng,
                                                     rules::AnyPosition position) {
    std::vector<rules::Move> moves;
    while (static_cast<int>(moves.size()) < plies && !position.is_over()) {
        const rules::BoardSet legal = position.legal_moves();
        moves.push_back(legal.nth(rng.below(static_cast<std::uint32_t>(legal.size()))));
        position = position.after(moves.back());
    }
    if (position.is_over()) return std::nullopt;
    return moves;
}

/// Random plies after which the game is not over. From late positions there may be none of that
/// length; then fewer are played.
std::vector<rules::Move> random_opening(int plies, std::uint64_t seed,
                                        const rules::AnyPosition& start) {
    constexpr int kTries = 1000;
    base::Rng rng(seed);
    for (; plies > 0; --plies) {
        for (int i = 0; i < kTries; ++i) {
            if (auto moves = random_moves(plies, rng, start)) return std::move(*moves);
        }
    }
    return {};
}

/// The `place`-th of `count` lines in the order that the seed gives them in this round: as many
/// steps of a Fisher-Yates shuffle as it takes, so that pairs can be asked for in any order.
std::size_t drawn_line(std::size_t count, int place, int round, std::uint64_t seed) {
    base::Rng rng(base::derived_seed(seed ^ 0x62616c61, static_cast<std::uint64_t>(round)));
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = 0; i <= static_cast<std::size_t>(place); ++i) {
        std::swap(order[i], order[i + rng.below(static_cast<std::uint32_t>(count - i))]);
    }
    return order[static_cast<std::size_t>(place)];
}

}  // namespace

base::Result<Openings> Openings::parse(std::string_view text, const rules::AnyPosition& start,
                                       OpeningLines lines) {
    Openings openings;
    openings.text_ = text;
    if (text == "start") return openings;
    if (text.starts_with("random:")) {
        const auto plies = base::parse_number<int>(text.substr(7));
        // Shorter than any game, so that an unfinished one is always found.
        constexpr int kMost = 16;
        if (!plies || *plies < 0 || *plies > kMost) {
            return fail("openings {}: a number of plies from 0 to {} is needed", base::quoted(text),
                        kMost);
        }
        openings.random_plies_ = *plies;
        return openings;
    }
    if (text == "balanced") TRY(openings.take_balanced(start));
    else if (!text.starts_with("file:"))
        return fail("openings {}; known are {}", base::quoted(text), kForms);
    else if (lines == OpeningLines::kRead)
        TRY(openings.read_file(std::string(text.substr(5)), start));
    return openings;
}

base::Result<void> Openings::read_file(const std::string& path, const rules::AnyPosition& start) {
    const auto text = base::read_file(path);
    if (!text) return fail("openings {}", text.error().message);
    return read_lines(*text, base::safe_name(path, 400), start);
}

base::Result<void> Openings::take_balanced(const rules::AnyPosition& start) {
    const std::string rules = rules::name(start.rules());
    if (start != rules::AnyPosition::start(start.rules())) {
        return fail("openings balanced: they are for the empty board; use random:K from another "
                    "position");
    }
    const base::EmbeddedFile* file = base::find_file(opening_files(), rules + ".txt");
    if (file == nullptr) {
        return fail("openings balanced: there are none for {}; use random:K", rules);
    }
    drawn_ = true;
    return read_lines(file->contents, "balanced", start);
}

base::Result<void> Openings::read_lines(std::string_view text, const std::string& origin,
                                        const rules::AnyPosition& start) {
    int number = 0;
    for (std::string_view line : base::split(text, '\n')) {
        ++number;
        line = line.substr(0, line.find('#'));
        const auto words = base::split_words(line);
        if (words.empty()) continue;
        const auto last = rules::play_moves(start, line);
        if (!last) return fail("openings {}, line {}: {}", origin, number, last.error().message);
        if (last->is_over()) return fail("openings {}, line {}: the game is over", origin, number);
        std::vector<rules::Move> moves;
        for (const std::string_view word : words) moves.push_back(*rules::parse_move(word));
        lines_.push_back(std::move(moves));
    }
    if (lines_.empty())
        return fail("openings {}: no opening in it; a line of moves is one", origin);
    return {};
}

std::string Openings::content_hash() const {
    if (lines_.empty()) return {};
    base::Fingerprint hash;
    for (const auto& line : lines_) {
        hash.add(std::uint64_t{line.size()});
        for (const rules::Move move : line) hash.add(static_cast<std::uint64_t>(move.value()));
    }
    return hash.text();
}

std::vector<rules::Move> Openings::opening(int pair, std::uint64_t seed,
                                           const rules::AnyPosition& start) const {
    if (!lines_.empty()) {
        const auto [round, place] = std::div(pair, static_cast<int>(lines_.size()));
        return lines_[drawn_ ? drawn_line(lines_.size(), place, round, seed)
                             : static_cast<std::size_t>(place)];
    }
    assert(!text_.starts_with("file:"));
    if (random_plies_ == 0) return {};
    return random_opening(random_plies_,
                          base::derived_seed(seed ^ 0x6f70656e, static_cast<std::uint64_t>(pair)),
                          start);
}

base::Result<std::optional<std::string>> check_beginning(const sources::BotSource& bot,
                                                         const rules::AnyPosition& start,
                                                         const Openings& openings) {
    const bool is_empty_board = start.ply() == 0 && openings.text() == Openings().text();
    if (is_empty_board || bot.game_start == sources::GameStart::kAnywhere) {
        return std::optional<std::string>();
    }
    const std::string begins =
        start.ply() > 0 ? "another position" : fmt::format("openings '{}'", openings.text());
    if (bot.game_start == sources::GameStart::kEmptyBoard) {
        return base::fail("{} ({}) cannot play from {}: its protocol tells it moves only, so its "
                          "games must begin at the empty board (openings 'start')",
                          bot.name, bot.description, begins);
    }
    return std::optional(fmt::format("plays from {}: its protocol shows it the whole board, but a "
                                     "bot that follows the game by itself loses track; 'ninefold "
                                     "check' tells",
                                     begins));
}

}  // namespace ninefold::arena
