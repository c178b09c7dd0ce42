// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <filesystem>
#include <set>
#include <utility>
#include <vector>

namespace ninefold::process {

/// What an organiser's programs keep beside bots (their private copies, where the folder for
/// temporary files is the bots'), and what a compiler leaves there.
bool is_no_bots(const std::filesystem::path& path);

/// Which entries of a bot's folders it is shown, by the rules that PrivateCopy tells of. Read-only
/// after creation.
class BotEntries {
public:
    /// `named`: what the bot's command names. `hidden`: other bots' files.
    BotEntries(std::vector<std::filesystem::path> named,
               const std::vector<std::filesystem::path>& hidden);

    /// Whether the command names it.
    bool is_named(const std::filesystem::path& path) const;
    /// Whether the command names it, or something in it.
    bool hold_named(const std::filesystem::path& folder) const;
    /// The entries of a folder that the command names, or that hold what it names: however many
    /// others there are, these are copied.
    std::vector<std::filesystem::path> named_in(const std::filesystem::path& folder) const;

    /// Whether it is another bot's or the organiser's.
    bool is_others(const std::filesystem::path& entry) const;
    /// Whether it is another bot's file, under whatever name.
    bool is_hidden(const struct stat& file) const;

private:
    /// Among other bots, a Python bot sees the modules that it imports and no others: they may be
    /// theirs.
    bool is_others_python(const std::filesystem::path& entry,
                          const std::filesystem::path& folder) const;

    std::vector<std::filesystem::path> named_;
    std::vector<std::filesystem::path> hidden_;
    std::vector<std::filesystem::path> others_;   ///< these, or their folders
    std::vector<std::filesystem::path> modules_;  ///< of the bot, where it is Python
    std::set<std::pair<dev_t, ino_t>> inodes_;    ///< of what is hidden
};

}  // namespace ninefold::process
