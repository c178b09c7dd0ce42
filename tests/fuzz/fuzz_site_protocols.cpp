// SPDX-License-Identifier: MIT
// Any bytes as lines of CodinGame and of riddles.io: bots' answers, and a referee's questions.
#include <optional>
#include <string>
#include <string_view>

#include "base/split.h"
#include "protocol/codingame.h"
#include "protocol/riddles.h"
#include "require.h"

namespace ninefold::fuzz_site_protocols {

using namespace protocol;
using fuzz::require;

namespace {

/// The move that leads from one position to the next; nothing where they are the same.
std::optional<rules::Move> move_between(const rules::AnyPosition& before,
                                        const rules::AnyPosition& after) {
    if (before == after) return std::nullopt;
    for (const rules::Move move : before.legal_moves()) {
        if (before.after(move) == after) return move;
    }
    require(false, "a turn has one move of the opponent's");
    return std::nullopt;
}

/// Reads a turn as the referee writes it, beside the game it comes from.
void require_same_turn(codingame::Game& reader, std::optional<rules::Move> last,
                       const rules::AnyPosition& position) {
    std::string text;
    codingame::append_turn(text, last, position);
    std::optional<rules::AnyPosition> read;
    for (const std::string_view line : base::split(text, '\n')) {
        const auto turn = reader.read(line);
        require(turn.has_value(), "a printed turn can be parsed");
        if (*turn) read = *turn;
    }
    require(read && *read == position, "and is the same position");
}

void follow_codingame(std::string_view text) {
    codingame::Game game, reader;
    auto before = rules::AnyPosition::start(codingame::kRules);
    for (const std::string_view line : base::split(text, '\n')) {
        const auto turn = game.read(line);
        if (!turn) return fuzz::require_one_line(turn.error().message);
        if (!*turn) continue;
        if ((*turn)->is_over()) return;
        require_same_turn(reader, move_between(before, **turn), **turn);
        const rules::Move answer = *(*turn)->legal_moves().begin();
        game.answered(answer);
        reader.answered(answer);
        before = (*turn)->after(answer);
    }
}

void require_same_turn(const riddles::Game::Turn& turn, riddles::Edition edition) {
    std::string text;
    riddles::append_settings(text, edition, turn.position.side(), turn.times);
    riddles::append_turn(text, edition, turn.position, turn.times.bank);
    riddles::Game game;
    for (const std::string_view line : base::split(text, '\n')) {
        const auto again = game.read(line);
        require(again.has_value(), "a printed turn can be parsed");
        if (!*again) continue;
        require((*again)->position.targets() == turn.position.targets(), "with the same targets");
        for (const rules::Side side : {rules::Side::kX, rules::Side::kO}) {
            require((*again)->position.marks(side) == turn.position.marks(side),
                    "and the same marks");
        }
        return;
    }
    require(false, "a printed turn asks for a move");
}

void follow_riddles(std::string_view text) {
    riddles::Game game;
    for (const std::string_view line : base::split(text, '\n')) {
        const auto turn = game.read(line);
        if (!turn) return fuzz::require_one_line(turn.error().message);
        if (!*turn) continue;
        require_same_turn(**turn, riddles::Edition::kRiddles);
        require_same_turn(**turn, riddles::Edition::kTheAiGames);
    }
}

}  // namespace

void run(std::string_view text) {
    fuzz::require_round_trip(text, codingame::parse_answer, codingame::answer_text);
    fuzz::require_round_trip(text, riddles::parse_answer, riddles::answer_text);
    follow_codingame(text);
    follow_riddles(text);
}

}  // namespace ninefold::fuzz_site_protocols
