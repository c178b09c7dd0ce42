// SPDX-License-Identifier: MIT
#include "server/analyst.h"

#include "arena/event_json.h"
#include "base/try.h"
#include "rules/position_text.h"
#include "server/match_json.h"

namespace ninefold::server {

namespace {

using protocol::Score;
using rules::Side;

/// A proven result, or null.
Json result_json(const Score& score, Side mover) {
    const auto winner = [&](Side side) {
        return Json{{"winner", letter(side)}, {"plies", score.plies}};
    };
    switch (score.kind) {
        case Score::Kind::kWin: return winner(mover);
        case Score::Kind::kLoss: return winner(rules::other(mover));
        case Score::Kind::kDraw: return {{"winner", nullptr}};
        case Score::Kind::kExpected: break;
    }
    return nullptr;
}

/// As everywhere, with what only an analysis says.
Json info_json(const protocol::Info& info, Side mover) {
    Json json = arena::info_json(info, mover);
    if (info.time) json["time"] = static_cast<double>(info.time->count()) / 1e3;
    json["line"] = info.multi_pv.value_or(1);
    if (info.score) json["result"] = result_json(*info.score, mover);
    return json;
}

Json answer_json(const AnalysisRequest& request, const search::SearchResult& found) {
    const Side mover = request.position.side();
    Json lines = Json::array();
    for (const search::FoundLine& line : found.lines) {
        lines.push_back({{"move", rules::to_text(line.move)},
                         {"eval", line.score.of_x(mover)},
                         {"pv", moves_json(line.pv)},
                         {"result", result_json(line.score, mover)}});
    }
    return {{"position", rules::to_text(request.position)},
            {"turn", letter(mover)},
            {"depth", found.depth},
            {"nodes", found.nodes},
            {"time", std::chrono::duration<double>(found.time).count()},
            {"eval", found.score.of_x(mover)},
            {"lines", std::move(lines)}};
}

/// Moves as a list of strings.
HttpResult<std::vector<rules::Move>> read_moves(const Json& request,
                                                const rules::AnyPosition& start) {
    const Json list = request.value("moves", Json(nullptr));
    if (!list.is_null() && !list.is_array()) return bad_request("'moves' must be a list of moves");
    std::string words;
    for (const Json& move : list) {
        if (!move.is_string()) return bad_request("'moves' must be a list of strings");
        words += move.get<std::string>() + ' ';
    }
    return or_bad_request("'moves': ", rules::parse_moves(start, words));
}

}  // namespace

rules::AnyPosition read_start(base::JsonMembers& in) {
    std::string position;
    rules::Rules rules;
    rules::AnyPosition start;
    in.text("position", position);
    if (!position.empty()) {
        in.parsed("position", start, rules::parse_position);
        return start;
    }
    in.parsed("rules", rules, rules::parse_rules);
    return rules::AnyPosition::start(rules);
}

HttpResult<AnalysisRequest> read_analysis(const Json& request, std::chrono::milliseconds longest) {
    AnalysisRequest wanted = TRY(read_board(request));
    base::JsonMembers in(request);
    in.number("lines", wanted.lines, 1, 10);
    in.number("time_ms", wanted.time, 10, longest.count());
    if (in.error()) return bad_request(*in.error());
    return wanted;
}

HttpResult<AnalysisRequest> read_board(const Json& request) {
    base::JsonMembers in(request);
    AnalysisRequest wanted;
    wanted.position = wanted.start = read_start(in);
    if (in.error()) return bad_request(*in.error());
    wanted.moves = TRY(read_moves(request, wanted.start));
    for (const rules::Move move : wanted.moves) wanted.position = wanted.position.after(move);
    if (wanted.position.is_over()) return bad_request("the game is over in this position");
    return wanted;
}

Analyst::Analyst(int threads, QueueLimits limits, std::size_t hash_mb)
    : hash_mb_(hash_mb),
      engines_(static_cast<std::size_t>(std::max(1, threads))),
      pool_(threads, limits) {}

bool Analyst::ask(AnalysisRequest request, OnInfo on_info, OnEnd on_end, std::stop_token asked) {
    const std::string asker = request.asker;
    const auto job = [this, request = std::move(request), on_info = std::move(on_info),
                      on_end = std::move(on_end), asked = std::move(asked)](std::size_t thread) {
        std::stop_source stop;
        const std::stop_callback by_client(asked, [&] { stop.request_stop(); });
        const std::stop_callback by_server(pool_.closing(), [&] { stop.request_stop(); });
        std::unique_ptr<search::Search>& engine = engines_[thread];
        auto answer = answer_of([&]() -> HttpResult<Json> {
            return think(request, on_info, stop.get_token(), engine);
        });
        if (!answer) engine.reset();  // it may be half changed
        on_end(std::move(answer));
    };
    return pool_.post(job, asker);
}

Json Analyst::think(const AnalysisRequest& request, const OnInfo& on_info,
                    const std::stop_token& stop, std::unique_ptr<search::Search>& engine) const {
    search::SearchOptions options;
    options.hash_mb = hash_mb_;
    options.multi_pv = request.lines;
    if (!engine) engine = search::make_search(options);
    engine->set_options(options);
    protocol::Limits limits;
    limits.move_time = request.time;
    const Side mover = request.position.side();
    const auto tell = [&](const protocol::Info& info) {
        if (on_info && !info.pv.empty()) on_info(info_json(info, mover));
    };
    return answer_json(request, engine->think(request.start, request.moves, limits, stop, tell));
}

}  // namespace ninefold::server
