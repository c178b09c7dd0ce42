// SPDX-License-Identifier: MIT
#include "cli/preset_option.h"

#include "cli/commands.h"

namespace ninefold::cli {

namespace {

std::string preset_names() {
    std::string names;
    for (const arena::Preset& preset : arena::presets()) {
        names += (names.empty() ? "" : ", ") + std::string(preset.name);
        if (!preset.alias.empty()) names += fmt::format(" ({})", preset.alias);
    }
    return names;
}

}  // namespace

void PresetOption::add_to(Command& command, const std::string& what) {
    command.add_option("--preset", name_,
                       fmt::format("{} as a community does: {}; other options still count", what,
                                   preset_names()));
}

std::optional<arena::Preset> PresetOption::apply(PositionOptions& position, std::string& time,
                                                 BotOptions& bots) const {
    if (name_.empty()) return std::nullopt;
    arena::Preset preset = value_or_throw(arena::find_preset(name_));
    position.set_default_rules(preset.rules);
    bots.set_defaults(preset.start_up, {preset.imports.begin(), preset.imports.end()});
    if (time.empty()) time = arena::to_text(preset.time_control);
    return preset;
}

}  // namespace ninefold::cli
