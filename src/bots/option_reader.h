// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/result.h"
#include "base/split.h"

namespace ninefold::bots {

/// The options of a specification `NAME:OPTION=VALUE,…`, taken one after another; what is left over
/// is unknown. The specification outlives it. One thread.
class OptionReader {
public:
    explicit OptionReader(std::string_view spec) {
        const std::size_t colon = spec.find(':');
        if (colon < spec.size() - 1) left_ = base::split(spec.substr(colon + 1), ',');
    }

    /// The value of an option, or nothing where it is not given.
    std::optional<std::string_view> take(std::string_view name) {
        for (auto part = left_.begin(); part != left_.end(); ++part) {
            const std::size_t equals = std::min(part->find('='), part->size());
            if (part->substr(0, equals) != name) continue;
            const auto value = part->substr(std::min(equals + 1, part->size()));
            left_.erase(part);
            return value;
        }
        return std::nullopt;
    }

    /// Takes a number within bounds; leaves `value` alone where it is not given.
    template <typename Number, typename Field>
    base::Result<void> take_number(std::string_view name, Number min, Number max, Field& value) {
        const auto text = take(name);
        if (!text) return {};
        const auto number = base::parse_number<Number>(*text);
        if (!number || !(*number >= min && *number <= max)) {
            return base::fail("option {} has the value {}; it takes a number from {} to {}", name,
                              base::quoted(*text), min, max);
        }
        value = *number;
        return {};
    }

    /// Refuses the options of bot `name` that have not been taken; `known` lists those there are.
    base::Result<void> finish(std::string_view name, std::string_view known) const {
        if (left_.empty()) return {};
        return base::fail("{} is not an option of {}, which takes {}", base::quoted(left_.front()),
                          name, known.empty() ? "none" : known);
    }

private:
    std::vector<std::string_view> left_;
};

}  // namespace ninefold::bots
