// SPDX-License-Identifier: MIT
// Any bytes as lines of CodinGame and of riddles.io: bots' answers, and a referee's questions.
#include <string>
#include <string_view>

#include "base/split.h"
#include "protocol/codingame.h"
#include "protocol/riddles.h"
#include "require.h"

using namespace ninefold;
using namespace protocol;
using fuzz::require;

namespace {

void follow_codingame(std::string_view text) {
    codingame::Game game;
    for (const std::string_view line : base::split(text, '\n')) {
        const auto turn = game.read(line);
        if (!turn) return fuzz::require_one_line(turn.error().message);
        if (*turn && !(*turn)->is_over()) game.answered(*(*turn)->legal_moves().begin());
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

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    fuzz::require_round_trip(text, codingame::parse_answer, codingame::answer_text);
    fuzz::require_round_trip(text, riddles::parse_answer, riddles::answer_text);
    follow_codingame(text);
    follow_riddles(text);
    return 0;
}
