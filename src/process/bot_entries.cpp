// SPDX-License-Identifier: MIT
#include "process/bot_entries.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/file_contents.h"
#include "base/temporary_folder.h"
#include "process/bot_command.h"
#include "process/python_helpers.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

/// Whether the name is that of `path` with another ending: `bob.class`, `bob$1.class`,
/// `bob.cpython-311.pyc` beside `bob.py`.
bool shares_name(const std::string& name, const fs::path& path) {
    const std::string stem = path.stem().string();
    return name.starts_with(stem) &&
           (name.size() == stem.size() || name[stem.size()] == '.' || name[stem.size()] == '$');
}

/// Whether it is the folder of a server's database for the bots that were sent to it:
/// `games.db-bots` beside `games.db`.
bool is_sent_bots(const fs::path& path) {
    constexpr std::string_view kEnd = "-bots";
    const std::string text = path.string();
    if (!text.ends_with(kEnd)) return false;
    const std::string database = text.substr(0, text.size() - kEnd.size());
    std::error_code error;
    return database.ends_with(".db") || fs::is_regular_file(database, error);
}

}  // namespace

bool is_no_bots(const fs::path& path) {
    const std::string name = path.filename().string();
    constexpr std::array kEnds = {".db",      ".sqlite", ".sqlite3", "-wal",       "-shm",
                                  "-journal", "-lock",   ".log",     ".lock",      ".lck",
                                  ".pid",     ".o",      ".a",       ".obj",       ".rlib",
                                  ".rmeta",   ".gch",    ".ninja",   ".ninja_deps"};
    constexpr std::array kNames = {".git", ".hg", ".svn", "CMakeFiles", "incremental"};
    return name.starts_with(base::TemporaryFolder::kPrefix) ||
           std::ranges::any_of(kEnds, [&](const char* end) { return name.ends_with(end); }) ||
           std::find(kNames.begin(), kNames.end(), name) != kNames.end() || is_sent_bots(path);
}

BotEntries::BotEntries(std::vector<fs::path> named, const std::vector<fs::path>& hidden)
    : named_(std::move(named)) {
    for (const fs::path& path : hidden) {
        const fs::path whole = absolute_path(path);
        if (contains(named_, whole)) continue;
        hidden_.push_back(whole);
        struct stat status {};
        if (::stat(whole.c_str(), &status) == 0) inodes_.emplace(status.st_dev, status.st_ino);
        const fs::path others = hold_named(whole.parent_path()) ? whole : whole.parent_path();
        if (!contains(others_, others)) others_.push_back(others);
    }
    for (const fs::path& path : named_) {
        if (path.extension() != ".py") continue;
        modules_.push_back(path);
        for (fs::path& module : python_helpers(path)) modules_.push_back(std::move(module));
    }
}

bool BotEntries::is_named(const fs::path& path) const { return contains(named_, path); }

bool BotEntries::is_hidden(const struct stat& file) const {
    return inodes_.contains({file.st_dev, file.st_ino});
}

std::vector<fs::path> BotEntries::named_in(const fs::path& folder) const {
    std::vector<fs::path> entries;
    for (const fs::path& path : named_) {
        if (path == folder || !base::is_inside(path, folder)) continue;
        fs::path entry = folder / *path.lexically_relative(folder).begin();
        if (!contains(entries, entry)) entries.push_back(std::move(entry));
    }
    return entries;
}

bool BotEntries::hold_named(const fs::path& folder) const {
    return std::ranges::any_of(named_,
                               [&](const fs::path& path) { return base::is_inside(path, folder); });
}

bool BotEntries::is_others(const fs::path& entry) const {
    if (is_inside_any(entry, others_) || is_no_bots(entry)) return true;
    fs::path folder = entry.parent_path();
    if (folder.filename() == "__pycache__") folder = folder.parent_path();
    const std::string name = entry.filename().string();
    const auto has_name = [&](const std::vector<fs::path>& paths) {
        return std::ranges::any_of(paths, [&](const fs::path& path) {
            return path.parent_path() == folder && shares_name(name, path);
        });
    };
    if (has_name(named_)) return false;
    return has_name(hidden_) || is_others_python(entry, folder);
}

bool BotEntries::is_others_python(const fs::path& entry, const fs::path& folder) const {
    const auto lies_here = [&](const fs::path& path) { return path.parent_path() == folder; };
    if (modules_.empty() || std::ranges::none_of(hidden_, lies_here)) {
        return false;
    }
    if (entry.extension() == ".pyc" || entry.extension() == ".pyo") {
        const std::string name = entry.filename().string();
        return std::ranges::none_of(modules_, [&](const fs::path& module) {
            return shares_name(name, module);
        });
    }
    std::error_code error;
    bool is_python = entry.extension() == ".py" || entry.extension() == ".so";
    for (fs::directory_iterator at(entry, error), end; !is_python && !error && at != end;
         at.increment(error)) {
        is_python = at->path().extension() == ".py" && folder == entry.parent_path();
    }
    return is_python && !contains(modules_, entry);
}

}  // namespace ninefold::process
