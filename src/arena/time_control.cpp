// SPDX-License-Identifier: MIT
#include "arena/time_control.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"
#include "base/try.h"
#include "record/game_record.h"

namespace ninefold::arena {

namespace {

using base::fail;

constexpr std::string_view kExamples =
    "e.g. move=10s,game=120s or first=1s,move=100ms or soft=90s,hard=100s,grant=1.5 or tc=60+0.5 "
    "or none";

Duration multiplied(Duration duration, double factor) {
    return Duration(std::llround(static_cast<double>(duration.count()) * factor));
}

constexpr std::int64_t kSecond = 1'000'000'000;  ///< in nanoseconds

std::optional<double> parse_finite(std::string_view text) {
    const auto value = base::parse_number<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// The limits with their keys, in the order in which they are written.
constexpr std::pair<std::string_view, std::optional<Duration> TimeControl::*> kLimits[] = {
    {"first", &TimeControl::first},
    {"move", &TimeControl::move},
    {"game", &TimeControl::game},
    {"soft", &TimeControl::soft},
    {"hard", &TimeControl::hard}};

/// Reads one `key=value` into the control.
base::Result<void> set_item(TimeControl& control, std::string_view item) {
    const std::size_t equals = item.find('=');
    const std::string_view key = item.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : item.substr(equals + 1);
    if (key == "grant") {
        const auto factor = parse_finite(value);
        if (!factor || *factor < 0 || *factor > 100) {
            return fail("time control: grant {} is not a number from 0 to 100",
                        base::quoted(value));
        }
        control.grant = *factor;
        return {};
    }
    if (key == "tc") {
        const std::size_t plus = value.find('+');
        control.game = TRY(parse_duration(value.substr(0, plus)));
        if (plus == std::string_view::npos) return {};
        control.increment = TRY(parse_duration(value.substr(plus + 1)));
        return {};
    }
    for (const auto& [name, limit] : kLimits) {
        if (name != key) continue;
        control.*limit = TRY(parse_duration(value));
        return {};
    }
    return fail("time control: {}; {}", base::quoted(item), kExamples);
}

base::Result<void> check_together(const TimeControl& control) {
    for (const auto& [name, limit] : kLimits) {
        if (control.*limit && *(control.*limit) <= Duration(0)) {
            return fail("time control: a limit must be longer than 0");
        }
    }
    if (control.soft.has_value() != control.hard.has_value()) {
        return fail("time control: soft and hard go together; {}", kExamples);
    }
    if (control.soft && *control.soft > *control.hard) {
        return fail("time control: the soft limit is longer than the hard one");
    }
    if (control.soft && control.move) {
        return fail("time control: move and soft/hard are two limits of one move; choose one");
    }
    return {};
}

}  // namespace

base::Result<Duration> parse_duration(std::string_view text) {
    static constexpr std::pair<std::string_view, std::int64_t> kUnits[] = {{"ms", 1'000'000},
                                                                           {"us", 1'000},
                                                                           {"s", kSecond},
                                                                           {"m", 60 * kSecond},
                                                                           {"h", 3600 * kSecond}};
    std::string_view number = text;
    std::int64_t unit = kSecond;
    for (const auto& [suffix, nanoseconds] : kUnits) {
        if (!text.ends_with(suffix)) continue;
        number.remove_suffix(suffix.size());
        unit = nanoseconds;
        break;
    }
    // Whole units apart: a year has more nanoseconds than a double tells apart.
    const std::size_t point = std::min(number.find('.'), number.size());
    const auto whole =
        point == 0 ? std::int64_t{0} : base::parse_number<std::int64_t>(number.substr(0, point));
    const auto part = point == number.size() ? 0.0 : parse_finite(number.substr(point));
    const bool is_plain =
        !number.empty() && number.find_first_not_of("0123456789.") == std::string_view::npos;
    // A year is far beyond any game and far below what the clock's type holds.
    constexpr std::int64_t kLongest = 365 * 24 * 3600 * kSecond;
    if (is_plain && whole && part && *whole <= kLongest / unit) {
        const std::int64_t sum = *whole * unit + std::llround(*part * static_cast<double>(unit));
        if (sum <= kLongest) return Duration(sum);
    }
    return fail("{} is not a duration such as 10s, 100ms, 1.5m or 2h (at most a year)",
                base::quoted(text));
}

std::string duration_text(Duration duration) {
    constexpr Duration kMillisecond = std::chrono::milliseconds(1);
    if (duration < Duration(kSecond) && duration % kMillisecond == Duration(0) &&
        duration.count() > 0) {
        return fmt::format("{}ms", duration / kMillisecond);
    }
    return record::seconds_text(duration) + "s";
}

TimeControl TimeControl::scaled(double factor) const {
    if (factor == 1) return *this;
    TimeControl control = *this;
    for (const auto& [name, limit] : kLimits) {
        if (control.*limit) control.*limit = multiplied(*(control.*limit), factor);
    }
    control.increment = multiplied(increment, factor);
    return control;
}

std::string to_text(const TimeControl& control) {
    std::string text;
    const auto add = [&](std::string_view key, const std::string& value) {
        if (!text.empty()) text += ',';
        text += fmt::format("{}={}", key, value);
    };
    for (const auto& [name, limit] : kLimits) {
        if (!(control.*limit)) continue;
        if (limit == &TimeControl::game && control.increment.count() > 0) {
            add("tc", fmt::format("{}+{}", record::seconds_text(*control.game),
                                  record::seconds_text(control.increment)));
        } else {
            add(name, duration_text(*(control.*limit)));
        }
    }
    if (control.soft) add("grant", fmt::format("{}", control.grant));
    return text.empty() ? "none" : text;
}

base::Result<TimeControl> parse_time_control(std::string_view text) {
    TimeControl control;
    if (text == "none") return control;
    if (text.empty()) return fail("time control: empty; {}", kExamples);
    for (const std::string_view item : base::split(text, ',')) {
        TRY(set_item(control, item));
    }
    TRY(check_together(control));
    if (!control.soft && text.find("grant=") != std::string_view::npos) {
        return fail("time control: grant goes with soft and hard; {}", kExamples);
    }
    return control;
}

std::string to_text(const TimeControls& controls, std::string_view letters) {
    if (controls.x == controls.o) return to_text(controls.x);
    return fmt::format("{} {}; {} {}", letters[0], to_text(controls.x), letters[1],
                       to_text(controls.o));
}

base::Result<TimeControls> parse_time_controls(std::string_view text, std::string_view letters) {
    const std::string second = fmt::format("; {} ", letters[1]);
    const std::size_t middle = text.find(second);
    if (!text.starts_with(fmt::format("{} ", letters[0])) || middle == std::string_view::npos) {
        return TimeControls(TRY(parse_time_control(text)));
    }
    return TimeControls(TRY(parse_time_control(text.substr(2, middle - 2))),
                        TRY(parse_time_control(text.substr(middle + second.size()))));
}

}  // namespace ninefold::arena
