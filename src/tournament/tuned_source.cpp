// SPDX-License-Identifier: MIT
#include "tournament/tuned_source.h"

#include <algorithm>

#include "base/foreign_text.h"
#include "base/split.h"
#include "bots/builtin.h"
#include "bots/engine_bot.h"
#include "sources/own_options.h"

namespace ninefold::tournament {

namespace {

constexpr std::string_view kClass = "best_move:";

/// Whether options stand behind the source's colon, NAME=VALUE with commas between them.
bool has_list(std::string_view source) {
    return source.starts_with(kClass) || bots::is_builtin(source) || bots::is_engine(source);
}

/// Where that colon stands, or would stand.
base::Result<std::size_t> options_colon(std::string_view source) {
    std::size_t from = 0;
    if (source.starts_with(kClass)) {
        from = source.rfind('#');
        if (from == std::string_view::npos) {
            return base::fail("{} does not name the class that takes the options: {}#CLASS",
                              base::quoted(source, 200), source);
        }
    }
    return std::min(source.find(':', from), source.size());
}

/// `option.NAME=VALUE` in front; whoever starts the bot says whether it has them.
base::Result<std::string> with_own_options(std::string_view source,
                                           const std::vector<TunedOption>& options,
                                           const std::vector<double>& values) {
    const auto named = sources::read_own_options(source);
    if (!named) return named.error();
    const auto is_tuned = [&](const std::string& name) {
        return std::any_of(options.begin(), options.end(), [&](const TunedOption& option) {
            return process::same_option(option.name, name);
        });
    };
    std::string text;
    for (const auto& [name, value] : named->options) {
        if (!is_tuned(name)) text += sources::own_option_text(name, value);
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        text += sources::own_option_text(options[i].name, options[i].text(values[i]));
    }
    return text.append(named->name);
}

}  // namespace

base::Result<std::string> with_options(std::string_view source,
                                       const std::vector<TunedOption>& options,
                                       const std::vector<double>& values) {
    if (!has_list(source)) return with_own_options(source, options, values);
    const auto colon = options_colon(source);
    if (!colon) return colon.error();
    std::vector<std::string> parts;
    if (*colon + 1 < source.size()) {
        for (const std::string_view part : base::split(source.substr(*colon + 1), ',')) {
            parts.emplace_back(part);
        }
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string begin = options[i].name + "=";
        const auto given = std::find_if(parts.begin(), parts.end(), [&](const std::string& part) {
            return part.starts_with(begin);
        });
        std::string text = begin + options[i].text(values[i]);
        if (given == parts.end()) parts.push_back(std::move(text));
        else *given = std::move(text);
    }
    return fmt::format("{}:{}", source.substr(0, *colon), fmt::join(parts, ","));
}

}  // namespace ninefold::tournament
