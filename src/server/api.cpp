// SPDX-License-Identifier: MIT
#include "server/api.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/foreign_text.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "server/bot_upload.h"
#include "server/game_json.h"
#include "server/game_request.h"
#include "server/secrets.h"
#include "server/static_files.h"
#include "server/thinkers.h"
#include "server/views.h"

namespace ninefold::server {

namespace {

Refusal internal(const base::Error& error) { return refuse(500, "internal", "{}", error.message); }

Granted<Json> granted(base::Result<Json> read) {
    if (!read) return internal(read.error());
    return std::move(*read);
}

Json rulesets_json() {
    Json list = Json::array();
    for (const rules::Ruleset ruleset : rules::kRulesets) {
        Json tie_breaks = Json::array();
        Json names = Json::array();
        for (const rules::TieBreak tie_break : rules::kTieBreaks) {
            tie_breaks.push_back(rules::name(tie_break));
            names.push_back(rules::name(rules::Rules{ruleset, tie_break}));
        }
        list.push_back({{"name", rules::name(ruleset)},
                        {"tie_breaks", std::move(tie_breaks)},
                        {"default_tie_break", rules::name(rules::default_tie_break(ruleset))},
                        {"rules", std::move(names)}});
    }
    return {{"rulesets", std::move(list)}};
}

bool is_kept_id(const std::string& id) { return id.find('.') != std::string::npos; }

/// What a player's request does to the game.
Granted<Done> act_as(Hall::Act& act, const Json& body, const std::string& action) {
    Members members(body);
    const std::string token = members.needed_text("token");
    const std::string move_text = action == "move" ? members.needed_text("move") : "";
    const auto ply = members.optional_number("ply", 1, rules::Move::kCount);
    const auto accept = members.optional_flag("accept");
    if (members.wrong()) return *members.wrong();
    const auto side = act.game.player(token);
    if (!side) return side.refusal();
    if (action == "move") {
        const auto move = rules::parse_move(move_text);
        if (!move) return bad_request("'move': {}", move.error().message);
        std::optional<int> number;
        if (ply) number = static_cast<int>(*ply);
        return act.game.play(*side, *move, number, act.now);
    }
    if (action == "undo") return act.game.undo(*side, accept, act.now);
    if (action == "resign") return act.game.resign(*side);
    const auto agreed = act.game.ask_rematch(*side);
    if (!agreed) return agreed.refusal();
    if (*agreed) {
        act.created.emplace(new_game_id(), act.game.rematch_spec(), act.now);
        act.game.set_next(act.created->id());
    }
    return Done{};
}

Granted<Done> join_as(Hall::Act& act, const Json& body) {
    Members members(body);
    const std::string secret = members.text("secret");
    const std::string given_name = members.text("name");
    if (members.wrong()) return *members.wrong();
    const auto name = read_name(given_name);
    if (!name) return name.refusal();
    const std::string token = new_token();
    const auto side = act.game.join(secret, *name, token, act.now);
    if (!side) return side.refusal();
    act.answer["token"] = token;
    act.answer["side"] = letter(*side);
    return Done{};
}

Response text_response(std::string text,
                       std::string_view content_type = "text/plain; charset=utf-8") {
    return {200, std::string(content_type), std::make_shared<const std::string>(std::move(text))};
}

}  // namespace

/// One request on its way through the handlers. Copied into whatever answers later.
struct Api::Call {
    const Request& request;
    Target target;
    Respond respond;
    Json body = Json::object();

    const std::string& part(std::size_t index) const { return target.path[index]; }
    std::function<void(Granted<Json>)> reply(int status = 200) const {
        return [respond = respond, status](Granted<Json> answer) {
            respond(answer ? json_response(status, *answer) : refusal_response(answer.refusal()));
        };
    }
    /// The match that the path names; where it names none, that is answered.
    std::optional<store::MatchId> match() const {
        const auto id = store::parse_match_id(part(2));
        if (id) return *id;
        reply()(refuse(404, "not-found", "{}", id.error().message));
        return std::nullopt;
    }
    /// False, and answered, where somebody else asks.
    bool is_organisers() const {
        if (!request.organiser) {
            reply()(refuse(403, "not-organiser", "only the organiser may do this (docs/api.md)"));
        }
        return request.organiser;
    }
};

/// What is done for a method and a path; `*` stands for any one part.
struct Api::Route {
    std::string_view method;
    std::array<std::string_view, 3> parts;  ///< after `/api`; empty ones are not there
    void (Api::*handler)(const Call&);

