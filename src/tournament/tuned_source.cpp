// SPDX-License-Identifier: MIT
#include "tournament/tuned_source.h"

#include <algorithm>

#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"
#include "sources/bot_name.h"

namespace ninefold::tournament {

namespace {

/// NAME=VALUE in the list of the name's settings, in place of the one that is there.
void set_setting(std::string& settings, const std::string& name, const std::string& value) {
    std::vector<std::string> parts;
    if (!settings.empty()) {
        for (const std::string_view part : base::split(settings, ',')) parts.emplace_back(part);
    }
    const std::string begin = name + "=";
    const auto given = std::find_if(parts.begin(), parts.end(),
                                    [&](const auto& part) { return part.starts_with(begin); });
    if (given == parts.end()) parts.push_back(begin + value);
    else *given = begin + value;
    settings = fmt::format("{}", fmt::join(parts, ","));
}

}  // namespace

base::Result<std::string> with_options(std::string_view source,
                                       const std::vector<TunedOption>& options,
                                       const std::vector<double>& values) {
    sources::BotName name = TRY(sources::BotName::parse(source));
    const bool has_settings = name.takes_settings();
    if (has_settings && name.is_file() && !name.member) {
        return base::fail("{} does not name the class that takes the options: {}#CLASS",
                          base::quoted(source, 200), source);
    }
    // Options before the name are checked when the bot is started.
    for (const TunedOption& option : options) {
        if (has_settings) break;
        std::erase_if(name.options, [&](const auto& given) {
            return process::same_option(option.name, given.first);
        });
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string value = options[i].text(values[i]);
        if (has_settings) set_setting(name.settings, options[i].name, value);
        else name.options.emplace_back(options[i].name, value);
    }
    return name.text();
}

}  // namespace ninefold::tournament
