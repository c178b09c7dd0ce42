// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "bots/bot.h"

namespace ninefold::process {

/// What a process bot is waited for.
enum class Awaited : std::uint8_t { kNothing, kGreeting, kReady, kMove };

/// What one line of a bot means; nothing where it is to be ignored. Awaited: that this came.
using Heard = std::variant<std::monostate, Awaited, protocol::Info, rules::Move, bots::Resignation,
                           bots::Failure>;

/// How one process bot is spoken to: writes the commands and reads the lines, without input or
/// output. Lines that are sent end in a line feed; lines that are heard do not. One thread.
class Dialect {
public:
    virtual ~Dialect() = default;

    /// Whether one process can play many games.
    virtual bool plays_many_games() const = 0;
    /// What a fresh process is sent; empty: nothing, and no answer is awaited.
    virtual std::string_view greet() { return {}; }
    /// Text before a game's first question; false where no Ready is to be awaited.
    virtual base::Result<bool> begin_game(const bots::GameSetup& setup, std::string& text) = 0;
    virtual void ask(const bots::Question& question, std::string& text) = 0;
    /// What asks for the answer at once; may be empty.
    virtual std::string_view stop_command() const { return {}; }
    /// What asks it to end; may be empty.
    virtual std::string_view quit_command() const { return {}; }
    virtual Heard hear(std::string_view line, Awaited awaited) = 0;
    /// What may be the cause where the very first answer is no move; may be empty.
    virtual std::string_view first_answer_advice() const { return {}; }
    /// As the bot calls itself; empty where it has not said.
    virtual std::string_view name() const { return {}; }
    /// Its author, as it says; empty where it has not said.
    virtual std::string_view author() const { return {}; }
};

/// NAME, VALUE of UGI options an organiser has set.
using UgiOptions = std::vector<std::pair<std::string, std::string>>;

/// The protocol that a process bot speaks.
enum class Protocol : std::uint8_t { kUgi, kCodingame, kRiddles, kTheAiGames };

std::unique_ptr<Dialect> make_ugi_dialect(UgiOptions options, bool ponders);
/// Of any protocol but UGI.
std::unique_ptr<Dialect> make_site_dialect(Protocol protocol);

}  // namespace ninefold::process