    bool fits(const std::vector<std::string>& path) const {
        const auto length = std::find(parts.begin(), parts.end(), "") - parts.begin();
        if (path.size() != static_cast<std::size_t>(length) + 1 || path[0] != "api") return false;
        return std::equal(path.begin() + 1, path.end(), parts.begin(),
                          [](const std::string& given, std::string_view part) {
                              return part == "*" || part == given;
                          });
    }
};

std::span<const Api::Route> Api::routes() {
    static constexpr std::array kRoutes = std::to_array<Route>({
        {"GET", {}, &Api::show_contract},
        {"GET", {"version"}, &Api::show_version},
        {"GET", {"rules"}, &Api::show_rules},
        {"GET", {"bots"}, &Api::show_bots},
        {"POST", {"bots"}, &Api::upload_bot},
        {"POST", {"analyse"}, &Api::analyse},
        {"GET", {"games"}, &Api::list_games},
        {"POST", {"games"}, &Api::create_game},
        {"GET", {"games", "*"}, &Api::show_game},
        {"GET", {"games", "*", "record"}, &Api::show_record},
        {"GET", {"games", "*", "log"}, &Api::show_log},
        {"POST", {"games", "*", "join"}, &Api::join_game},
        {"POST", {"games", "*", "move"}, &Api::act_in_game},
        {"POST", {"games", "*", "undo"}, &Api::act_in_game},
        {"POST", {"games", "*", "resign"}, &Api::act_in_game},
        {"POST", {"games", "*", "rematch"}, &Api::act_in_game},
        {"POST", {"games", "*", "hint"}, &Api::give_hint},
        {"GET", {"matches"}, &Api::list_matches},
        {"POST", {"matches"}, &Api::start_match},
        {"GET", {"matches", "*"}, &Api::show_match},
        {"POST", {"matches", "*", "stop"}, &Api::stop_match},
        {"POST", {"matches", "*", "resume"}, &Api::resume_match},
        {"GET", {"tournaments"}, &Api::list_tournaments},
        {"POST", {"tournaments"}, &Api::start_tournament},
        {"GET", {"tournaments", "*"}, &Api::show_tournament},
        {"GET", {"tournaments", "*", "report"}, &Api::show_report},
        {"GET", {"events"}, &Api::list_events},
        {"GET", {"standings"}, &Api::show_standings},
    });
    return kRoutes;
}

Api::Api(const Settings& settings, House house, std::string version)
    : settings_(settings),
      house_(house),
      version_(std::move(version)),
      new_games_(settings.new_games_per_minute / 60, settings.new_games_per_minute) {}

void Api::handle(const Request& request, const Respond& respond) {
    Call call{request, parse_target(request.target), respond};
    bool known = false;
    for (const Route& route : routes()) {
        if (!route.fits(call.target.path)) continue;
        known = true;
        if (route.method != request.method) continue;
        if (request.method == "POST") {
            auto body = parse_object(request.body.empty() ? "{}" : request.body);
            if (!body) return call.reply()(body.refusal());
            call.body = std::move(*body);
        }
        return (this->*route.handler)(call);
    }
    call.reply()(
        known ? refuse(405, "bad-method", "{} is not for this path", base::quoted(request.method))
              : refuse(404, "not-found", "there is nothing at this path"));
}

void Api::read_archive(const Call& call, std::function<Granted<Json>(store::Store&)> read,
                       int status) {
    const auto reply = call.reply(status);
    const bool posted = house_.archive.post(
        [reply, read = std::move(read)](store::Store& store) { reply(read(store)); });
    if (!posted) reply(busy());
}

void Api::read_text(const Call& call, std::string_view content_type,
                    std::function<Granted<std::string>(store::Store&)> read) {
    const bool posted = house_.archive.post(
        [respond = call.respond, content_type, read = std::move(read)](store::Store& store) {
            auto text = read(store);
            respond(text ? text_response(std::move(*text), content_type)
                         : refusal_response(text.refusal()));
        });
    if (!posted) call.reply()(busy());
}

// What there is.

void Api::show_contract(const Call& call) {
    call.respond({200, "application/json", openapi_text()});
}

void Api::show_version(const Call& call) {
    call.reply()(Json{{"name", "ninefold"},
                      {"version", version_},
                      {"api", 1},
                      {"organiser", call.request.organiser}});
}

void Api::show_rules(const Call& call) { call.reply()(rulesets_json()); }

void Api::show_bots(const Call& call) { call.reply()(list_of_bots()); }

// Games.

void Api::join_game(const Call& call) {
    house_.hall.act(
        call.part(2), [body = call.body](Hall::Act& act) { return join_as(act, body); },
        call.reply());
}

void Api::act_in_game(const Call& call) {
    house_.hall.act(
        call.part(2),
        [body = call.body, action = call.part(3)](Hall::Act& act) {
            return act_as(act, body, action);
        },
        call.reply());
}

void Api::give_hint(const Call& call) {
    Members members(call.body);
    const std::string token = members.needed_text("token");
    if (members.wrong()) return call.reply()(*members.wrong());
    house_.hall.hint(call.part(2), token, call.reply());
}

void Api::create_game(const Call& call) {
    if (!new_games_.take(call.request.address)) {
        return call.reply()(refuse(429, "too-many", "too many new games; wait a moment"));
    }
    auto spec = read_game_spec(call.body);
    if (!spec) return call.reply()(spec.refusal());
    spec->maker = call.request.address;
    house_.hall.create(std::move(*spec), call.reply(201));
}

void Api::list_games(const Call& call) {
    const std::string state = call.target.value("state");
    if (state == "live") {
        Json games = house_.lobby.games();
        for (Json& game : house_.matches.live_games()) games.push_back(std::move(game));
        const std::size_t total = games.size();
        return call.reply()(Json{{"games", std::move(games)}, {"total", total}});
    }
    if (!state.empty() && state != "kept") {
        return call.reply()(bad_request("'state' must be live or kept"));
    }
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.refusal());
    read_archive(call, [filter = *filter](store::Store& store) -> Granted<Json> {
        const auto games = store.list(filter);
        if (!games) return internal(games.error());
        const auto total = store.count(filter);
        if (!total) return internal(total.error());
        Json list = Json::array();
        for (const store::GameSummary& game : *games) list.push_back(summary_json(game));
        return Json{{"games", std::move(list)}, {"total", *total}};
    });
}

