// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#define TOML_EXCEPTIONS 0
// toml++ 3.3 asserts what `[?` breaks, right before it reports that as an error.
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>

#include "base/foreign_text.h"
#include "base/result.h"

namespace ninefold::tournament {

/// One table of a TOML file, read key by key. The first mistake is remembered, with its line, and
/// everything read after it is nothing; finish() also complains of keys that nobody asked for. Slow
/// to compile: for the one file that reads specifications.
class TomlTable {
public:
    /// `what` names the table in messages: "a tournament", "a knockout".
    TomlTable(const toml::table& table, std::string_view origin, std::string what)
        : table_(table), origin_(origin), what_(std::move(what)) {}

    void rename(std::string what) { what_ = std::move(what); }

    std::optional<std::string> text(std::string_view key) {
        return value<std::string>(key, "a string in quotes");
    }
    std::optional<bool> truth(std::string_view key) { return value<bool>(key, "true or false"); }
    std::optional<std::int64_t> number(std::string_view key, std::int64_t min, std::int64_t max) {
        const auto found =
            value<std::int64_t>(key, fmt::format("a number from {} to {}", min, max));
        if (!found) return std::nullopt;
        if (*found >= min && *found <= max) return found;
        complain(*node(key), "{} is {}; a number from {} to {} is allowed", key, *found, min, max);
        return std::nullopt;
    }

    std::optional<double> decimal(std::string_view key, double min, double max) {
        const toml::node* const there = node(key);
        if (there == nullptr) return std::nullopt;
        const auto found = there->value<double>();
        if (found && *found >= min && *found <= max) return found;
        complain(*there, "{} needs a number from {} to {}", key, min, max);
        return std::nullopt;
    }

    /// A text that `parse` turns into a value.
    template <typename Parse>
    auto parsed(std::string_view key, Parse&& parse)
        -> std::optional<std::decay_t<decltype(*parse(std::string_view()))>> {
        const auto found = text(key);
        if (!found) return std::nullopt;
        auto result = parse(std::string_view(*found));
        if (result) return std::move(*result);
        complain(*node(key), "{}: {}", key, result.error().message);
        return std::nullopt;
    }

    /// A list of strings, each parsed into a value.
    template <typename Parse>
    auto parsed_list(std::string_view key, Parse&& parse)
        -> std::optional<std::vector<std::decay_t<decltype(*parse(std::string_view()))>>> {
        const toml::array* items = list(key, "strings");
        if (items == nullptr) return std::nullopt;
        std::vector<std::decay_t<decltype(*parse(std::string_view()))>> values;
        for (const toml::node& item : *items) {
            const auto word = item.value_exact<std::string>();
            if (!word) {
                complain(item, "{} takes a list of strings in quotes", key);
                return std::nullopt;
            }
            auto result = parse(std::string_view(*word));
            if (!result) {
                complain(item, "{}: {}", key, result.error().message);
                return std::nullopt;
            }
            values.push_back(std::move(*result));
        }
        return values;
    }

    std::optional<std::vector<double>> numbers(std::string_view key) {
        const toml::array* items = list(key, "numbers");
        if (items == nullptr) return std::nullopt;
        std::vector<double> values;
        for (const toml::node& item : *items) {
            const auto number = item.value<double>();
            if (!number || !std::isfinite(*number)) {
                complain(item, "{} takes a list of numbers", key);
                return std::nullopt;
            }
            values.push_back(*number + 0.0);  // -0.0 becomes 0.0: `-0` would be read as that
        }
        return values;
    }

    /// Tables written [[key]].
    std::vector<const toml::table*> tables(std::string_view key) {
        std::vector<const toml::table*> found;
        const toml::node* const there = node(key);
        if (there == nullptr) return found;
        if (const toml::array* items = there->as_array()) {
            for (const toml::node& item : *items) {
                if (const toml::table* one = item.as_table()) found.push_back(one);
            }
            if (found.size() == items->size()) return found;
        }
        complain(*there, "{0} is not a list of tables; each begins with [[{0}]]", key);
        return {};
    }

    const toml::node* node(std::string_view key) {
        asked_.insert(std::string(key));
        return error_ ? nullptr : table_.get(key);
    }

    template <typename... Args>
    void complain(const toml::node& where, fmt::format_string<Args...> format, Args&&... args) {
        if (error_) return;
        error_ = base::fail("{}, line {}: {}", origin_, where.source().begin.line,
                            fmt::format(format, std::forward<Args>(args)...));
    }
    void complain_here(const std::string& message) { complain(table_, "{}", message); }

    bool failed() const { return error_.has_value(); }
    base::Result<void> finish() {
        for (const auto& [key, value] : table_) {
            if (asked_.contains(std::string(key.str()))) continue;
            std::string all;
            for (const std::string& known : asked_) all += (all.empty() ? "" : ", ") + known;
            complain(value, "{} is not a key of {}; allowed are {}", base::quoted(key.str()), what_,
                     all);
        }
        if (error_) return *error_;
        return {};
    }

private:
    template <typename T>
    std::optional<T> value(std::string_view key, std::string_view allowed) {
        const toml::node* const there = node(key);
        if (there == nullptr) return std::nullopt;
        if (auto found = there->value_exact<T>()) return found;
        complain(*there, "{} needs {}", key, allowed);
        return std::nullopt;
    }
    const toml::array* list(std::string_view key, std::string_view of) {
        const toml::node* const there = node(key);
        if (there == nullptr) return nullptr;
        if (const toml::array* items = there->as_array()) return items;
        complain(*there, "{} takes a list of {} in square brackets", key, of);
        return nullptr;
    }

    const toml::table& table_;
    std::string_view origin_;
    std::string what_;
    std::set<std::string> asked_;
    std::optional<base::Error> error_;
};

}  // namespace ninefold::tournament
