// SPDX-License-Identifier: MIT
#include "arena/match_spec.h"

#include "base/foreign_text.h"
#include "base/rng.h"

namespace ninefold::arena {

std::string_view name(Starter starter) {
    switch (starter) {
        case Starter::kAlternate: return "alternate";
        case Starter::kRandom: return "random";
        case Starter::kA: return "a";
        case Starter::kB: return "b";
    }
    return "";
}

base::Result<Starter> parse_starter(std::string_view text) {
    for (const Starter s : {Starter::kAlternate, Starter::kRandom, Starter::kA, Starter::kB}) {
        if (name(s) == text) return s;
    }
    return base::fail("starter {}; known are alternate, random, a and b", base::quoted(text));
}

bool MatchSpec::a_is_x(int game) const {
    switch (starter) {
        case Starter::kAlternate: return game % 2 == 0;
        case Starter::kRandom:
            return base::derived_seed(seed ^ 0x73746172, static_cast<std::uint64_t>(game)) % 2 == 0;
        case Starter::kA: return true;
        case Starter::kB: break;
    }
    return false;
}

std::string MatchSpec::time_text() const {
    const std::string a = to_text(time_control);
    if (!time_control_b || *time_control_b == time_control) return a;
    return fmt::format("A {}; B {}", a, to_text(*time_control_b));
}

GameSpec MatchSpec::game(int number, double time_factor) const {
    GameSpec game;
    game.number = number;
    game.id = fmt::format("{}.{}", id, number);
    game.event = event;
    game.x_name = a_is_x(number) ? a_name : b_name;
    game.o_name = a_is_x(number) ? b_name : a_name;
    game.start = start;
    game.opening = openings.opening(number / 2, seed, start);
    const auto scaled = [&](const TimeControl& control) {
        return time_factor == 1 ? control : control.scaled(time_factor);
    };
    const TimeControl a = scaled(time_control);
    const TimeControl b = scaled(time_control_b.value_or(time_control));
    game.time_control = a_is_x(number) ? TimeControls(a, b) : TimeControls(b, a);
    game.seed = base::derived_seed(seed, static_cast<std::uint64_t>(number));
    game.adjudication = adjudication;
    return game;
}

}  // namespace ninefold::arena
