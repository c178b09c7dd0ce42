// SPDX-License-Identifier: MIT
#include "process/bot_command.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"

namespace ninefold::process {

namespace fs = std::filesystem;
using base::fail;

namespace {

fs::path path_from(const fs::path& folder, const fs::path& path) {
    return (path.is_absolute() ? path : folder / path).lexically_normal();
}

/// Where relative paths of the command begin.
fs::path base_folder(const BotCommand& command) {
    std::error_code error;
    return command.folder.empty() ? fs::current_path(error) : absolute_path(command.folder);
}

}  // namespace

std::string environment_value(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

fs::path absolute_path(const fs::path& path) {
    std::error_code error;
    fs::path whole = fs::absolute(path, error).lexically_normal();
    return whole.filename().empty() ? whole.parent_path() : whole;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
    const auto relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

bool is_system(const fs::path& path) {
    constexpr std::array kSystem = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
    return std::any_of(kSystem.begin(), kSystem.end(),
                       [&, normal = path.lexically_normal()](const char* folder) {
                           return is_inside(normal, folder);
                       });
}

fs::path working_folder(const BotCommand& command) {
    std::error_code error;
    if (!command.folder.empty()) return absolute_path(command.folder);
    const std::vector<fs::path> own = own_files(command);
    if (own.empty()) return fs::current_path(error);
    return fs::is_directory(own.front(), error) ? own.front() : own.front().parent_path();
}

std::vector<fs::path> own_files(const BotCommand& command) {
    std::vector<fs::path> own;
    std::error_code error;
    const fs::path folder = base_folder(command);
    for (std::size_t i = 0; i < command.arguments.size(); ++i) {
        const std::string& word = command.arguments[i];
        const bool is_path = word.find('/') != std::string::npos;
        if (word.empty() || word[0] == '-' || (i == 0 && !is_path)) continue;
        const fs::path path = path_from(folder, word);
        if (fs::exists(path, error) && !is_system(path)) own.push_back(path);
    }
    return own;
}

base::Result<fs::path> find_program(const std::string& name, const std::string& search,
                                    const fs::path& folder) {
    if (name.empty()) return fail("the bot's command is empty");
    std::error_code error;
    if (name.find('/') == std::string::npos) {
        for (const std::string_view place : base::split(search, ':')) {
            const fs::path path = fs::path(place.empty() ? "." : place) / name;
            if (!fs::is_directory(path, error) && ::access(path.c_str(), X_OK) == 0) return path;
        }
        return fail("there is no program {} in {}; a file of yours is written with its folder, as "
                    "in ./{}",
                    base::quoted(name), search, name);
    }
    const fs::path path = path_from(folder, name);
    const std::string shown = base::quoted(path.string(), 200);
    if (!fs::exists(path, error)) return fail("{} does not exist", shown);
    if (fs::is_directory(path, error)) return fail("{} is a folder", shown);
    if (::access(path.c_str(), X_OK) != 0) {
        return fail("{} is not executable; chmod +x makes it so", shown);
    }
    return path;
}

base::Result<std::vector<std::string>> resolved_arguments(const BotCommand& command,
                                                          const std::string& search) {
    if (command.arguments.empty()) return fail("the bot's command is empty");
    const fs::path folder = base_folder(command);
    const auto program = TRY(find_program(command.arguments[0], search, folder));
    const std::vector<fs::path> own = own_files(command);
    std::vector<std::string> words = {program.string()};
    for (std::size_t i = 1; i < command.arguments.size(); ++i) {
        const fs::path path = path_from(folder, command.arguments[i]);
        const bool is_own = std::find(own.begin(), own.end(), path) != own.end();
        words.push_back(is_own ? path.string() : command.arguments[i]);
    }
    return words;
}

}  // namespace ninefold::process
