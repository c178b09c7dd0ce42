// SPDX-License-Identifier: MIT
// Games of people and bots, live and kept.
#include <optional>
#include <utility>

#include "record/record_json.h"
#include "record/record_text.h"
#include "server/api_call.h"
#include "server/game_json.h"
#include "server/game_request.h"
#include "server/match_json.h"
#include "server/secrets.h"

namespace ninefold::server {

namespace {

bool is_kept_id(const std::string& id) { return id.find('.') != std::string::npos; }

/// What a player's request does to the game.
HttpResult<void> act_as(LiveGames::Act& act, const Json& body, const std::string& action) {
    Members members(body);
    const std::string token = members.needed_text("token");
    const std::string move_text = action == "move" ? members.needed_text("move") : "";
    const auto ply = members.optional_number("ply", 1, rules::Move::kCount);
    const auto accept = members.optional_flag("accept");
    if (members.wrong()) return *members.wrong();
    const auto side = act.game.player(token);
    if (!side) return side.error();
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
    if (!agreed) return agreed.error();
    if (*agreed) {
        act.created.emplace(new_game_id(), act.game.rematch_spec(), act.now);
        act.game.set_next(act.created->id());
    }
    return {};
}

HttpResult<void> join_as(LiveGames::Act& act, const Json& body) {
    Members members(body);
    const std::string secret = members.text("secret");
    const std::string given_name = members.text("name");
    if (members.wrong()) return *members.wrong();
    const auto name = read_name(given_name);
    if (!name) return name.error();
    const std::string token = new_token();
    const auto side = act.game.join(secret, *name, token, act.now);
    if (!side) return side.error();
    act.answer["token"] = token;
    act.answer["side"] = letter(*side);
    return {};
}

}  // namespace

void Api::join_game(const Call& call) {
    services_.live_games.act(
        call.part(2), [body = call.body](LiveGames::Act& act) { return join_as(act, body); },
        call.reply());
}

void Api::act_in_game(const Call& call) {
    if (call.part(3) == "rematch") {
        const auto allowed = limits_.take(RateLimiter::Kind::kNewGame, call.request.address);
        if (!allowed) return call.reply()(allowed.error());
    }
    services_.live_games.act(
        call.part(2),
        [body = call.body, action = call.part(3)](LiveGames::Act& act) {
            return act_as(act, body, action);
        },
        call.reply());
}

void Api::give_hint(const Call& call) {
    Members members(call.body);
    const std::string token = members.needed_text("token");
    if (members.wrong()) return call.reply()(*members.wrong());
    const auto allowed = limits_.take(RateLimiter::Kind::kAnalysis, call.request.address);
    if (!allowed) return call.reply()(allowed.error());
    services_.live_games.hint(call.part(2), token, call.reply());
}

void Api::create_game(const Call& call) {
    const auto allowed = limits_.take(RateLimiter::Kind::kNewGame, call.request.address);
    if (!allowed) return call.reply()(allowed.error());
    auto spec = read_game_spec(call.body, call.request.organiser);
    if (!spec) return call.reply()(spec.error());
    spec->maker = call.request.address;
    services_.live_games.create(std::move(*spec), call.reply(201));
}

void Api::list_games(const Call& call) {
    const std::string state = call.target.value("state");
    if (state == "live") {
        Json games = services_.lobby.games();
        for (Json& game : services_.matches.live_games()) games.push_back(std::move(game));
        const std::size_t total = games.size();
        return call.reply()(Json{{"games", std::move(games)}, {"total", total}});
    }
    if (!state.empty() && state != "kept") {
        return call.reply()(bad_request("'state' must be live or kept"));
    }
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.error());
    read_archive(call, [filter = *filter](store::Store& store) -> HttpResult<Json> {
        const auto games = store.list(filter);
        if (!games) return internal(games.error());
        const auto total = store.count(filter);
        if (!total) return internal(total.error());
        Json list = Json::array();
        for (const store::KeptGame& game : *games) list.push_back(summary_json(game));
        return Json{{"games", std::move(list)}, {"total", *total}};
    });
}

void Api::show_game(const Call& call) {
    const std::string& id = call.part(2);
    if (!is_kept_id(id)) {
        return services_.live_games.look(
            id,
            [](const LiveGame& game, const Presence& presence) {
                return HttpResult<Json>(game.to_json(presence, std::chrono::steady_clock::now()));
            },
            call.reply());
    }
    const auto key = store::parse_game_id(id);
    if (!key) return call.reply()(refuse(404, "not-found", "{}", key.error().message));
    if (const auto live = services_.matches.live_game(*key)) {
        return call.reply()(game_json(id, *live, last_position(*live)));
    }
    read_archive(call, [key = *key, id](store::Store& store) -> HttpResult<Json> {
        const auto game = store.load(key);
        if (!game) return refuse(404, "not-found", "there is no game {}", id);
        return game_json(id, *game, last_position(*game));
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
        return services_.live_games.look(
            id,
            [game](const LiveGame& live, const Presence&) {
                *game = live.record();
                return HttpResult<Json>(Json());
            },
            [game, show, respond](const HttpResult<Json>& found) {
                if (found) show(*game);
                else respond(refusal_response(found.error()));
            });
    }
    const auto key = store::parse_game_id(id);
    if (!key) return call.reply()(refuse(404, "not-found", "{}", key.error().message));
    if (const auto live = services_.matches.live_game(*key)) return show(*live);
    const bool posted =
        services_.archive.post([key = *key, id, show, respond](store::Store& store) {
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
              [key = *key, id](store::Store& store) -> HttpResult<std::string> {
                  auto game = store.load(key);
                  if (!game) return refuse(404, "not-found", "there is no game {}", id);
                  return std::move(game->log);
              });
}

}  // namespace ninefold::server
