// SPDX-License-Identifier: MIT
// Matches, tournaments, and the bots that play in them.
#include "server/api_call.h"
#include "server/game_request.h"
#include "store/tournament_store.h"

namespace ninefold::server {

namespace {

/// What `read` makes of a tournament that is there.
template <typename Value>
HttpResult<Value> read_tournament(store::Store& store, store::MatchId id,
                                  const std::function<base::Result<Value>()>& read) {
    if (!store::TournamentStore(store).load(id)) {
        return refuse(404, "not-found", "there is no tournament {}", id.value);
    }
    return or_internal(read());
}

void upload_bot(const Call& call) {
    call.services().planner.answer(call.reply(201),
                                   [&bots = call.services().sent_bots, body = call.body](
                                       store::Store& store) { return bots.keep(body, store); });
}

void list_matches(const Call& call) {
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.error());
    call.services().matches.list(filter->limit, call.reply(), call.asker());
}

void show_match(const Call& call) {
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.error());
    call.services().matches.show(call.match, filter->limit, filter->offset, call.reply(),
                                 call.asker());
}

void start_match(const Call& call) { call.services().matches.start(call.body, call.reply(201)); }

void stop_match(const Call& call) { call.services().matches.stop(call.match, call.reply()); }

void resume_match(const Call& call) {
    bool continue_despite_changes = false;
    base::JsonMembers in(call.body);
    in.flag("go_on", continue_despite_changes);  // its name in 1.0
    in.flag("continue_despite_changes", continue_despite_changes);
    if (in.error()) return call.reply()(bad_request(*in.error()));
    call.services().matches.resume(call.match, continue_despite_changes, call.reply());
}

void start_tournament(const Call& call) {
    call.services().matches.start_tournament(call.body, call.reply(201));
}

void list_tournaments(const Call& call) {
    const auto read = [](store::Store& store) { return or_internal(tournaments_json(store)); };
    call.services().archive.answer(call.reply(), read, call.asker());
}

void show_tournament(const Call& call) {
    const auto read = [&reports = call.api.reports(), id = call.match](store::Store& store) {
        return read_tournament<Json>(store, id, [&] { return reports.report(store, id); });
    };
    call.services().archive.answer(call.reply(), read, call.asker());
}

/// All games of a tournament may be many: not for strangers to ask for again and again.
void show_report(const Call& call) {
    const std::string format = call.target.value("format");
    const bool html = format == "html";
    if (!html && format != "csv") {
        return call.reply()(bad_request("'format' must be html or csv"));
    }
    call.services().archive.answer(
        call.reply_as(html ? "text/html; charset=utf-8" : "text/csv; charset=utf-8"),
        [html, id = call.match](store::Store& store) {
            return read_tournament<std::string>(store, id, [&] {
                return html ? tournament_html(store, id) : tournament_csv(store, id);
            });
        },
        call.asker());
}

}  // namespace

std::span<const Route> match_routes() {
    static constexpr std::array kRoutes = std::to_array<Route>({
        {"POST", {"bots"}, upload_bot, true},
        {.method = "GET", .parts = {"matches"}, .handler = list_matches, .is_long = true},
        {"POST", {"matches"}, start_match, true},
        {.method = "GET", .parts = {"matches", "#"}, .handler = show_match, .is_long = true},
        {"POST", {"matches", "#", "stop"}, stop_match, true},
        {"POST", {"matches", "#", "resume"}, resume_match, true},
        {.method = "GET", .parts = {"tournaments"}, .handler = list_tournaments, .is_long = true},
        {"POST", {"tournaments"}, start_tournament, true},
        {.method = "GET",
         .parts = {"tournaments", "#"},
         .handler = show_tournament,
         .is_long = true},
        {.method = "GET",
         .parts = {"tournaments", "#", "report"},
         .handler = show_report,
         .for_organiser = true,
         .is_long = true},
    });
    return kRoutes;
}

}  // namespace ninefold::server
