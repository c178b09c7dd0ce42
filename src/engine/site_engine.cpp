// SPDX-License-Identifier: MIT
#include "engine/site_engine.h"

#include <optional>
#include <string>

#include "base/foreign_text.h"
#include "protocol/codingame.h"
#include "protocol/riddles.h"

namespace ninefold::engine {

namespace {

using base::fail;
namespace codingame = protocol::codingame;
namespace riddles = protocol::riddles;

/// The next line without its end, nothing at the end of input.
std::optional<std::string> next_line(std::istream& in) {
    std::string line;
    if (!std::getline(in, line)) return std::nullopt;
    while (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
}

base::Error nonsense(int number, const std::string& line, const base::Error& why) {
    return fail("line {}, {}: {}", number, base::quoted(line), why.message);
}

base::Result<rules::Move> best_move(search::Search& search, const rules::AnyPosition& position,
                                    const protocol::Limits& limits) {
    const auto found = search.think(position, {}, limits, {}, {});
    if (!found.move) return fail("the game is over, and a move was asked for");
    return *found.move;
}

void say(std::FILE* out, const std::string& answer) {
    fmt::print(out, "{}\n", answer);
    std::fflush(out);
}

}  // namespace

base::Result<void> play_on_codingame(std::istream& in, std::FILE* out, search::Search& search,
                                     const CodingameTimes& times) {
    search.prepare(codingame::kRules);  // before the site's clock runs
    codingame::Game game;
    bool is_first = true;
    for (int number = 1; const auto line = next_line(in); ++number) {
        const auto turn = game.read(*line);
        if (!turn) return nonsense(number, *line, turn.error());
        if (!*turn) continue;
        protocol::Limits limits;
        limits.move_time = is_first ? times.first : times.move;
        is_first = false;
        const auto move = best_move(search, **turn, limits);
        if (!move) return nonsense(number, *line, move.error());
        game.answered(*move);
        say(out, codingame::answer_text(*move));
    }
    return {};
}

base::Result<void> play_on_riddles(std::istream& in, std::FILE* out, search::Search& search) {
    search.prepare({});
    riddles::Game game;
    for (int number = 1; const auto line = next_line(in); ++number) {
        const auto turn = game.read(*line);
        if (!turn) return nonsense(number, *line, turn.error());
        if (!*turn) continue;
        const riddles::Game::Turn& asked = **turn;
        protocol::Limits limits;
        const bool is_x = asked.position.side() == rules::Side::kX;
        (is_x ? limits.x_time : limits.o_time) = asked.times.bank;
        (is_x ? limits.x_increment : limits.o_increment) = asked.times.per_move;
        const auto move = best_move(search, asked.position, limits);
        if (!move) return nonsense(number, *line, move.error());
        say(out, riddles::answer_text(*move));
    }
    return {};
}

}  // namespace ninefold::engine
