// SPDX-License-Identifier: MIT
#include "cli/resumable_match.h"

#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/parse_json.h"
#include "cli/commands.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kContents = "contents";

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Whether the same command wrote both, for the same bots.
bool is_same_kind(const Json& conditions, const Json& other) {
    if (conditions.size() != other.size()) return false;
    for (const auto& [what, value] : conditions.items()) {
        const bool is_bot = what == "a" || what == "b";
        if (!other.contains(what) || (is_bot && other[what] != value)) return false;
    }
    return true;
}

/// Says that an unfinished match is not taken up because the bots, or the openings, are not those
/// it began with.
void tell_of_changes(store::Store& store, const Json& spec, store::MatchId opened) {
    Json conditions = spec;
    conditions.erase(kContents);
    for (const store::MatchInfo& match : value_or_throw(store.matches())) {
        if (match.id == opened || !match.finished.empty()) continue;
        Json other = base::parse_json(match.match.spec);
        if (!other.is_object() || !other.contains(kContents)) continue;
        std::string changed;
        for (const auto& [what, hash] : spec[kContents].items()) {
            if (other[kContents].value(what, Json()) == hash) continue;
            changed += (changed.empty() ? "" : ", ") + what;
        }
        other.erase(kContents);
        if (other != conditions || changed.empty()) continue;
        fmt::print(stderr,
                   "note: match {} of the same bots is unfinished after {}, but what it was "
                   "played with has changed since ({}); a new match begins\n",
                   store::to_text(match.id), base::counted(match.games, "game"), changed);
        return;
    }
}

}  // namespace

store::OpenedMatch open_match(store::Store& store, Json conditions, const arena::MatchSpec& spec,
                              const BotPair& bots, bool anew) {
    Json& contents = conditions[kContents] = Json::object();
    if (!bots.a.files().empty()) contents[bots.a.text()] = bots.a.content_hash();
    if (!bots.b.files().empty()) contents[bots.b.text()] = bots.b.content_hash();
    if (!spec.openings.content_hash().empty()) {
        contents[spec.openings.text()] = spec.openings.content_hash();
    }
    const store::NewMatch wanted{text_of(conditions), spec.a_name, spec.b_name, spec.event, ""};
    if (anew) return {value_or_throw(store.create_match(wanted)), false};
    const store::OpenedMatch opened = value_or_throw(store.find_or_create_match(wanted));
    if (!opened.resumed) tell_of_changes(store, conditions, opened.id);
    return opened;
}

void tell_of_other_conditions(store::Store& store, const Json& conditions, store::MatchId opened) {
    for (const store::MatchInfo& match : value_or_throw(store.matches())) {
        if (match.id == opened || !match.finished.empty()) continue;
        Json other = base::parse_json(match.match.spec);
        if (!other.is_object()) continue;
        other.erase(kContents);
        if (!is_same_kind(conditions, other)) continue;
        std::string differences;
        for (const auto& [what, value] : conditions.items()) {
            // How many games there are follows from the rest.
            if (what == "format" || other[what] == value) continue;
            differences += fmt::format("{}{} {} there and {} now", differences.empty() ? "" : ", ",
                                       what, text_of(other[what]), text_of(value));
        }
        if (differences.empty()) continue;
        fmt::print(stderr,
                   "note: match {} of the same bots is unfinished after {}, but has other "
                   "conditions ({}); a new match begins, and that one goes on when its own command "
                   "is given again\n",
                   store::to_text(match.id), base::counted(match.games, "game"), differences);
        return;
    }
}

std::vector<arena::PlayedGame> played_games(const arena::MatchSpec& spec, store::Store& store,
                                            store::MatchId id) {
    std::vector<arena::PlayedGame> games;
    for (const store::KeptGame& game : value_or_throw(store.results(id))) {
        if (!game.counts()) continue;
        games.push_back({game.id.number, spec.a_is_x(game.id.number), *game.ending, game.winner});
    }
    return games;
}

std::string created(store::Store& store, store::MatchId id) {
    for (const store::MatchInfo& match : value_or_throw(store.matches())) {
        if (match.id == id) return match.match.date;
    }
    return {};
}

MatchPlace::MatchPlace(const ClusterOption& cluster, const ClusterOption::Event& event,
                       const BotPair& bots)
    : cluster_(cluster), bots_(bots) {
    if (cluster.is_wanted()) venue_ = cluster.open(event, {bots.a, bots.b});
}

arena::GamePlace MatchPlace::place(int concurrency) const {
    if (venue_ == nullptr) return {.maker = bots_.maker(), .slots = concurrency};
    return {.venue = venue_.get(), .slots = cluster_.games_out(concurrency)};
}

void MatchPlace::finish() {
    if (venue_ != nullptr) venue_->finish();
}

}  // namespace ninefold::cli
