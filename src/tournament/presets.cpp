// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/foreign_text.h"
#include "base/joined.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

std::span<const TournamentPreset> presets() {
    static const std::vector<TournamentPreset> kPresets = [] {
        std::vector<TournamentPreset> all;
        for (const base::EmbeddedFile& file : preset_files()) {
            all.push_back({file.path.substr(0, file.path.rfind('.')), file.contents});
        }
        return all;
    }();
    return kPresets;
}

base::Result<TournamentPreset> find_preset(std::string_view name) {
    const auto found = std::ranges::find(presets(), name, &TournamentPreset::name);
    if (found != presets().end()) return *found;
    return base::fail("there is no preset {}; there are {}", base::quoted(name),
                      base::joined(presets(), ", ", &TournamentPreset::name));
}

std::string starting_file(const TournamentPreset& preset) {
    constexpr std::string_view kBots =
        "\n# The bots: files, built-in bots, patterns.\nbots = [\"bots/*.py\", \"random\"]\n";
    std::string text(preset.toml);
    return text.insert(text.find("\n[[stage]]"), kBots);
}

}  // namespace ninefold::tournament
