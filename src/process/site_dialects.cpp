// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/foreign_text.h"
#include "process/dialect.h"
#include "protocol/codingame.h"
#include "protocol/riddles.h"
#include "protocol/tokenizer.h"

namespace ninefold::process {

namespace {

using protocol::riddles::Edition;
using rules::Ending;

/// What a line means where every line that is not blank must be an answer.
Heard hear_answer(std::string_view line, Awaited awaited,
                  base::Result<rules::Move> (*parse)(std::string_view)) {
    if (protocol::Tokenizer(line).empty()) return {};
    if (awaited != Awaited::kMove) {
        return bots::Failure{Ending::kGarbage,
                             fmt::format("wrote {} when nobody had asked for a move; write for "
                                         "people to standard error",
                                         base::quoted(line, 60))};
    }
    const auto move = parse(line);
    if (move) return *move;
    return bots::Failure{Ending::kGarbage, "gave no move: " + move.error().message};
}

/// A new process for every game: these bots have no word for a new one.
class CodingameDialect final : public Dialect {
public:
    bool plays_many_games() const override { return false; }
    base::Result<bool> begin_game(const bots::GameSetup&, std::string&) override { return false; }
    void ask(const bots::Question& question, std::string& text) override {
        std::optional<rules::Move> last;
        if (!question.moves.empty()) last = question.moves.back();
        protocol::codingame::append_turn(text, last, question.position);
    }
    Heard hear(std::string_view line, Awaited awaited) override {
        return hear_answer(line, awaited, protocol::codingame::parse_answer);
    }
};

class RiddlesDialect final : public Dialect {
public:
    explicit RiddlesDialect(Edition edition) : edition_(edition) {}

    bool plays_many_games() const override { return false; }
    base::Result<bool> begin_game(const bots::GameSetup& setup, std::string&) override {
        side_ = setup.side;
        told_settings_ = false;
        return false;
    }
    void ask(const bots::Question& question, std::string& text) override {
        protocol::riddles::Times times;
        const auto left = question.limits.time_left(side_);
        const auto of_move = question.limits.move_time;
        if (left && of_move) times.bank = std::min(*left, *of_move);
        else if (left || of_move) times.bank = left ? *left : *of_move;
        times.per_move = left ? question.limits.increment(side_) : of_move.value_or(times.per_move);
        // The clock is known with the first question only.
        if (!told_settings_) protocol::riddles::append_settings(text, edition_, side_, times);
        told_settings_ = true;
        protocol::riddles::append_turn(text, edition_, question.position, times.bank);
    }
    Heard hear(std::string_view line, Awaited awaited) override {
        return hear_answer(line, awaited, protocol::riddles::parse_answer);
    }
    std::string_view first_answer_advice() const override {
        return edition_ == Edition::kRiddles
                   ? "it got cells as riddles.io writes them ('.', 0 and 1); a bot of "
                     "theaigames.com is named theaigames:COMMAND"
                   : "it got cells as theaigames.com wrote them (0, 1 and 2); a bot of "
                     "riddles.io is named riddles:COMMAND";
    }

private:
    Edition edition_;
    rules::Side side_ = rules::Side::kX;
    bool told_settings_ = false;
};

}  // namespace

std::unique_ptr<Dialect> make_site_dialect(Protocol protocol) {
    if (protocol == Protocol::kCodingame) return std::make_unique<CodingameDialect>();
    return std::make_unique<RiddlesDialect>(protocol == Protocol::kRiddles ? Edition::kRiddles
                                                                           : Edition::kTheAiGames);
}

}  // namespace ninefold::process
