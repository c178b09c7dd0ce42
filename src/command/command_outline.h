// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

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
};

}  // namespace ninefold::command
