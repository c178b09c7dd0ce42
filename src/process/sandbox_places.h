// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ninefold::process {

/// Where a bot sees files and folders of this machine. The first of its own folders is `/bot`, the
/// next ones are `/bot-1` and so on, and its host is `/host`, wherever they lie: nothing tells a
/// check from a game, or a cluster's worker from the organiser's machine. Read-only once a bot
/// runs; any thread.
class SandboxPlaces {
public:
    /// The place of a bot's own folder; 0 is the one that it runs in.
    static std::filesystem::path of_folder(std::size_t number);
    static constexpr const char* kHost = "/host";

    void add(std::filesystem::path path, std::filesystem::path place);

    /// A word of the bot's command or options, with this machine's paths as the bot sees them.
    std::string inside(std::string_view word) const;
    /// A folder as the bot sees it; nothing where it does not.
    std::optional<std::filesystem::path> inside_folder(const std::filesystem::path& folder) const;

private:
    /// The longest paths first: one may begin as another one does.
    std::vector<std::pair<std::filesystem::path, std::filesystem::path>> places_;
};

}  // namespace ninefold::process
