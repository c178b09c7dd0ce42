// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "cli/commands.h"
#include "record/record_reader.h"
#include "rules/any_position.h"
#include "store/store.h"

namespace ninefold::cli {

/// The options `--rules`, `--tie-break`, `--position` and `--moves` that several commands share.
/// What it returns throws CommandError where it is not what was named.
class PositionOptions {
public:
    void add_rules_to(Command& command);
    void add_to(Command& command);
    /// The position may also stand by itself on the command line.
    void add_with_argument_to(Command& command);

    /// The rules where none are named; `standard` unless this says otherwise.
    void set_default_rules(rules::Rules rules) { default_rules_ = rules; }

    rules::Rules rules() const { return named_rules(default_rules_); }
    /// The position named, after its moves.
    rules::AnyPosition position() const;
    /// The same for a command to which a game that is over is of no use: `complaint` says so.
    rules::AnyPosition open_position(const char* complaint) const;
    /// The same for games that begin there.
    rules::AnyPosition first_position() const;
    const std::string& moves() const { return moves_; }

private:
    rules::Rules named_rules(rules::Rules otherwise) const;
    rules::AnyPosition start() const;

    std::string rules_, tie_break_, position_, argument_, moves_;
    rules::Rules default_rules_;
};

/// The option `--db` of commands that look games up.
class DatabaseOption {
public:
    void add_to(Command& command, const std::string& usual = "your own, docs/store.md");
    /// The same, also as the first argument without a name.
    void add_with_argument_to(Command& command);

    /// The file named, or the default one. Throws CommandError where neither is known.
    std::filesystem::path path() const;
    /// The same for a command that only reads: throws CommandError before the first game is kept.
    std::filesystem::path path_for_reading() const;
    /// Throws CommandError where there is no sound database.
    std::unique_ptr<store::Store> open_for_reading() const;

private:
    std::string path_;
};

/// Games named in one word: one of the database (`3.17`), or the records of a file, or those on
/// standard input (`-`). Everything throws a CommandError where there is no such game.
class GameSource {
public:
    static constexpr const char* kHelp =
        "a kept game (3.17: game 17 of match 3), or a file of game records; - is standard input";

    GameSource(const std::string& name, const DatabaseOption& database);

    /// The next game, nothing behind the last one. There is at least one.
    std::optional<record::GameRecord> next();

private:
    std::string name_;
    std::optional<record::GameRecord> kept_;
    std::ifstream file_;
    std::unique_ptr<record::RecordReader> reader_;
    bool any_ = false;
};

}  // namespace ninefold::cli
