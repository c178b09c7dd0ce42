// SPDX-License-Identifier: MIT
#include "store/tournament_store.h"

namespace ninefold::store {

using base::fail;
using tournament::Tournament;

namespace {

/// Whether the machine plans every kept game, between the same bots, and has the kept groups: or
/// else what was kept is of a program that plans otherwise.
base::Result<void> check_plan(Store& store, const StoredTournament& stored,
                              const Tournament& machine) {
    for (const auto& [stage, groups] : stored.groups) {
        const auto index = static_cast<std::size_t>(stage);
        if (index >= machine.stages().size() ||
            machine.stages()[index].stage->drawn_groups() != groups) {
            return fail("tournament {}: the groups that are kept of its stage {} are not of the "
                        "bots that play it; it was made by another version of Ninefold",
                        stored.id.value, stage + 1);
        }
    }
    const auto results = store.results(stored.id);
    if (!results) return results.error();
    for (const KeptGame& game : *results) {
        if (!game.counts()) continue;
        const auto task = machine.task(game.id.number);
        if (task && machine.spec().bot(task->x).name == game.x &&
            machine.spec().bot(task->o).name == game.o) {
            continue;
        }
        return fail("tournament {} holds game {} of {} and {}, which its plan does not have; it "
                    "was made by another version of Ninefold",
                    stored.id.value, game.id.number, game.x, game.o);
    }
    return {};
}

}  // namespace

base::Result<std::map<int, tournament::GameOutcome>> tournament_results(Store& store, MatchId id,
                                                                        arena::PointScale scale) {
    std::map<int, tournament::GameOutcome> results;
    std::optional<base::Error> error;
    auto read =
        store.for_each({.match = id, .order = Order::kByNumber},
                       [&](GameId game, const record::GameRecord& record) {
                           if (!record.ending || *record.ending == rules::Ending::kVoid)
                               return true;
                           auto outcome = tournament::outcome_of(record, scale);
                           if (!outcome)
                               error = fail("game {}: {}", to_text(game), outcome.error().message);
                           else results.emplace_hint(results.end(), game.number, *outcome);
                           return !error;
                       });
    if (!read) return read.error();
    if (error) return *error;
    return results;
}

base::Result<Tournament> resume(Store& store, const StoredTournament& stored) {
    auto spec =
        tournament::parse_spec(stored.spec, "/", fmt::format("tournament {}", stored.id.value));
    if (!spec) return spec.error();
    auto results = tournament_results(store, stored.id, spec->points);
    if (!results) return results.error();
    Tournament machine(std::move(*spec), stored.absences, std::move(*results), stored.groups);
    if (auto planned = check_plan(store, stored, machine); !planned) return planned.error();
    return machine;
}

}  // namespace ninefold::store
