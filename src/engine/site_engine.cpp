// SPDX-License-Identifier: MIT
#include "engine/site_engine.h"

#include <string>

#include "base/foreign_text.h"
#include "base/try.h"
#include "protocol/codingame.h"
#include "protocol/riddles.h"

namespace ninefold::engine {

namespace {

using base::fail;
namespace codingame = protocol::codingame;
namespace riddles = protocol::riddles;

/// Hears a site's referee until the end of input; `answer(turn)` is what is said where a move is
/// asked for.
template <typename Game, typename Answer>
base::Result<void> play(std::istream& in, std::FILE* out, Game& game, const Answer& answer) {
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        while (line.ends_with('\r')) line.pop_back();
        const auto hear = [&]() -> base::Result<std::string> {
            const auto turn = TRY(game.read(line));
            return turn ? answer(*turn) : std::string();
        };
        const auto said = hear();
        if (!said) {
            return fail("line {}, {}: {}", number, base::quoted(line), said.error().message);
        }
        if (!said->empty()) fmt::print(out, "{}\n", *said);
        std::fflush(out);
    }
    return {};
}

base::Result<rules::Move> best_move(search::Search& search, const rules::AnyPosition& position,
                                    const protocol::Limits& limits) {
    const auto found = search.think(position, {}, limits, {}, {});
    if (!found.move) return fail("the game is over, and a move was asked for");
    return *found.move;
}

}  // namespace

base::Result<void> play_on_codingame(std::istream& in, std::FILE* out, search::Search& search,
                                     const CodingameTimes& times) {
    search.prepare(codingame::kRules);  // before the site's clock runs
    codingame::Game game;
    protocol::Limits limits{.move_time = times.first};
    const auto answer = [&](const rules::AnyPosition& position) -> base::Result<std::string> {
        const rules::Move move = TRY(best_move(search, position, limits));
        limits.move_time = times.move;
        game.answered(move);
        return codingame::answer_text(move);
    };
    return play(in, out, game, answer);
}

base::Result<void> play_on_riddles(std::istream& in, std::FILE* out, search::Search& search) {
    search.prepare({});
    riddles::Game game;
    const auto answer = [&](const riddles::Game::Turn& turn) -> base::Result<std::string> {
        protocol::Limits limits;
        const bool is_x = turn.position.side() == rules::Side::kX;
        (is_x ? limits.x_time : limits.o_time) = turn.times.bank;
        (is_x ? limits.x_increment : limits.o_increment) = turn.times.per_move;
        return riddles::answer_text(TRY(best_move(search, turn.position, limits)));
    };
    return play(in, out, game, answer);
}

}  // namespace ninefold::engine
