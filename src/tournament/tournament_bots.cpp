// SPDX-License-Identifier: MIT
#include "tournament/tournament_bots.h"

#include "arena/openings.h"
#include "base/try.h"

namespace ninefold::tournament {

TournamentBots::TournamentBots(const TournamentSpec& spec, const sources::HouseRules& rules)
    : spec_(spec) {
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    for (const BotEntry& bot : spec.bots) {
        sources_.push_back(sources::BotSource::parse(bot.source, rules, supervisor));
    }
}

std::map<std::size_t, std::string> TournamentBots::find_forfeits() const {
    std::map<std::size_t, std::string> sentences;
    const auto start = rules::AnyPosition::start(spec_.rules);
    const arena::BotMaker make = arena::maker_of(sources_);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        const auto tried = [&]() -> base::Result<void> {
            TRY(arena::check_beginning(TRY(sources_[i]), start, spec_.openings));
            const auto bot = TRY(make(static_cast<int>(i), 0));
            const auto failure = bot->new_game({start, rules::Side::kX, spec_.seed, 0});
            if (!failure) return {};
            return base::fail("{}: {}", rules::name(failure->ending), failure->sentence);
        }();
        if (tried) continue;
        sentences[i] = fmt::format("{}: {}", spec_.bots[i].name, tried.error().message);
    }
    return sentences;
}

std::vector<std::string> TournamentBots::notes() const {
    std::vector<std::string> all = spec_.notes;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        if (!sources_[i]) continue;
        for (const std::string& note : sources_[i]->notes) {
            all.push_back(fmt::format("{}: {}", spec_.bots[i].name, note));
        }
        const auto begins =
            arena::check_beginning(*sources_[i], rules::AnyPosition::start(spec_.rules),
                                   spec_.openings);
        if (begins && *begins) {
            all.push_back(fmt::format("{} {}", spec_.bots[i].name, **begins));
        }
    }
    return all;
}

std::map<std::string, std::string> TournamentBots::contents() const {
    std::map<std::string, std::string> all;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        const bool has_files = sources_[i] && !sources_[i]->files.empty();
        all[spec_.bots[i].name] = has_files ? sources_[i]->content_hash() : "";
    }
    if (const std::string hash = spec_.openings.content_hash(); !hash.empty()) {
        all[spec_.openings.text()] = hash;
    }
    return all;
}

std::vector<base::Result<sources::BotSource>> TournamentBots::sources(
    const std::map<std::size_t, std::string>& forfeits) const {
    auto all = sources_;
    for (const auto& [bot, sentence] : forfeits) all[bot] = base::Error{sentence};
    return all;
}

std::vector<std::filesystem::path> TournamentBots::files() const {
    std::vector<std::filesystem::path> files;
    for (const auto& source : sources_) {
        if (!source) continue;
        const auto own = source->all_files();
        files.insert(files.end(), own.begin(), own.end());
    }
    return files;
}

arena::BotMaker TournamentBots::maker() const {
    return arena::or_forfeit(arena::maker_of(sources_));
}

}  // namespace ninefold::tournament
