// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace ninefold::base {

/// Reads members of a JSON object into fields. A member that is missing, or null, leaves its field
/// as it is. The first mistake is remembered and everything after it is left alone, so that a
/// reader asks once, at the end. The object must outlive it.
class JsonMembers {
public:
    using Json = nlohmann::ordered_json;

    explicit JsonMembers(const Json& object) : object_(object) {}

    /// Null where there is none.
    const Json* find(std::string_view name) const {
        const auto found = object_.find(name);
        return error_ || found == object_.end() || found->is_null() ? nullptr : &*found;
    }
    const Json* needed(std::string_view name) {
        const Json* const found = find(name);
        if (found == nullptr) refuse(fail("'{}' is missing", name));
        return found;
    }

    void text(std::string_view name, std::string& field) {
        const Json* const found = find(name);
        if (found == nullptr) return;
        if (found->is_string()) field = found->get<std::string>();
        else wrong(name, "a string");
    }
    void needed_text(std::string_view name, std::string& field) {
        if (needed(name) != nullptr) text(name, field);
    }
    /// A string that `parse` turns into a value.
    void parsed(std::string_view name, auto& field, const auto& parse) {
        std::string word;
        text(name, word);
        if (find(name) == nullptr) return;
        auto value = parse(word);
        if (value) field = std::move(*value);
        else refuse(fail("'{}': {}", name, value.error().message));
    }

    template <std::integral Number>
    void number(std::string_view name, Number& field, std::type_identity_t<Number> min = 0,
                std::type_identity_t<Number> max = std::numeric_limits<Number>::max()) {
        const auto fits = [&](auto value) {
            return !std::cmp_less(value, min) && !std::cmp_greater(value, max);
        };
        const Json* const found = find(name);
        if (found == nullptr) return;
        if (found->is_number_unsigned()
                ? fits(found->get<std::uint64_t>())
                : found->is_number_integer() && fits(found->get<std::int64_t>())) {
            field = found->get<Number>();
        } else {
            wrong(name, fmt::format("a whole number from {} to {}", min, max));
        }
    }
    template <std::integral Number>
    void number(std::string_view name, std::optional<Number>& field,
                std::type_identity_t<Number> min, std::type_identity_t<Number> max) {
        if (find(name) != nullptr) number(name, field.emplace(), min, max);
    }
    void number(std::string_view name, std::chrono::milliseconds& field, std::int64_t min,
                std::int64_t max) {
        std::int64_t count = field.count();
        number(name, count, min, max);
        field = std::chrono::milliseconds(count);
    }
    void decimal(std::string_view name, double& field, double min, double max) {
        const Json* const found = find(name);
        if (found == nullptr) return;
        const double value = found->is_number() ? found->get<double>() : min - 1;
        if (value >= min && value <= max) field = value;
        else wrong(name, fmt::format("a number from {} to {}", min, max));
    }
    /// `field` is a bool, or an optional one.
    void flag(std::string_view name, auto& field) {
        const Json* const found = find(name);
        if (found == nullptr) return;
        if (found->is_boolean()) field = found->get<bool>();
        else wrong(name, "true or false");
    }

    void wrong(std::string_view name, std::string_view needed) {
        refuse(fail("'{}' must be {}", name, needed));
    }
    void refuse(Error error) {
        if (!error_) error_ = std::move(error);
    }
    /// The value of a result, or its error.
    template <typename Value>
    void take(Result<Value> result, Value& field) {
        if (result) field = std::move(*result);
        else refuse(result.error());
    }
    const std::optional<Error>& error() const { return error_; }

private:
    const Json& object_;
    std::optional<Error> error_;
};

}  // namespace ninefold::base
