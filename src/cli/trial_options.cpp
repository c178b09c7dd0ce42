// SPDX-License-Identifier: MIT
#include "cli/trial_options.h"

#include "cli/commands.h"

namespace ninefold::cli {

void TrialOptions::add_to(Command& command) {
    command.add_option("-t,--time", time, "time control (default move=100ms)");
    command.add_option("--openings", openings,
                       std::string(arena::Openings::kForms) +
                           "; where pairs begin (default random:4)");
    command.add_option("-c,--concurrency", concurrency, "games at the same time (default 1)")
        .range(1, 1024);
    command.add_option("--seed", seed, "seed of openings and all other random choices (default 1)");
    position.add_to(command);
}

arena::MatchSpec TrialOptions::spec(std::string event, BotPair& bots, int games) const {
    arena::MatchSpec spec;
    spec.event = std::move(event);
    spec.a_source = bots.a.text();
    spec.b_source = bots.b.text();
    std::tie(spec.a_name, spec.b_name) = bots.names();
    spec.start = position.first_position();
    spec.time_control = value_or_throw(arena::parse_time_control(time));
    if (time_b) spec.time_control_b = value_or_throw(arena::parse_time_control(*time_b));
    spec.format = arena::MatchFormat::games(games);
    spec.openings = value_or_throw(arena::Openings::parse(openings, spec.start));
    spec.seed = seed;
    check_beginnings(bots, spec);
    return spec;
}

}  // namespace ninefold::cli
