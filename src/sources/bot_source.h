// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bots/bot.h"
#include "sources/bot_name.h"
#include "sources/house_rules.h"

namespace ninefold::sources {

/// How much of a conversation a bot can hold.
enum class BotKind : std::uint8_t {
    kBuiltin,  ///< runs in this process
    kUgi,      ///< speaks our protocol itself
    kHosted,   ///< a file run by a host: the host speaks our protocol, the bot knows only moves
    kSite,     ///< speaks the protocol of another site
};

/// A bot that an organiser has named (docs/bots.md; BotName has the grammar), recognised without
/// running it: what is known of it, and how to make one. Not changed once it is made; any thread.
struct BotSource {
    std::string text{};         ///< as it was named
    std::string name{};         ///< for tables: the file's or bot's short name
    std::string description{};  ///< what it was recognised as: "Python, select_move (alice.py)"
    Paths files{};              ///< its own, absolute; other bots must not see them
    /// What the organiser should know: a module that no Python here has, a protocol that was
    /// guessed. One sentence each.
    std::vector<std::string> notes{};
    BotKind kind = BotKind::kBuiltin;
    GameStart game_start = GameStart::kAnywhere;
    bool plays_single_block = false;  ///< can be asked for plain tic-tac-toe, see HouseRules
    bool has_options = false;         ///< UGI options are set, which the bot may not have
    /// A bot of its own for each slot. `hidden` are the other bots' files.
    std::function<base::Result<std::unique_ptr<bots::Bot>>(int slot, const Paths& hidden)> make{};

    /// Reads the name and looks at the files; nothing is started. The error says what was found and
    /// how to say what is meant.
    static base::Result<BotSource> parse(std::string_view text, const HouseRules& rules,
                                         std::shared_ptr<process::ProcessSupervisor> supervisor);

    /// Whether it runs in this process: a built-in bot or the engine.
    bool is_builtin() const { return kind == BotKind::kBuiltin; }
    /// The Python modules beside its own files that they import, looked for when this is called.
    Paths helpers() const;
    /// Its own files and helpers.
    Paths all_files() const;
    /// Of its own files and helpers, read when this is called; they need not be what a running bot
    /// was made of.
    std::string content_hash() const;
};

/// What a bot would be called if it were alone, and its file, if it has one.
struct NamedFile {
    std::string name;
    std::filesystem::path file;  ///< absolute; may be empty
};

/// The bots' names for one table, in the order given: equal ones are distinguished by the
/// nearest folder in which they all differ, else by a number.
std::vector<std::string> distinct_names(std::span<const NamedFile> bots);
std::vector<std::string> distinct_names(std::span<const BotSource> sources);

}  // namespace ninefold::sources
