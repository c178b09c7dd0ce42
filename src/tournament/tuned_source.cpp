// SPDX-License-Identifier: MIT
#include "tournament/tuned_source.h"

#include <algorithm>

#include "base/foreign_text.h"
#include "base/words.h"
#include "bots/builtin.h"
#include "bots/engine_bot.h"

namespace ninefold::tournament {

namespace {

/// Where the colon stands, or would stand, behind which a source's options are.
base::Result<std::size_t> options_colon(std::string_view source) {
    constexpr std::string_view kClass = "best_move:";
    std::size_t from = 0;
    if (source.starts_with(kClass)) {
        from = source.rfind('#');
        if (from == std::string_view::npos) {
            return base::fail("{} does not name the class that takes the options: {}#CLASS",
                              base::quoted(source, 200), source);
        }
    } else if (!bots::is_builtin(source) && !bots::is_engine(source)) {
        return base::fail(
            "the options of {} cannot be tuned: only the built-in bots (mcts:sims=200), "
            "the engine (engine:nodes=1000) and Python classes with their "
            "constructor's arguments (best_move:FILE.py#CLASS) take options here",
            base::quoted(source, 200));
    }
    return std::min(source.find(':', from), source.size());
}

}  // namespace

base::Result<std::string> with_options(std::string_view source,
                                       const std::vector<TunedOption>& options,
                                       const std::vector<double>& values) {
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
