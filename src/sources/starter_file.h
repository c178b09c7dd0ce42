// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/embedded_file.h"
#include "base/result.h"

namespace ninefold::sources {

/// A bot file to start from: the example of an interface in some language, under a name of its
/// author's. What is for a command line is quoted for the shell.
struct StarterFile {
    std::filesystem::path path;
    std::string text;
    bool executable = false;
    std::string_view interface;
    std::string_view advice;  ///< what to change first
    std::string compile{};    ///< a command line; empty: needs no compiling
    std::string bot{};        ///< how the bot is then named
};

/// `select_move, class, …`
std::string starter_interfaces();

/// `language` may be empty; `name` may have a folder, and lack the suffix. `examples` are the files
/// of examples/bots.
base::Result<StarterFile> make_starter_file(const std::string& interface,
                                            const std::string& language, const std::string& name,
                                            std::span<const base::EmbeddedFile> examples);

}  // namespace ninefold::sources
