// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/embedded_file.h"

namespace ninefold::command {

/// One option or argument of a command, as its definition has it.
struct OptionOutline {
    std::vector<std::string> names = {};  ///< `-p`, `--port`; of an argument only `DEPTH`
    std::string description = {};
    std::vector<std::string> choices = {};  ///< the values that are accepted, where there are few
    bool is_argument = false;               ///< known by its place
    bool takes_value = false;
};

/// What the program's own definition says of a command and of those behind it: what man pages and
/// shell completion are generated from. Commands and options that the help hides are not in it.
struct CommandOutline {
    std::string name = {};         ///< whole: `ninefold tournament run`
    std::string description = {};  ///< one line
    std::string usage = {};        ///< `ninefold perft [OPTIONS] DEPTH`
    std::string details = {};      ///< what the help says below the options, examples last
    std::vector<OptionOutline> options = {};
    std::vector<CommandOutline> commands = {};

    /// `run` of `ninefold tournament run`
    std::string last_word() const { return name.substr(name.rfind(' ') + 1); }
    /// Calls `visit(command)` for this one, and for each behind it.
    template <typename Visit>
    void for_each(const Visit& visit) const {
        visit(*this);
        for (const CommandOutline& sub : commands) sub.for_each(visit);
    }
};

/// A page of section 1 in roff.
struct ManPage {
    std::string name;  ///< `ninefold-tournament-run`
    std::string text;
};

/// One page for the command and one for each command behind it; `version` is the program's.
std::vector<ManPage> man_pages(const CommandOutline& command, const std::string& version);

/// A word that may be typed, and what it is for.
struct Completion {
    std::string word, description;
};

/// What can stand for the last of the words behind the program's name, which is being typed:
/// commands, options where it begins with `-`, or the values of the option before it.
std::vector<Completion> completions(const CommandOutline& program,
                                    std::span<const std::string> words);

/// Scripts that let a shell ask `ninefold complete` for them; where there are none, it completes
/// file names. Their paths begin with the shell's name, and are those below /usr/share.
std::span<const base::EmbeddedFile> completion_files();

}  // namespace ninefold::command
