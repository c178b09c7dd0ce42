// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"
#include "base/result.h"
#include "sources/bot_name.h"

namespace ninefold::sources {

/// data/probes/python.py alone.
std::span<const base::EmbeddedFile> python_probe_file();

/// A Python that was asked what it can import.
struct PythonInterpreter {
    std::filesystem::path program;
    std::string version;               ///< "3.11.2"
    Paths places;                      ///< its folders outside the system, to be shown to bots
    std::vector<std::string> missing;  ///< of the modules asked for
    bool compiles = true;              ///< all files asked for
    std::string because{};             ///< why this one, where that is a question

    bool is_python2() const { return version.starts_with("2."); }
};

/// What a bot's file needs of its interpreter.
struct PythonRequirements {
    std::string named{};                 ///< the organiser's choice, a path or a name; may be empty
    std::vector<int> versions = {3};     ///< the major ones to be tried, the first one first
    std::vector<std::string> modules{};  ///< top-level names
    Paths files{};                       ///< that it must be able to compile
    bool sandboxed = true;               ///< modules in the organiser's home do not count
    std::chrono::seconds limit{20};      ///< for each interpreter's answer
};

/// The first interpreter that compiles all files and has all modules: the one named, else the
/// system's, those on PATH, those of pyenv, newest first. Where there is none such, one that
/// compiles them and lacks fewest modules. The error says that there is none at all, and which were
/// tried.
base::Result<PythonInterpreter> choose_python(const PythonRequirements& needs);

/// Whether a command's first word names a Python: `python`, `python2.7`, `/opt/bin/python3`.
bool names_python(std::string_view program);

/// The interpreter that such a word means: the sandbox's own, else one on PATH or of pyenv.
/// Precondition: names_python.
base::Result<PythonInterpreter> named_python(const std::string& program, bool sandboxed);

/// Any Python 3, for our own tools.
base::Result<std::filesystem::path> find_python3();

}  // namespace ninefold::sources
