// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/match.h"
#include "arena/preset.h"
#include "cli/game_options.h"
#include "sources/bot_source.h"

namespace ninefold::cli {

/// Two bots that are to meet, each kept from seeing the other's files. What throws, throws
/// CommandError.
struct BotPair {
    sources::BotSource a, b;
    /// What the organiser should know of them, and of what this machine does not enforce.
    std::vector<std::string> notes{};
    std::shared_ptr<process::ProcessSupervisor> supervisor{};  ///< of both

    /// For tables: two bots of one name get distinct ones. A bot that plays itself has one name.
    std::pair<std::string, std::string> names() const;
    /// A is bot 0, B is bot 1.
    arena::BotMaker maker() const { return arena::maker_of({a, b}); }
    /// Both, or the one that plays itself.
    std::vector<const sources::BotSource*> different() const;

    /// Throws where a bot cannot begin as the match does, and prints a note where it may not, after
    /// those that are there; `quiet` prints none.
    void check_beginnings(const arena::MatchSpec& spec, bool quiet);
    /// Starts those bots whose names set options of theirs, for nobody else knows whether they have
    /// them. Throws with what the bot has instead.
    void check_options(const rules::AnyPosition& start) const;
};

/// A sentence on standard error for the organiser, behind a word in yellow: `note: …`.
void warn(std::string_view word, std::string_view sentence);
inline void print_note(std::string_view note) { warn("note:", note); }

/// The bot of that name, under these rules. Throws CommandError where it cannot be run.
sources::BotSource find_bot(const std::string& name, const sources::HouseRules& house);

/// The options of how bots are run: `--no-sandbox`, `--memory`, `--cores`, ….
class BotOptions {
public:
    void add_to(Command& command);
    /// The limit to get ready, where the command line does not name it, and the modules that a
    /// community names: where the command line names none, others are noted.
    void set_defaults(std::chrono::milliseconds start_up, std::vector<std::string> usual_imports);

    /// The rules they add up to. Throws CommandError.
    sources::HouseRules rules() const;
    /// Throws CommandError where a bot cannot be run.
    BotPair pair(const std::string& a, const std::string& b) const;
    /// The same with notes; warns on standard error where the sandbox is switched off.
    BotPair pair_with_notes(const std::string& a, const std::string& b) const;

private:
    bool no_sandbox_ = false;
    std::string memory_ = "1G", start_up_;
    std::vector<std::string> imports_;
    sources::HouseRules house_;  ///< what else is named, and what holds where nothing is
};

/// The option `--preset` of commands that play games: what a community's conditions say holds where
/// the command line says nothing else.
class PresetOption {
public:
    /// `what` begins its explanation.
    void add_to(Command& command, const std::string& what);

    /// Fills in rules, clock (where `time` is empty) and how bots are run. Returns the preset for
    /// whatever else it says; nothing where none is named. Throws CommandError.
    std::optional<arena::Preset> apply(PositionOptions& position, std::string& time,
                                       BotOptions& bots) const;

private:
    std::string name_;
};

}  // namespace ninefold::cli
