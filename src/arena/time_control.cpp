// SPDX-License-Identifier: MIT
#include "arena/time_control.h"

#include <cmath>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"
#include "record/seconds.h"

namespace ninefold::arena {

namespace {

using base::fail;

constexpr std::string_view kExamples =
    "e.g. move=10s,game=120s or first=1s,move=100ms or soft=90s,hard=100s,grant=1.5 or tc=60+0.5 "
    "or none";

constexpr std::string_view kOfX = "X ", kOfO = "; O ";

Duration multiplied(Duration duration, double factor) {
    return Duration(std::llround(static_cast<double>(duration.count()) * factor));
}

std::optional<double> parse_finite(std::string_view text) {
    const auto value = base::parse_number<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

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
        const auto base_time = parse_duration(value.substr(0, plus));
        if (!base_time) return base_time.error();
        control.game = *base_time;
        if (plus == std::string_view::npos) return {};
        const auto increment = parse_duration(value.substr(plus + 1));
        if (!increment) return increment.error();
        control.increment = *increment;
        return {};
    }
    std::optional<Duration>* field = key == "move"    ? &control.move
                                     : key == "first" ? &control.first
                                     : key == "game"  ? &control.game
                                     : key == "soft"  ? &control.soft
                                     : key == "hard"  ? &control.hard
                                                      : nullptr;
    if (field == nullptr) return fail("time control: {}; {}", base::quoted(item), kExamples);
    const auto duration = parse_duration(value);
    if (!duration) return duration.error();
    *field = *duration;
    return {};
}

base::Result<void> check_together(const TimeControl& control) {
    const auto positive = [](const std::optional<Duration>& d) { return !d || d->count() > 0; };
    if (!positive(control.move) || !positive(control.first) || !positive(control.game) ||
        !positive(control.soft) || !positive(control.hard)) {
        return fail("time control: a limit must be longer than 0");
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
    static constexpr std::pair<std::string_view, double> kUnits[] = {
        {"ms", 1e6}, {"us", 1e3}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}};
    std::string_view number = text;
    double unit = 1e9;
    for (const auto& [suffix, nanoseconds] : kUnits) {
        if (!text.ends_with(suffix)) continue;
        number.remove_suffix(suffix.size());
        unit = nanoseconds;
        break;
    }
    const auto value = parse_finite(number);
    // A year is far beyond any game and far below what the clock's type holds.
    constexpr double kLongest = 365.0 * 24 * 3600 * 1e9;
    if (number.empty() || !value || *value < 0 || *value * unit > kLongest) {
        return fail("{} is not a duration such as 10s, 100ms, 1.5m or 2h (at most a year)",
                    base::quoted(text));
    }
    return Duration(std::llround(*value * unit));
}

std::string duration_text(Duration duration) {
    constexpr Duration kSecond = std::chrono::seconds(1);
    constexpr Duration kMillisecond = std::chrono::milliseconds(1);
    if (duration < kSecond && duration % kMillisecond == Duration(0) && duration.count() > 0) {
        return fmt::format("{}ms", duration / kMillisecond);
    }
    return record::seconds_text(duration) + "s";
}

TimeControl TimeControl::scaled(double factor) const {
    TimeControl control = *this;
    for (auto* field :
         {&control.move, &control.first, &control.game, &control.soft, &control.hard}) {
        if (*field) *field = multiplied(**field, factor);
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
    if (control.first) add("first", duration_text(*control.first));
    if (control.move) add("move", duration_text(*control.move));
    if (control.game && control.increment.count() > 0) {
        add("tc", fmt::format("{}+{}", record::seconds_text(*control.game),
                              record::seconds_text(control.increment)));
    } else if (control.game) {
        add("game", duration_text(*control.game));
    }
    if (control.soft) add("soft", duration_text(*control.soft));
    if (control.hard) add("hard", duration_text(*control.hard));
    if (control.soft) add("grant", fmt::format("{}", control.grant));
    return text.empty() ? "none" : text;
}

base::Result<TimeControl> parse_time_control(std::string_view text) {
    TimeControl control;
    if (text == "none") return control;
    if (text.empty()) return fail("time control: empty; {}", kExamples);
    for (const std::string_view item : base::split(text, ',')) {
        if (auto set = set_item(control, item); !set) return set.error();
    }
    if (auto fits = check_together(control); !fits) return fits.error();
    if (!control.soft && text.find("grant=") != std::string_view::npos) {
        return fail("time control: grant goes with soft and hard; {}", kExamples);
    }
    return control;
}

std::string to_text(const TimeControls& controls) {
    if (controls.x == controls.o) return to_text(controls.x);
    return fmt::format("{}{}{}{}", kOfX, to_text(controls.x), kOfO, to_text(controls.o));
}

base::Result<TimeControls> parse_time_controls(std::string_view text) {
    const std::size_t middle = text.find(kOfO);
    if (!text.starts_with(kOfX) || middle == std::string_view::npos) {
        const auto both = parse_time_control(text);
        if (!both) return both.error();
        return TimeControls(*both);
    }
    const auto x = parse_time_control(text.substr(kOfX.size(), middle - kOfX.size()));
    if (!x) return x.error();
    const auto o = parse_time_control(text.substr(middle + kOfO.size()));
    if (!o) return o.error();
    return TimeControls(*x, *o);
}

}  // namespace ninefold::arena
