// SPDX-License-Identifier: MIT
// Matches, tournaments, and the bots that play in them.
#include <utility>

#include "server/api_call.h"
#include "server/game_request.h"
#include "store/tournament_store.h"

namespace ninefold::server {

namespace {

HttpResult<Json> granted(base::Result<Json> read) {
    if (!read) return internal(read.error());
    return std::move(*read);
}

bool is_tournament(store::Store& store, store::MatchId id) {
    const auto tournaments = store::TournamentStore::open(store.path(), store::Access::kRead);
    return tournaments && (*tournaments)->load(id);
}

HttpError no_tournament(store::MatchId id) {
    return refuse(404, "not-found", "there is no tournament {}", id.value);
}

}  // namespace

void Api::upload_bot(const Call& call) {
    if (!call.is_organisers()) return;
    const auto keep = [this, body = call.body](store::Store& store) {
        return services_.sent_bots.keep(body, store);
    };
    read_archive(call, keep, 201);
}

void Api::list_matches(const Call& call) {
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.error());
    services_.matches.list(filter->limit, call.reply());
}

void Api::show_match(const Call& call) {
    const auto id = call.match();
    if (!id) return;
    const auto filter = read_game_filter(call.target);
    if (!filter) return call.reply()(filter.error());
    services_.matches.show(*id, filter->limit, filter->offset, call.reply());
}

void Api::start_match(const Call& call) {
    if (call.is_organisers()) services_.matches.start(call.body, call.reply(201));
}

void Api::stop_match(const Call& call) {
    if (!call.is_organisers()) return;
    if (const auto id = call.match()) services_.matches.stop(*id, call.reply());
}

void Api::resume_match(const Call& call) {
    if (!call.is_organisers()) return;
    const auto id = call.match();
    if (!id) return;
    Members members(call.body);
    const bool continue_despite_changes = members.flag("go_on", false);
    if (members.wrong()) return call.reply()(*members.wrong());
    services_.matches.resume(*id, continue_despite_changes, call.reply());
}

void Api::list_tournaments(const Call& call) {
    read_archive(call, [](store::Store& store) { return granted(tournaments_json(store)); });
}

void Api::show_tournament(const Call& call) {
    const auto id = call.match();
    if (!id) return;
    read_archive(call, [this, id = *id](store::Store& store) -> HttpResult<Json> {
        if (!is_tournament(store, id)) return no_tournament(id);
        return granted(reports_.report(store, id));
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
              [id = *id, html](store::Store& store) -> HttpResult<std::string> {
                  if (!is_tournament(store, id)) return no_tournament(id);
                  auto text = html ? tournament_html(store, id) : tournament_csv(store, id);
                  if (!text) return internal(text.error());
                  return std::move(*text);
              });
}

void Api::start_tournament(const Call& call) {
    if (call.is_organisers()) services_.matches.start_tournament(call.body, call.reply(201));
}

}  // namespace ninefold::server