void Api::show_game(const Call& call) {
    const std::string& id = call.part(2);
    if (!is_kept_id(id)) {
        return house_.hall.look(
            id,
            [](const LiveGame& game, const Presence& presence) {
                return Granted<Json>(game.to_json(presence, std::chrono::steady_clock::now()));
            },
            call.reply());
    }
    const auto key = store::parse_game_id(id);
    if (!key) return call.reply()(refuse(404, "not-found", "{}", key.error().message));
    if (const auto live = house_.matches.live_game(*key)) {
        return call.reply()(kept_game_json(id, *live));
    }
    read_archive(call, [key = *key, id](store::Store& store) -> Granted<Json> {
        const auto game = store.load(key);
        if (!game) return refuse(404, "not-found", "there is no game {}", id);
        return kept_game_json(id, *game);
    });
}

void Api::show_record(const Call& call) {
    const std::string& id = call.part(2);
    const bool json = call.target.value("format") == "json";
    const auto respond = call.respond;
    const auto show = [json, respond](const record::GameRecord& game) {
        respond(json ? json_response(200, record::to_json(game))
                     : text_response(record::to_text(game)));
    };
    if (!is_kept_id(id)) {
        auto game = std::make_shared<record::GameRecord>();
        return house_.hall.look(
            id,
            [game](const LiveGame& live, const Presence&) {
                *game = live.record();
                return Granted<Json>(Json());
            },
            [game, show, respond](const Granted<Json>& found) {
                if (found) show(*game);
                else respond(refusal_response(found.refusal()));
            });
    }
    const auto key = store::parse_game_id(id);
    if (!key) return call.reply()(refuse(404, "not-found", "{}", key.error().message));
    if (const auto live = house_.matches.live_game(*key)) return show(*live);
    const bool posted = house_.archive.post([key = *key, id, show, respond](store::Store& store) {
        const auto game = store.load(key);
        if (game) show(*game);
        else respond(refusal_response(refuse(404, "not-found", "there is no game {}", id)));
    });
    if (!posted) call.reply()(busy());
}

