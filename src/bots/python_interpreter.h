// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot_plan.h"

namespace ninefold::bots {

/// A Python that was asked what it can import.
struct PythonInterpreter {
    std::filesystem::path program;
    std::string version;               ///< "3.11.2"
    Paths places;                      ///< its folders outside the system, to be shown to bots
    std::vector<std::string> missing;  ///< of the modules asked for
};

/// What a bot's file needs of its interpreter.
struct PythonWish {
    std::string named;  ///< the organiser's choice, a path or a name; may be empty
    bool python2 = false;
    std::vector<std::string> modules;  ///< top-level names
    bool sandboxed = true;             ///< modules in the organiser's home do not count
};

/// The first interpreter with all modules: the one named, else the system's, those on PATH, those
/// of pyenv, newest first. Where none has them all, the one that lacks fewest. The error says that
/// there is none at all, and which were tried.
base::Result<PythonInterpreter> choose_python(const PythonWish& wish);

/// Any Python 3, for our own tools.
base::Result<std::filesystem::path> find_python3();

}  // namespace ninefold::bots
