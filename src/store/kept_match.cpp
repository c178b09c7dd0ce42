// SPDX-License-Identifier: MIT
#include "store/kept_match.h"

#include <algorithm>
#include <utility>

#include "arena/events.h"
#include "arena/match_spec.h"
#include "base/counted.h"
#include "base/parse_json.h"
#include "base/try.h"
#include "store/match_summary.h"

namespace ninefold::store {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kContents = "contents";
constexpr const char* kChanges = "changes";

/// Something a match is played with, what it holds now, and what users call it.
struct Content {
    std::string what, hash, name;
};

std::vector<Content> contents_of(const WantedMatch& wanted) {
    std::vector<Content> contents;
    const auto add = [&](const sources::BotSource& bot, const std::string& name) {
        if (!bot.files.empty()) contents.push_back({bot.text, bot.content_hash(), name});
    };
    add(wanted.a, wanted.spec.a_name);
    if (wanted.b.text != wanted.a.text) add(wanted.b, wanted.spec.b_name);
    const arena::Openings& openings = wanted.spec.openings;
    if (const std::string hash = openings.content_hash(); !hash.empty()) {
        contents.push_back({openings.text(), hash, openings.text()});
    }
    return contents;
}

Json contents_json(const WantedMatch& wanted) {
    Json json = Json::object();
    for (const Content& content : contents_of(wanted)) json[content.what] = content.hash;
    return json;
}

NewMatch new_match(const WantedMatch& wanted) {
    Json spec = wanted.conditions;
    spec[kContents] = contents_json(wanted);
    return {.spec = base::json_line(spec),
            .a = wanted.spec.a_name,
            .b = wanted.spec.b_name,
            .event = wanted.spec.event,
            .kind = wanted.kind,
            .owner = wanted.owner};
}

/// Those that the kept match knows with another hash, by `text` of them.
std::vector<std::string> changed(const Json& kept, const WantedMatch& wanted,
                                 std::string Content::*text) {
    const Json before = kept.is_object() ? kept.value(kContents, Json()) : Json();
    std::vector<std::string> all;
    for (const Content& now : contents_of(wanted)) {
        if (before.is_object() && before.contains(now.what) && before[now.what] != now.hash) {
            all.push_back(now.*text);
        }
    }
    return all;
}

/// Why an unfinished match is not resumed: what `say(kept)` says of the newest of which it says
/// anything. Empty where it is silent on all of them.
template <typename Say>
base::Result<std::string> note_on_unfinished(Store& store, const WantedMatch& wanted,
                                             MatchId opened, const Say& say) {
    for (const MatchInfo& match : TRY(store.unfinished(wanted.kind, wanted.owner))) {
        const Json kept = base::parse_json(match.spec);
        if (match.id == opened || !kept.is_object()) continue;
        if (const std::string why = say(kept); !why.empty()) {
            return fmt::format("match {} of the same bots is unfinished after {}, but {}",
                               to_text(match.id), base::counted(match.games, "game"), why);
        }
    }
    return std::string();
}

base::Result<std::string> note_on_changes(Store& store, const WantedMatch& wanted, MatchId opened) {
    const std::string identity = arena::match_identity(wanted.conditions);
    return note_on_unfinished(store, wanted, opened, [&](const Json& kept) -> std::string {
        if (arena::match_identity(kept) != identity) return {};
        const auto names = changed(kept, wanted, &Content::what);
        if (names.empty()) return {};
        return fmt::format("what it was played with has changed since ({}); a new match begins",
                           fmt::join(names, ", "));
    });
}

/// How two identities differ, in words; empty where they are of different bots.
std::string differences(const nlohmann::json& there, const nlohmann::json& now) {
    std::string text;
    for (const auto& [key, value] : now.items()) {
        const nlohmann::json other = there.value(key, nlohmann::json());
        if (other == value) continue;
        if (key == "a" || key == "b") return {};
        if (key == "format") continue;  // the number of games follows from the rest
        text += fmt::format("{}{} {} there and {} now", text.empty() ? "" : ", ", key,
                            base::json_line(other), base::json_line(value));
    }
    return text;
}

}  // namespace

base::Result<MatchId> create_match(Store& store, const WantedMatch& wanted) {
    return store.create_match(new_match(wanted));
}

std::vector<std::string> changed_bots(const MatchInfo& kept, const WantedMatch& wanted) {
    return changed(base::parse_json(kept.spec), wanted, &Content::name);
}

base::Result<std::vector<std::string>> accept_changes(Store& store, MatchId id,
                                                      const WantedMatch& wanted) {
    const MatchInfo match = TRY(store.match(id));
    Json kept = base::parse_json(match.spec);
    auto names = changed(kept, wanted, &Content::name);
    if (names.empty()) return names;
    kept[kContents] = contents_json(wanted);
    for (const std::string& name : names) {
        if (match.games > 0) {
            kept[kChanges].push_back({{"what", name}, {"after_games", match.games}});
        }
    }
    TRY(store.change_spec(id, base::json_line(kept)));
    return names;
}