/// What a bot wrote may hold anything of its author's: for the organiser's eyes.
void Api::show_log(const Call& call) {
    if (!call.is_organisers()) return;
    const std::string& id = call.part(2);
    const auto key = store::parse_game_id(id);
    if (!key) return call.reply()(refuse(404, "not-found", "{}", key.error().message));
    read_text(call, "text/plain; charset=utf-8",
              [key = *key, id](store::Store& store) -> Granted<std::string> {
                  auto game = store.load(key);
                  if (!game) return refuse(404, "not-found", "there is no game {}", id);
                  return std::move(game->log);
              });
}

void Api::analyse(const Call& call) {
    auto request = read_analysis(call.body, std::chrono::seconds(10));
    if (!request) return call.reply()(request.refusal());
    request->asker = call.request.address;
    const auto reply = call.reply();
    const bool posted = house_.analyst.ask(std::move(*request), {},
                                           [reply](Json answer) { reply(std::move(answer)); }, {});
    if (!posted) reply(refuse(503, "busy", "too many analyses wait; try again"));
}

// Matches.

void Api::upload_bot(const Call& call) {
    if (!call.is_organisers()) return;
    const auto keep = [body = call.body](store::Store& store) {
        return keep_bot(body, std::filesystem::absolute(store.path()).parent_path() / "bots");
    };
    read_archive(call, keep, 201);
}

void Api::list_matches(const Call& call) {
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.refusal());
    house_.matches.list(filter->limit, call.reply());
}

void Api::show_match(const Call& call) {
    const auto id = call.match();
    if (!id) return;
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.refusal());
    house_.matches.show(*id, filter->limit, filter->offset, call.reply());
}

void Api::start_match(const Call& call) {
    if (call.is_organisers()) house_.matches.start(call.body, call.reply(201));
}

void Api::stop_match(const Call& call) {
    if (!call.is_organisers()) return;
    if (const auto id = call.match()) house_.matches.stop(*id, call.reply());
}

void Api::resume_match(const Call& call) {
    if (!call.is_organisers()) return;
    const auto id = call.match();
    if (!id) return;
    Members members(call.body);
    const bool go_on = members.flag("go_on", false);
    if (members.wrong()) return call.reply()(*members.wrong());
    house_.matches.resume(*id, go_on, call.reply());
}

void Api::list_tournaments(const Call& call) {
    read_archive(call, [](store::Store& store) { return granted(tournaments_json(store)); });
}

void Api::show_tournament(const Call& call) {
    const auto id = call.match();
    if (!id) return;
    read_archive(call, [this, id = *id](store::Store& store) -> Granted<Json> {
        auto found = reports_.report(store, id);
        if (!found) return refuse(404, "not-found", "{}", found.error().message);
        return std::move(*found);
    });
}

/// All games of a tournament may be many: not for strangers to ask for again and again.
void Api::show_report(const Call& call) {
    if (!call.is_organisers()) return;
    const auto id = call.match();
    if (!id) return;
    const std::string format = call.target.value("format");
    if (format != "html" && format != "csv") {
        return call.reply()(bad_request("'format' must be html or csv"));
    }
    const bool html = format == "html";
    read_text(call, html ? "text/html; charset=utf-8" : "text/csv; charset=utf-8",
              [id = *id, html](store::Store& store) -> Granted<std::string> {
                  auto text = html ? tournament_html(store, id) : tournament_csv(store, id);
                  if (!text) return refuse(404, "not-found", "{}", text.error().message);
                  return std::move(*text);
              });
}

void Api::start_tournament(const Call& call) {
    if (call.is_organisers()) house_.matches.start_tournament(call.body, call.reply(201));
}

void Api::list_events(const Call& call) {
    read_archive(call, [](store::Store& store) { return granted(events_json(store)); });
}

void Api::show_standings(const Call& call) {
    const std::string event = call.target.value("event");
    std::optional<store::MatchId> match;
    if (const auto id = store::parse_match_id(call.target.value("match"))) match = *id;
    if (event.empty() && !match) return call.reply()(bad_request("'event' or 'match' is missing"));
    read_archive(call, [event, match](store::Store& store) {
        return granted(standings_json(store, event, match));
    });
}

}  // namespace ninefold::server
