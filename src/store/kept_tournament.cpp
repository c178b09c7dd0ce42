// SPDX-License-Identifier: MIT
#include "store/kept_tournament.h"

#include <chrono>
#include <utility>

#include "arena/contents_watch.h"
#include "arena/events.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "tournament/play_tournament.h"
#include "tournament/report.h"

namespace ninefold::store {

/// Keeps the groups of the stages as these begin. A stage begins when the last game of the one
/// before ends, and none of its games before that event was heard.
class KeptTournament::GroupKeeper final : public arena::GameEndSink {
public:
    explicit GroupKeeper(KeptTournament& tournament) : tournament_(tournament) {}

    base::Result<void> keep() {
        if (tournament_.machine_.stages().size() == stages_) return {};
        stages_ = tournament_.machine_.stages().size();
        return tournament_.tournaments().keep_groups(tournament_.id(), tournament_.machine_);
    }
    void on_end(const arena::GameEnded&) override {
        if (auto kept = keep(); !kept) result_ = std::move(kept);
    }

    /// Fails where groups could not be kept: no more games should be begun then.
    const base::Result<void>& result() const { return result_; }

private:
    KeptTournament& tournament_;
    std::size_t stages_ = 0;  ///< of which the groups are kept
    base::Result<void> result_;
};

base::Result<std::unique_ptr<KeptTournament>> KeptTournament::open(Store& store, MatchId id) {
    auto keeper = TRY(MatchKeeper::open(store, id));
    auto stored = TRY(TournamentStore(store).load(id));
    if (stored.was_broken_off()) {
        return base::fail(
            "tournament {} was stopped for good on a server's page; its games are kept, and "
            "a new tournament can be run from its file",
            id.value);
    }
    auto machine = TRY(resume(store, stored, arena::OpeningLines::kRead));
    return std::unique_ptr<KeptTournament>(
        new KeptTournament(store, std::move(keeper), std::move(stored), std::move(machine)));
}

/// Asked before each game; looks into the database ten times a second at most.
std::function<bool()> KeptTournament::stop_request() {
    using Clock = std::chrono::steady_clock;
    return [this, looked = Clock::time_point()]() mutable {
        const auto now = Clock::now();
        if (now - looked < std::chrono::milliseconds(100)) return false;
        looked = now;
        const auto stop = tournaments().is_stop_requested(id());
        return stop && *stop;
    };
}

base::Result<void> KeptTournament::run(const tournament::TournamentBots& bots,
                                       const arena::GamePlace& place, arena::EventSink& sink,
                                       const std::stop_token& stop) {
    GroupKeeper groups(*this);
    TRY(groups.keep());
    // Where others play, they have the files as they were sent.
    arena::ContentsWatch watch(
        place.venue == nullptr ? bots.files() : std::vector<std::filesystem::path>(), [&](int) {
            // Where it cannot be noted now, the next run still sees the
            // change.
            const auto again = Store::open(store_.path());
            if (!again) return;
            (void)TournamentStore(**again).add_contents(id(), bots.contents());
        });
    arena::Broadcaster sinks;
    sinks.add(watch);
    sinks.add(groups);
    sinks.add(sink);
    const auto drain = [&groups, asked = stop_request()]() mutable {
        return !groups.result() || asked();
    };
    auto played = tournament::play_tournament(machine_, place, *keeper_, sinks, stop, drain);
    keeper_->flush();
    return played ? groups.result() : played;
}

base::Result<void> KeptTournament::play(const tournament::TournamentBots& bots,
                                        const arena::GamePlace& place, arena::EventSink& sink,
                                        const std::stop_token& stop) {
    if (!machine_.is_over()) {
        TRY(tournaments().add_contents(id(), bots.contents()));
        TRY(tournaments().request_stop(id(), false));
        TRY(run(bots, place, sink, stop));
        if (machine_.is_over() && place.venue != nullptr) place.venue->finish();
    }
    // What was announced stays as it was.
    if (!machine_.is_over() || !stored_.finished.empty()) return {};
    const nlohmann::ordered_json summary = {{"standings", tournament::standings_json(machine_)}};
    return store_.finish_match(id(), base::json_line(summary));
}

}  // namespace ninefold::store
