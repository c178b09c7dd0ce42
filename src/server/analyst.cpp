// SPDX-License-Identifier: MIT
#include "server/analyst.h"

#include "base/try.h"
#include "rules/position_text.h"
#include "server/match_json.h"

namespace ninefold::server {

namespace {

using protocol::Score;
using rules::Side;

double eval_of_x(const Score& score, Side mover) {
    return mover == Side::kX ? score.expected : 1 - score.expected;
}

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

Json info_json(const protocol::Info& info, Side mover) {
    Json json = Json::object();
    if (info.depth) json["depth"] = *info.depth;
    if (info.nodes) json["nodes"] = *info.nodes;
    if (info.nodes_per_second) json["nps"] = *info.nodes_per_second;
    if (info.time) json["time"] = static_cast<double>(info.time->count()) / 1e3;
    json["line"] = info.multi_pv.value_or(1);
    if (info.score) {
        json["eval"] = eval_of_x(*info.score, mover);
        json["result"] = result_json(*info.score, mover);
    }
    json["pv"] = moves_json(info.pv);
    return json;
}

Json answer_json(const AnalysisRequest& request, const search::SearchResult& found) {
    const Side mover = request.position.side();
    Json lines = Json::array();
    for (const search::FoundLine& line : found.lines) {
        lines.push_back({{"move", rules::to_text(line.move)},
                         {"eval", eval_of_x(line.score, mover)},
                         {"pv", moves_json(line.pv)},
                         {"result", result_json(line.score, mover)}});
    }
    return {{"position", rules::to_text(request.position)},
            {"turn", letter(mover)},
            {"depth", found.depth},
            {"nodes", found.nodes},
            {"time", std::chrono::duration<double>(found.time).count()},
            {"eval", eval_of_x(found.score, mover)},
            {"lines", std::move(lines)}};
}

/// Moves as a list of strings.
HttpResult<std::vector<rules::Move>> read_moves(const Json& request, rules::AnyPosition& position) {
    std::vector<rules::Move> moves;
    if (!request.contains("moves") || request["moves"].is_null()) return moves;
    const Json& list = request["moves"];
    if (!list.is_array() || list.size() > rules::Move::kCount) {
        return bad_request("'moves' must be a list of moves");
    }
    for (const Json& text : list) {
        if (!text.is_string()) return bad_request("'moves' must be a list of strings");
        const auto move =
            TRY(or_bad_request("'moves': ", rules::parse_move(text.get<std::string>())));
        if (const std::string why = rules::why_illegal(position, move); !why.empty()) {
            return bad_request("'moves': move {} ({}) is illegal: {}", moves.size() + 1,
                               rules::to_text(move), why);
        }
        position = position.after(move);
        moves.push_back(move);
    }
    return moves;
}

}  // namespace

rules::AnyPosition read_start(Members& members) {
    if (!members.text("position").empty()) {
        return members.parsed("position", rules::parse_position);
    }
    return rules::AnyPosition::start(members.parsed("rules", rules::parse_rules, "standard"));
}

HttpResult<AnalysisRequest> read_analysis(const Json& request, std::chrono::milliseconds longest) {
    Members members(request);
    AnalysisRequest wanted;
    wanted.lines = members.number<int>("lines", 1, 10, 3);
    wanted.time = std::chrono::milliseconds(members.number("time_ms", 10, longest.count(), 1000));
    wanted.position = wanted.start = read_start(members);
    if (members.wrong()) return *members.wrong();
    auto moves = TRY(read_moves(request, wanted.position));
    wanted.moves = std::move(moves);
    if (wanted.position.is_over()) return bad_request("the game is over in this position");
    return wanted;
}

Analyst::Analyst(int threads, QueueLimits limits, std::size_t hash_mb)
    : hash_mb_(hash_mb),
      engines_(static_cast<std::size_t>(std::max(1, threads))),
      pool_(threads, limits) {}

bool Analyst::ask(AnalysisRequest request, OnJson on_info, OnJson on_end, std::stop_token stop) {
    const std::string asker = request.asker;
    return pool_.post(
        [this, request = std::move(request), on_info = std::move(on_info),
         on_end = std::move(on_end), stop = std::move(stop)](std::size_t thread) {
            think(request, on_info, on_end, stop, engines_[thread]);
        },
        asker);
}

void Analyst::think(const AnalysisRequest& request, const OnJson& on_info, const OnJson& on_end,
                    std::stop_token asked, std::unique_ptr<search::Search>& engine) const {
    std::stop_source stop;
    const std::stop_callback by_client(asked, [&] { stop.request_stop(); });
    const std::stop_callback by_server(pool_.closing(), [&] { stop.request_stop(); });
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
    on_end(answer_json(request, engine->think(request.start, request.moves, limits,
                                              stop.get_token(), tell)));
}

}  // namespace ninefold::server
