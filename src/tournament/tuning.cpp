// SPDX-License-Identifier: MIT
#include "tournament/tuning.h"

#include <fmt/format.h>

#include "arena/forfeit_watch.h"
#include "base/try.h"

namespace ninefold::tournament {

namespace {

/// Listens to the games of one step. The match sends it one finished game at a time.
class StepWatch final : public arena::GameEndSink {
public:
    explicit StepWatch(std::vector<arena::PlayedGame>& forfeits) : forfeits_(forfeits) {}

    void on_end(const arena::GameEnded& game) override {
        watch_.add(*game.record);
        const rules::Ending ending = *game.record->ending;
        if (!rules::is_forfeit(ending)) return;
        forfeits_.push_back({game.game, game.a_is_x, ending, game.record->winner});
    }
    const arena::ForfeitWatch& watch() const { return watch_; }

private:
    std::vector<arena::PlayedGame>& forfeits_;
    arena::ForfeitWatch watch_;
};

}  // namespace

Tuning::Tuning(Spsa spsa, arena::MatchSpec spec, std::span<const arena::PlayedGame> kept)
    : spsa_(std::move(spsa)), spec_(std::move(spec)) {
    for (const arena::PlayedGame& game : kept) {
        kept_[game.number / spec_.format.most_games()].push_back(game);
        if (rules::is_forfeit(game.ending)) forfeits_.push_back(game);
    }
}

base::Result<bool> Tuning::step(const MakeBots& bots, int slots, arena::GameKeeper& keeper,
                                const std::stop_token& stop) {
    const int games = spec_.format.most_games();
    const std::vector<arena::PlayedGame> kept = std::move(kept_[done_]);
    kept_.erase(done_);
    arena::Score score;
    for (const arena::PlayedGame& game : kept) score.add(game.number % games, game.result_of_a());
    if (score.games() < games) score = TRY(play(kept, bots, slots, keeper, stop));
    if (score.games() < games) return false;
    spsa_.learn(done_++, (score.points_a() - score.points_b()) / score.games());
    return true;
}

/// Of the copy that was moved up; has fewer games than a step where it was stopped.
base::Result<arena::Score> Tuning::play(const std::vector<arena::PlayedGame>& kept,
                                        const MakeBots& bots, int slots, arena::GameKeeper& keeper,
                                        const std::stop_token& stop) {
    const Bots pair = TRY(bots(spsa_.trial(done_)));
    arena::MatchSpec spec = spec_;
    spec.a_name = pair.plus_name;
    spec.b_name = pair.minus_name;
    spec.first_game = done_ * spec_.format.most_games();
    StepWatch watch(forfeits_);
    arena::Match match(spec);
    match.resume(kept);
    const auto report = TRY(match.run({.maker = pair.maker, .slots = slots}, keeper, watch, stop));
    if (!watch.watch().nothing_started()) return report.score;
    return base::fail("no game could be played: {}; once that is fixed, --new begins without "
                      "these games",
                      watch.watch().first());
}

std::string Tuning::values_text() const {
    const std::vector<double>& values = spsa_.values();
    std::vector<std::string> pairs;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const TunedOption& option = spsa_.options()[i];
        pairs.push_back(fmt::format("{}={}", option.name, option.text(values[i])));
    }
    return fmt::format("{}", fmt::join(pairs, "  "));
}

}  // namespace ninefold::tournament
