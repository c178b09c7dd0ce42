// SPDX-License-Identifier: MIT
// Games of people and bots, live and kept.
#include <optional>
#include <utility>

#include "base/try.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "server/api_call.h"
#include "server/game_request.h"
#include "server/guard.h"
#include "server/match_json.h"

namespace ninefold::server {

namespace {

bool is_kept_id(const std::string& id) { return id.find('.') != std::string::npos; }

/// What a player's request does to the game.
HttpResult<void> act_as(LiveGames::Act& act, const Json& body, const std::string& action) {
    std::string token, move_text;
    std::optional<std::int64_t> ply;
    std::optional<bool> accept;
    base::JsonMembers in(body);
    in.needed_text("token", token);
    if (action == "move") in.needed_text("move", move_text);
    in.number("ply", ply, 1, rules::Move::kCount);
    in.flag("accept", accept);
    if (in.error()) return bad_request(*in.error());
    const auto side = TRY(act.game.player(token));
    if (action == "move") {
        const auto move = TRY(or_bad_request("'move': ", rules::parse_move(move_text)));
        return act.game.play(side, move, ply, act.now);
    }
    if (action == "undo") return act.game.undo(side, accept, act.now);
    if (action == "resign") return act.game.resign(side);
    const auto agreed = TRY(act.game.ask_rematch(side));
    if (agreed) {
        act.created.emplace(new_game_id(), act.game.rematch_spec(), act.now);
        act.game.set_next(act.created->id());
    }
    return {};
}

HttpResult<void> join_as(LiveGames::Act& act, const Json& body) {
    std::string secret, given_name;
    base::JsonMembers in(body);
    in.text("secret", secret);
    in.text("name", given_name);
    if (in.error()) return bad_request(*in.error());
    const auto name = TRY(read_name(given_name));
    const std::string token = new_token();
    const auto side = TRY(act.game.join(secret, name, token, act.now));
    act.answer["token"] = token;
    act.answer["side"] = letter(side);
    return {};
}

void join_game(const Call& call) {
    call.services().live_games.act(
        call.part(2), call.request.address,
        [body = call.body](LiveGames::Act& act) { return join_as(act, body); }, call.reply());
}

void act_in_game(const Call& call) {
    call.services().live_games.act(
        call.part(2), call.request.address,
        [body = call.body, action = call.part(3)](LiveGames::Act& act) {
            return act_as(act, body, action);
        },
        call.reply());
}

void give_hint(const Call& call) {
    std::string token;
    base::JsonMembers in(call.body);
    in.needed_text("token", token);
    if (in.error()) return call.reply()(bad_request(*in.error()));
    call.services().live_games.hint(call.part(2), call.asker(), token, call.reply());
}

void create_game(const Call& call) {
    const auto create = [&games = call.services().live_games, body = call.body,
                         maker = call.request.address, organiser = call.request.organiser,
                         reply = call.reply(201)] {
        auto spec = answer_of([&] { return read_game_spec(body, organiser); });
        if (!spec) return reply(spec.error());
        spec->maker = maker;
        games.create(std::move(*spec), reply);
    };
    if (!call.request.organiser || !names_program(call.body)) return create();
    const auto later = [create](store::Store&) { create(); };
    if (!call.services().planner.post(later)) {
        call.reply()(refuse(503, "busy", "too many bots are being recognised; try again"));
    }
}

void list_games(const Call& call) {
    const std::string state = call.target.value("state");
    if (state == "live") {
        Json games = call.services().lobby.games();
        for (Json& game : call.services().matches.live_games()) games.push_back(std::move(game));
        const std::size_t total = games.size();
        return call.reply()(Json{{"games", std::move(games)}, {"total", total}});
    }
    if (!state.empty() && state != "kept") {
        return call.reply()(bad_request("'state' must be live or kept"));
    }
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.error());
    const auto read = [filter = *filter](store::Store& store) -> HttpResult<Json> {
        const auto games = TRY(or_internal(store.list(filter)));
        const auto total = TRY(or_internal(store.count(filter)));
        Json list = Json::array();
        for (const store::KeptGame& game : games) list.push_back(summary_json(game));
        return Json{{"games", std::move(list)}, {"total", total}};
    };
    call.services().archive.answer(call.reply(), read, call.asker());
}

/// Responds with what `show` makes of a game of a match: one that runs, where `live_too`, or a kept
/// one.
void show_match_game(const Call& call, bool live_too,
                     const std::function<HttpResult<Response>(const record::GameRecord&)>& show) {
    const auto respond = [respond = call.respond](const HttpResult<Response>& response) {
        respond(response ? *response : refusal_response(response.error()));
    };
    const auto id = store::parse_game_id(call.part(2));
    if (!id) return respond(refuse(404, "not-found", "{}", id.error().message));
    const auto live = live_too ? call.services().matches.live_game(*id) : std::nullopt;
    if (live) return respond(show(*live));
    const auto read = [id = *id, text = call.part(2),
                       show](store::Store& store) -> HttpResult<Response> {
        const auto game = store.load(id);
        if (!game) return refuse(404, "not-found", "there is no game {}", text);
        return show(*game);
    };
    call.services().archive.answer(respond, read, call.asker());
}

void show_game(const Call& call) {
    const std::string& id = call.part(2);
    if (is_kept_id(id)) {
        return show_match_game(call, true, [id](const record::GameRecord& game) {
            return json_response(200, game_json(id, game, last_position(game)));
        });
    }
    const auto show = [reply = call.reply()](const LiveGame& game, const Presence& presence) {
        reply(game.to_json(presence, std::chrono::steady_clock::now()));
    };
    call.services().live_games.look(id, call.request.address, show, call.reply());
}

void show_record(const Call& call) {
    const bool json = call.target.value("format") == "json";
    const auto show = [json](const record::GameRecord& game) {
        return json ? json_response(200, record::to_json(game))
                    : text_response(record::to_text(game));
    };
    if (is_kept_id(call.part(2))) return show_match_game(call, true, show);
    call.services().live_games.look(
        call.part(2), call.request.address,
        [show, respond = call.respond](const LiveGame& game, const Presence&) {
            respond(show(game.record()));
        },
        call.reply());
}

/// What a bot wrote may hold anything of its author's: for the organiser's eyes.
void show_log(const Call& call) {
    show_match_game(call, false,
                    [](const record::GameRecord& game) { return text_response(game.log); });
}

}  // namespace

std::span<const Route> game_routes() {
    constexpr auto kNewGame = RateLimiter::Kind::kNewGame;
    static constexpr std::array kRoutes = std::to_array<Route>({
        {.method = "GET", .parts = {"games"}, .handler = list_games, .is_long = true},
        {"POST", {"games"}, create_game, false, kNewGame},
        {.method = "GET", .parts = {"games", "*"}, .handler = show_game, .is_long = true},
        {.method = "GET",
         .parts = {"games", "*", "record"},
         .handler = show_record,
         .is_long = true},
        {.method = "GET",
         .parts = {"games", "*", "log"},
         .handler = show_log,
         .for_organiser = true,
         .is_long = true},
        {"POST", {"games", "*", "join"}, join_game},
        {"POST", {"games", "*", "move"}, act_in_game},
        {"POST", {"games", "*", "undo"}, act_in_game},
        {"POST", {"games", "*", "resign"}, act_in_game},
        {"POST", {"games", "*", "rematch"}, act_in_game, false, kNewGame},
        {.method = "POST",
         .parts = {"games", "*", "hint"},
         .handler = give_hint,
         .takes = RateLimiter::Kind::kAnalysis,
         .is_long = true},
    });
    return kRoutes;
}

}  // namespace ninefold::server
