// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <functional>
#include <istream>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/referee.h"
#include "bots/bot.h"
#include "search/search.h"

namespace ninefold::tui {

/// Who sits on one side: a bot, or a person where there is none.
struct TerminalSeat {
    std::string name;
    std::unique_ptr<bots::Bot> bot;
    bool is_human() const { return bot == nullptr; }
    /// Who answers: the bot, or the one that asks the person.
    bots::Bot& player(bots::Bot& person) const { return bot ? *bot : person; }
};

/// What is played at the terminal, and with whom.
struct Sitting {
    TerminalSeat x, o;
    rules::AnyPosition start;
    arena::TimeControl time_control;
    std::uint64_t seed = 1;
    std::chrono::milliseconds pace{400};  ///< between moves where both are bots
    bool ascii = false;                   ///< no character beyond ASCII
    /// Called with every finished game before its result is shown, and with those that are left
    /// unfinished. Returns how the game is named from then on, or why it is not kept.
    std::function<base::Result<std::string>(const record::GameRecord&)> keep;

    TerminalSeat& seat(rules::Side side) { return side == rules::Side::kX ? x : o; }
    const TerminalSeat& seat(rules::Side side) const { return side == rules::Side::kX ? x : o; }
    bool has_human() const { return x.is_human() || o.is_human(); }

    arena::GameSpec game(const std::vector<rules::Move>& opening, int number) const;
    /// The moves that are left when the person whose turn it is takes back: down to the last
    /// position in which a person was to move. Nothing where there is none.
    std::vector<rules::Move> taken_back(const std::vector<rules::Move>& moves) const;

    /// Keeps a finished game. Returns what to tell the person: its name, or why it was not kept;
    /// nothing where games are not kept.
    std::string keep_finished(const record::GameRecord& game) const;
    /// Keeps a game that is left unfinished, if anything was played in it. Returns what to tell
    /// the person who left: its name or, where it could not be kept, the game itself; nothing where
    /// nothing was played.
    std::string keep_unfinished(record::GameRecord game) const;
};

/// The engine's view of a position, for hints and the evaluation bar. Evaluation is X's.
struct Hint {
    std::optional<rules::Move> move;
    double eval = 0.5;
    std::string score;  ///< "62 %", "X wins in 5"
};
Hint find_hint(search::Search& engine, const rules::AnyPosition& position,
               std::chrono::milliseconds time, std::stop_token stop);

/// Plays in lines of text, for pipes and screen readers: prints the board before each question and
/// reads moves (`40`, `e5`, or `ROW COLUMN` from 0) and commands (`help` lists them). Returns the
/// exit code: 0 when the game was finished, 1 when it was left.
int play_plain(Sitting& sitting, std::istream& in, std::FILE* out, std::stop_token stop);

/// Plays in full screen with mouse and keyboard. Returns 0 when the last game was finished, 1 when
/// it was left.
int play_on_screen(Sitting& sitting, std::stop_token stop);

}  // namespace ninefold::tui
