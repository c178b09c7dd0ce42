// SPDX-License-Identifier: MIT
#include "tournament/tuning.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "arena/forfeit_watch.h"
#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"
#include "protocol/ugi.h"
#include "sources/bot_name.h"

namespace ninefold::tournament {

namespace {

/// NAME=VALUE in the list of the name's settings, in place of the one that is there.
void set_setting(std::string& settings, const std::string& name, const std::string& value) {
    std::vector<std::string> parts;
    if (!settings.empty()) {
        for (const std::string_view part : base::split(settings, ',')) parts.emplace_back(part);
    }
    const std::string begin = name + "=";
    const auto given = std::find_if(parts.begin(), parts.end(),
                                    [&](const auto& part) { return part.starts_with(begin); });
    if (given == parts.end()) parts.push_back(begin + value);
    else *given = begin + value;
    settings = fmt::format("{}", fmt::join(parts, ","));
}

/// Listens to the games of one step. The match sends it one finished game at a time.
class StepWatch final : public arena::GameEndSink {
public:
    void on_end(const arena::GameEnded& game) override {
        watch_.add(*game.record);
        forfeits_ += rules::is_forfeit(*game.record->ending);
    }
    const arena::ForfeitWatch& watch() const { return watch_; }
    int forfeits() const { return forfeits_; }

private:
    arena::ForfeitWatch watch_;
    int forfeits_ = 0;
};

}  // namespace

base::Result<std::string> with_options(std::string_view source,
                                       const std::vector<TunedOption>& options,
                                       const std::vector<double>& values) {
    sources::BotName name = TRY(sources::BotName::parse(source));
    const bool has_settings = name.takes_settings();
    if (has_settings && name.is_file() && !name.member) {
        return base::fail("{} does not name the class that takes the options: {}#CLASS",
                          base::quoted(source, 200), source);
    }
    // Options before the name are checked when the bot is started.
    for (const TunedOption& option : options) {
        if (has_settings) break;
        std::erase_if(name.options, [&](const auto& given) {
            return protocol::ugi::same_option(option.name, given.first);
        });
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string value = options[i].text(values[i]);
        if (has_settings) set_setting(name.settings, options[i].name, value);
        else name.options.emplace_back(options[i].name, value);
    }
    return name.text();
}

Tuning::Tuning(Spsa spsa, arena::MatchSpec spec, std::span<const arena::PlayedGame> kept)
    : spsa_(std::move(spsa)), spec_(std::move(spec)) {
    for (const arena::PlayedGame& game : kept) {
        kept_[game.number / spec_.format.most_games()].push_back(game);
        forfeits_ += rules::is_forfeit(game.ending);
    }
}

base::Result<bool> Tuning::step(const PlayPart& play_part) {
    const int games = spec_.format.most_games();
    arena::Score score;
    for (const arena::PlayedGame& game : kept_[done_]) {
        score.add(game.number % games, game.result_of_a());
    }
    kept_.erase(done_);
    if (score.games() < games) score = TRY(play(play_part));
    if (score.games() < games) return false;
    spsa_.learn(done_++, (score.points_a() - score.points_b()) / score.games());
    return true;
}

/// Of the copy that was moved up; has fewer games than a step where it was stopped.
base::Result<arena::Score> Tuning::play(const PlayPart& play_part) {
    arena::MatchSpec part = spec_;
    part.first_game = done_ * spec_.format.most_games();
    StepWatch watch;
    const auto report = TRY(play_part(std::move(part), spsa_.trial(done_), watch));
    forfeits_ += watch.forfeits();
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
