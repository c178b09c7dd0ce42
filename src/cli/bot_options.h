// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/match.h"
#include "cli/commands.h"
#include "sources/bot_source.h"

namespace ninefold::cli {

/// Two bots that are to meet, each kept from seeing the other's files.
struct BotPair {
    sources::BotSource a, b;
    /// What the organiser should know of them, and of what this machine does not enforce.
    std::vector<std::string> notes{};

    /// For tables: two bots of one name get distinct ones. A bot that plays itself has one name.
    std::pair<std::string, std::string> names() const;

    /// A is bot 0, B is bot 1.
    arena::BotMaker maker() const { return arena::maker_of({a, b}); }
};

/// Prints the notes on standard error, a line each.
void print_notes(const BotPair& bots);

/// Throws CommandError where a bot cannot begin as the match does; adds a note where it may not.
void check_beginnings(BotPair& bots, const arena::MatchSpec& spec);

/// Starts those bots whose names set options of theirs, for nobody else knows whether they have
/// them. Throws CommandError with what the bot has instead.
void throw_if_options_refused(const BotPair& bots, const rules::AnyPosition& start);

/// The options of how bots are run: `--no-sandbox`, `--memory`, `--cores`, ….
class BotOptions {
public:
    void add_to(Command& command);
    /// The limit to get ready, where the command line does not name it, and the modules that a
    /// community names: where the command line names none, others are noted.
    void set_defaults(std::chrono::milliseconds start_up, std::vector<std::string> usual_imports);

    /// The rules they add up to. Throws CommandError.
    sources::HouseRules rules() const;
    /// Throws CommandError where a bot cannot be run; warns on standard error where the sandbox is
    /// switched off.
    BotPair resolve(const std::string& a, const std::string& b) const;
    /// The same without the notes and the warning, for bots of which they were given already.
    BotPair pair(const std::string& a, const std::string& b) const;
    sources::BotSource resolve(const std::string& bot) const;

private:
    BotPair pair(const std::string& a, const std::string& b,
                 const std::shared_ptr<process::ProcessSupervisor>& supervisor) const;

    bool no_sandbox_ = false;
    bool ponder_ = false;
    std::string memory_ = "1G";
    std::string start_up_;
    std::chrono::milliseconds default_start_up_{10'000};
    std::string python_;
    std::vector<int> cores_;
    std::vector<std::string> imports_, usual_imports_;
};

}  // namespace ninefold::cli
