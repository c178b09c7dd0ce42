// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "process/process_bot.h"

namespace ninefold::sources {

using Paths = std::vector<std::filesystem::path>;

/// Where a bot's games can begin, as far as its interface can tell it.
enum class GameStart : std::uint8_t {
    kAnywhere,    ///< it is shown the whole position
    kMaybe,       ///< it is shown the position, but may follow the game by itself from its start
    kEmptyBoard,  ///< its protocol sends moves only
};

/// A bot as an organiser names it, cut into its parts. The one place that knows the grammar:
///
///     [option.NAME=VALUE …] x=BOT,o=BOT               one for each side, in either order
///                           BUILTIN[:SETTINGS]        mcts:sims=2000, engine:level=5
///                           PROTOCOL:COMMAND          ugi:./bot --fast, codingame:./bot
///                           INTERFACE:FILE[#MEMBER[:SETTINGS]]   best_move:e.py#MyEngine:depth=3
///                           java:FILE[#CLASS]         java:x.jar#pkg.Bot
///                           FILE[#MEMBER[:SETTINGS]]  recognised by its contents
///
/// A `#` belongs to the file where a file of the whole name exists. parse(text()) is the same name.
struct BotName {
    enum class Kind : std::uint8_t { kSides, kBuiltin, kCommand, kPython, kJava, kFile };

    process::UgiOptions options;  ///< that the organiser sets
    Kind kind = Kind::kFile;
    std::string word;                   ///< before the colon; empty for kSides and kFile
    std::vector<std::string> command;   ///< kCommand
    std::filesystem::path path;         ///< kPython, kJava, kFile; as written
    std::optional<std::string> member;  ///< of such a file: a class or function
    std::string settings;               ///< NAME=VALUE,… of a built-in bot or of the member
    std::vector<BotName> sides;         ///< kSides: X's, then O's

    /// Relative files are looked for in `folder`, where one is given. The error says what was found
    /// and how to say what is meant.
    static base::Result<BotName> parse(std::string_view text,
                                       const std::filesystem::path& folder = {});
    std::string text() const;
    /// Without the options.
    std::string bare_text() const;

    bool is_file() const {
        return kind == Kind::kPython || kind == Kind::kJava || kind == Kind::kFile;
    }
    /// The bot's file, or the program of its command; empty where there is none.
    std::filesystem::path main_path() const;
    /// `#MEMBER:SETTINGS` of a file.
    std::string member_text() const;
    /// Of a command. Precondition: kCommand.
    process::Protocol protocol() const;
    /// Whether settings in its name reach the bot.
    bool takes_settings() const;

    bool operator==(const BotName&) const = default;
};

/// A protocol as names, descriptions and openings have to know it.
struct ProtocolFacts {
    std::string_view word;   ///< before the colon
    std::string_view label;  ///< as people call it
    GameStart game_start = GameStart::kAnywhere;
};
const ProtocolFacts& facts(process::Protocol protocol);

/// The same name with every path in it changed: its file's, or each word of its command.
BotName with_paths(
    BotName name, const std::function<std::filesystem::path(const std::filesystem::path&)>& change);

using process::absolute_path;

/// `option.Hash=8 option.Style=calm `, to stand before a name.
std::string options_text(const process::UgiOptions& options);

/// `Hash=8,Style=calm`, for tables.
std::string short_text(const process::UgiOptions& options);

/// Why these options cannot be set: a name or value that is not one line, one that is there twice
/// or that the referee sets.
base::Result<void> check_options(const process::UgiOptions& options);

}  // namespace ninefold::sources
