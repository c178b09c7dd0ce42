// SPDX-License-Identifier: MIT
#include "record/seconds.h"

#include "base/foreign_text.h"

namespace ninefold::record {

std::string seconds_text(std::chrono::nanoseconds duration) {
    const bool negative = duration.count() < 0;
    const auto count = static_cast<std::uint64_t>(negative ? -duration.count() : duration.count());
    std::string text = fmt::format("{}{}.{:09}", negative ? "-" : "", count / 1'000'000'000,
                                   count % 1'000'000'000);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

base::Result<std::chrono::nanoseconds> parse_seconds(std::string_view text) {
    const std::string_view whole_text = text;
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const std::string_view part =
        point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    const bool bad_point = point != std::string_view::npos && part.empty();
    const auto all_digits = [](std::string_view t) {
        return t.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (whole.empty() || bad_point || whole.size() > 9 || part.size() > 9 || !all_digits(whole) ||
        !all_digits(part)) {
        return base::fail("{} is not a number of seconds such as 0.25", base::quoted(whole_text));
    }
    std::int64_t count = 0;
    for (const char c : whole) count = 10 * count + (c - '0');
    for (std::size_t i = 0; i < 9; ++i) count = 10 * count + (i < part.size() ? part[i] - '0' : 0);
    return std::chrono::nanoseconds(negative ? -count : count);
}

}  // namespace ninefold::record