base::Result<std::string> note_on_other_conditions(Store& store, const WantedMatch& wanted,
                                                   MatchId opened) {
    const auto now = base::parse_json<nlohmann::json>(arena::match_identity(wanted.conditions));
    return note_on_unfinished(store, wanted, opened, [&](const Json& kept) -> std::string {
        const auto there = base::parse_json<nlohmann::json>(arena::match_identity(kept));
        const std::string text = differences(there, now);
        if (text.empty()) return {};
        return fmt::format("has other conditions ({}); a new match begins, and that one "
                           "continues when its own command is given again",
                           text);
    });
}

std::string summary_of(const arena::MatchReport& report) {
    Json summary = kept_score_json(report.score);
    summary["verdict"] = report.verdict;
    return base::json_line(summary);
}

base::Result<std::unique_ptr<KeptMatch>> KeptMatch::open(Store& store, WantedMatch wanted,
                                                         bool restart) {
    std::unique_ptr<KeptMatch> match(new KeptMatch(store, std::move(wanted)));
    const Json contents = contents_json(match->wanted_);
    const std::string identity = arena::match_identity(match->wanted_.conditions);
    const auto is_same = [&](const std::string& spec) {
        const Json kept = base::parse_json(spec);
        return !restart && kept.is_object() && arena::match_identity(kept) == identity &&
               kept.value(kContents, Json::object()) == contents;
    };
    const auto opened = TRY(store.find_or_create_match(new_match(match->wanted_), is_same));
    match->is_resumed_ = opened.resumed;
    if (!opened.resumed && !restart) {
        match->note_ = TRY(note_on_changes(store, match->wanted_, opened.id));
    }
    TRY(match->load(opened.id));
    return match;
}

base::Result<std::unique_ptr<KeptMatch>> KeptMatch::open(Store& store, MatchId id,
                                                         WantedMatch wanted) {
    std::unique_ptr<KeptMatch> match(new KeptMatch(store, std::move(wanted)));
    match->is_resumed_ = true;
    TRY(match->load(id));
    return match;
}

/// Takes the lock before it looks at the games: from then on nobody else adds any.
base::Result<void> KeptMatch::load(MatchId id) {
    keeper_ = TRY(MatchKeeper::open(store_, id));
    info_ = TRY(store_.match(id));
    wanted_.spec.id = to_text(id);
    for (const KeptGame& game : TRY(store_.results(id))) {
        if (!game.counts()) continue;
        const int number = game.id.number;
        played_.push_back({number, wanted_.spec.a_is_x(number), *game.ending, game.winner});
    }
    return {};
}

/// A failure is no reason to stop: the next start sees the change as well.
void KeptMatch::note_changes(int games) {
    // Called by the keeper's thread, and a store is one thread's.
    const auto store = Store::open(store_.path());
    if (!store) return;
    const auto names = accept_changes(**store, id(), wanted_);
    if (!names) return;
    for (const std::string& name : *names) {
        on_change_(name, static_cast<int>(played_.size()) + games);
    }
}

base::Result<arena::MatchReport> KeptMatch::play(const arena::GamePlace& place,
                                                 arena::EventSink& sink,
                                                 const std::stop_token& stop) {
    sink.on_event(arena::MatchStarted{&spec()});
    auto report = TRY(play_part(spec(), place, sink, stop));
    if (report.complete && wanted_.kind == MatchKind::kMatch) TRY(finish(summary_of(report)));
    sink.on_event(arena::MatchEnded{&spec(), &report});
    return report;
}

base::Result<arena::MatchReport> KeptMatch::play_part(const arena::MatchSpec& part,
                                                      const arena::GamePlace& place,
                                                      arena::EventSink& sink,
                                                      const std::stop_token& stop) {
    if (!watch_) {
        std::vector<std::filesystem::path> files;
        if (place.venue == nullptr) {  // where others play, they have the files as they were sent
            files = wanted_.a.all_files();
            const auto more = wanted_.b.all_files();
            files.insert(files.end(), more.begin(), more.end());
        }
        watch_.emplace(std::move(files), [this](int games) { note_changes(games); });
    }
    arena::Broadcaster sinks;
    sinks.add(*watch_);
    sinks.add(sink);
    arena::Match match(part);
    const auto from =
        std::ranges::lower_bound(played_, part.first_game, {}, &arena::PlayedGame::number);
    match.resume({from, played_.end()});
    auto report = match.run(place, *keeper_, sinks, stop);
    keeper_->flush();
    if (report && report->complete && place.venue != nullptr) place.venue->finish();
    return report;
}

}  // namespace ninefold::store
