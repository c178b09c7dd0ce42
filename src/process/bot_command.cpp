// SPDX-License-Identifier: MIT
#include "process/bot_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/file_contents.h"
#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"
#include "process/sandbox.h"

namespace ninefold::process {

namespace fs = std::filesystem;
using base::fail;

namespace {

fs::path path_from(const fs::path& folder, const fs::path& path) {
    return (path.is_absolute() ? path : folder / path).lexically_normal();
}

/// The program in the first of the folders that has it; empty where none has.
fs::path find_in(const std::vector<std::string_view>& folders, const std::string& name) {
    std::error_code error;
    for (const std::string_view folder : folders) {
        const fs::path path = fs::absolute(fs::path(folder) / name, error);
        if (!fs::is_directory(path, error) && ::access(path.c_str(), X_OK) == 0) return path;
    }
    return {};
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

std::string take_secret(const char* name) {
    std::string value = environment_value(name);
    ::unsetenv(name);
    return value;
}

fs::path absolute_path(const fs::path& path) {
    std::error_code error;
    fs::path whole = fs::absolute(path, error).lexically_normal();
    return whole.filename().empty() ? whole.parent_path() : whole;
}

bool is_system(const fs::path& path) {
    static const std::vector<fs::path> kSystem = {"/usr",   "/bin",   "/sbin",  "/lib",
                                                  "/lib32", "/lib64", "/libx32"};
    return is_inside_any(path.lexically_normal(), kSystem);
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
        const fs::path found = find_in(base::split(search, ':'), name);
        if (!found.empty()) return found;
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

fs::path find_on_path(const std::string& name) {
    const std::string search = environment_value("PATH");
    std::vector<std::string_view> folders = base::split(search, ':');
    std::erase_if(folders, [](std::string_view folder) { return folder.ends_with("/shims"); });
    return find_in(folders, name);
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
        words.push_back(contains(own, path) ? path.string() : command.arguments[i]);
    }
    return words;
}

bool is_too_wide(const fs::path& folder) {
    const fs::path home = environment_value("HOME");
    if (!home.empty() && base::is_inside(home.lexically_normal(), folder)) return true;
    static const std::vector<fs::path> kWide = {"/",     "/tmp",  "/var",   "/var/tmp", "/var/lib",
                                                "/home", "/root", "/opt",   "/srv",     "/etc",
                                                "/run",  "/mnt",  "/media", "/boot",    "/dev",
                                                "/proc", "/sys"};
    return contains(kWide, folder);
}

bool contains(const std::vector<fs::path>& paths, const fs::path& path) {
    return std::ranges::find(paths, path) != paths.end();
}

bool is_inside_any(const fs::path& path, const std::vector<fs::path>& folders) {
    return std::ranges::any_of(folders, [&](const fs::path& folder) {
        return base::is_inside(path, folder);
    });
}

std::vector<fs::path> named_files(const ConfinedProgram& program) {
    const SandboxOptions& options = program.sandbox;
    std::vector<fs::path> shown, named;
    for (const fs::path& path : options.read_only) shown.push_back(absolute_path(path));
    if (!options.host.empty()) shown.push_back(absolute_path(options.host));
    const auto add = [&](const fs::path& path) {
        if (is_system(path) || is_inside_any(path, shown) || contains(named, path)) return;
        named.push_back(path);
    };
    for (const fs::path& path : own_files(program.command)) add(absolute_path(path));
    for (const fs::path& path : options.own) add(absolute_path(path));
    return named;
}

std::vector<fs::path> roots_of(const BotCommand& command, const std::vector<fs::path>& named) {
    std::vector<fs::path> wanted;
    std::error_code error;
    if (!command.folder.empty()) {
        const fs::path folder = absolute_path(command.folder);
        if (!is_too_wide(folder) && !is_system(folder)) wanted.push_back(folder);
    }
    for (const fs::path& path : named) {
        const fs::path around = fs::is_directory(path, error) ? path : path.parent_path();
        wanted.push_back(is_too_wide(around) ? path : around);
    }
    std::vector<fs::path> roots;
    for (const fs::path& path : wanted) {
        const auto holds_it = [&](const fs::path& other) {
            return other != path && base::is_inside(path, other);
        };
        if (std::ranges::none_of(wanted, holds_it) && !contains(roots, path)) roots.push_back(path);
    }
    return roots;
}

}  // namespace ninefold::process
