// SPDX-License-Identifier: MIT
#include "process/sandbox_places.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/file_contents.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

/// What stands around a path in a word: `--net=/x/net.bin`, `out:/x/lib`, `/x/bot.py#Player`.
bool is_around_paths(char c) {
    return std::string_view(" \t,;=:#'\"").find(c) != std::string_view::npos;
}

bool begins_with_path(std::string_view text, std::string_view path) {
    if (!text.starts_with(path)) return false;
    return text.size() == path.size() || text[path.size()] == '/' ||
           is_around_paths(text[path.size()]);
}

}  // namespace

fs::path SandboxPlaces::of_folder(std::size_t number) {
    return number == 0 ? "/bot" : fmt::format("/bot-{}", number);
}

void SandboxPlaces::add(fs::path path, fs::path place) {
    const auto at = std::find_if(places_.begin(), places_.end(), [&](const auto& known) {
        return known.first.native().size() < path.native().size();
    });
    places_.emplace(at, std::move(path), std::move(place));
}

std::string SandboxPlaces::inside(std::string_view word) const {
    std::string text;
    for (std::size_t at = 0; at < word.size();) {
        const auto known = std::find_if(places_.begin(), places_.end(), [&](const auto& place) {
            return begins_with_path(word.substr(at), place.first.native());
        });
        if ((at > 0 && !is_around_paths(word[at - 1])) || known == places_.end()) {
            text += word[at++];
            continue;
        }
        text += known->second.native();
        at += known->first.native().size();
    }
    return text;
}

std::optional<fs::path> SandboxPlaces::inside_folder(const fs::path& folder) const {
    for (const auto& [path, place] : places_) {
        if (path == folder) return place;
        if (base::is_inside(folder, path)) return place / folder.lexically_relative(path);
        // A file alone, of a folder that is not shown.
        const bool is_moved = path != place && place.has_parent_path();
        if (is_moved && path.parent_path() == folder && place.parent_path() != "/") {
            return place.parent_path();
        }
    }
    return std::nullopt;
}

}  // namespace ninefold::process
