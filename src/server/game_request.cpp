// SPDX-License-Identifier: MIT
#include "server/game_request.h"

#include <algorithm>
#include <charconv>

#include "base/foreign_text.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "server/analyst.h"
#include "server/bot_pool.h"
#include "server/request.h"
#include "server/secrets.h"

namespace ninefold::server {

namespace {

constexpr std::size_t kLongestName = 40;
constexpr std::size_t kLongestBot = 1000;  ///< a path, and options before it
/// The most that `bot_time_ms` may be: the threads that think are everybody's.
constexpr int kLongestThought = 10'000, kLongestOrganisersThought = 60'000;

std::size_t characters(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

bool hides_something(std::string_view utf8) { return base::safe_name(utf8, utf8.size()) != utf8; }

/// With the longest that its bot usually thinks about a move.
struct ReadSeat {
    Seat seat;
    std::chrono::milliseconds bot_time{1000};
};

HttpResult<ReadSeat> read_seat(const Json& request, const char* side, bool for_organiser) {
    if (!request.contains(side) || !request[side].is_object()) {
        return bad_request("'{}' must say who plays this side, e.g. {{\"kind\": \"human\"}}", side);
    }
    Members members(request[side]);
    const std::string kind = members.needed_text("kind");
    const std::string given_name = members.text("name");
    const std::string bot = members.text("bot");
    if (members.wrong()) return *members.wrong();
    if (kind == "open") return ReadSeat{{.kind = Seat::Kind::kOpen}};
    if (kind == "bot") {
        if (bot.size() > kLongestBot) return bad_request("'bot' is too long");
        const auto chosen = check_bot(bot, for_organiser);
        if (!chosen) return chosen.error();
        return ReadSeat{{.kind = Seat::Kind::kBot, .name = chosen->name, .bot = chosen->spec},
                        chosen->usual_time};
    }
    if (kind != "human") return bad_request("'kind' must be human, open or bot");
    const auto name = read_name(given_name);
    if (!name) return name.error();
    return ReadSeat{{.kind = Seat::Kind::kHuman, .name = *name, .token = new_token()}};
}

std::optional<std::int64_t> read_number(const std::string& text, std::int64_t min,
                                        std::int64_t max) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < min || value > max) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

HttpResult<std::string> read_name(std::string_view text) {
    if (text.empty()) return std::string("Guest");
    if (!base::is_utf8(text) || hides_something(text)) {
        return bad_request("a name is plain text without control characters");
    }
    if (text.find_first_not_of(' ') == std::string_view::npos) return std::string("Guest");
    if (characters(text) > kLongestName) {
        return bad_request("a name has at most {} characters", kLongestName);
    }
    return std::string(text);
}

HttpResult<LiveGameSpec> read_game_spec(const Json& request, bool for_organiser) {
    LiveGameSpec spec;
    for (const char* side : {"x", "o"}) {
        const auto read = read_seat(request, side, for_organiser);
        if (!read) return read.error();
        spec.seats[side[0] == 'x' ? 0 : 1] = read->seat;
        spec.bot_time = std::max(spec.bot_time, read->bot_time);
    }
    const bool open =
        spec.seats[0].kind == Seat::Kind::kOpen || spec.seats[1].kind == Seat::Kind::kOpen;
    if (open && spec.seats[0].kind != Seat::Kind::kHuman &&
        spec.seats[1].kind != Seat::Kind::kHuman) {
        return bad_request("an open seat is for somebody to play against a person");
    }
    Members members(request);
    const std::string control = members.text("time_control", "none");
    spec.bot_time = std::chrono::milliseconds(
        members.number("bot_time_ms", 10,
                       for_organiser ? kLongestOrganisersThought : kLongestThought,
                       spec.bot_time.count()));
    spec.pace = std::chrono::milliseconds(members.number("pace_ms", 0, 10'000, 500));
    spec.listed = members.flag("listed", !open);
    if (members.wrong()) return *members.wrong();
    if (control.size() > 100) return bad_request("'time_control' is too long");
    const auto time = arena::parse_time_control(control);
    if (!time) return bad_request("{}", time.error().message);
    spec.time_control = *time;
    // The same members as a position to look at.
    Json board = {{"position", request.value("position", Json(nullptr))},
                  {"rules", request.value("rules", Json(nullptr))},
                  {"moves", request.value("moves", Json(nullptr))}};
    auto start = read_analysis(board, std::chrono::milliseconds(10'000));
    if (!start) return start.error();
    spec.start = start->start;
    spec.opening = std::move(start->moves);
    spec.seed = random_seed();
    return spec;
}

HttpResult<store::GameFilter> read_game_filter(const Target& target) {
    store::GameFilter filter;
    filter.bot = target.value("bot");
    filter.bot_text = target.value("text");
    filter.since = target.value("since");
    filter.until = target.value("until");
    filter.forfeits = target.value("forfeits") == "1";
    if (const std::string match = target.value("match"); !match.empty()) {
        const auto id = store::parse_match_id(match);
        if (!id) return bad_request("{}", id.error().message);
        filter.match = *id;
    }
    if (const std::string rules = target.value("rules"); !rules.empty()) {
        const auto parsed = rules::parse_rules(rules);
        if (!parsed) return bad_request("{}", parsed.error().message);
        filter.rules = *parsed;
    }
    if (const std::string ending = target.value("ending"); !ending.empty()) {
        const auto parsed = rules::parse_ending(ending);
        if (!parsed) return bad_request("{}", parsed.error().message);
        filter.endings = {*parsed};
    }
    if (const std::string result = target.value("result"); !result.empty()) {
        if (result == "1-0") filter.won = store::Won::kByX;
        else if (result == "0-1") filter.won = store::Won::kByO;
        else if (result == "1/2-1/2") filter.won = store::Won::kByNobody;
        else return bad_request("'result' must be 1-0, 0-1 or 1/2-1/2");
    }
    const std::string limit = target.value("limit");
    const std::string offset = target.value("offset");
    const auto most = read_number(limit.empty() ? "50" : limit, 1, 200);
    const auto first = read_number(offset.empty() ? "0" : offset, 0, INT64_MAX);
    if (!most || !first) return bad_request("'limit' is from 1 to 200, 'offset' at least 0");
    filter.limit = *most;
    filter.offset = *first;
    return filter;
}

}  // namespace ninefold::server
