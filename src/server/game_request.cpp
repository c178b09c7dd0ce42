// SPDX-License-Identifier: MIT
#include "server/game_request.h"

#include <algorithm>
#include <array>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/try.h"
#include "server/analyst.h"
#include "server/bot_pool.h"
#include "server/guard.h"
#include "server/request.h"

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
    std::string kind, given_name, bot;
    base::JsonMembers in(request[side]);
    in.needed_text("kind", kind);
    in.text("name", given_name);
    in.text("bot", bot);
    if (in.error()) return bad_request(*in.error());
    if (kind == "open") return ReadSeat{{.kind = Seat::Kind::kOpen}};
    if (kind == "bot") {
        if (bot.size() > kLongestBot) return bad_request("'bot' is too long");
        const auto chosen = TRY(check_bot(bot, for_organiser));
        return ReadSeat{{.kind = Seat::Kind::kBot, .name = chosen.name, .bot = chosen.spec},
                        chosen.usual_time};
    }
    if (kind != "human") return bad_request("'kind' must be human, open or bot");
    const auto name = TRY(read_name(given_name));
    return ReadSeat{{.kind = Seat::Kind::kHuman, .name = name, .token = new_token()}};
}

base::Result<store::Won> parse_won(std::string_view result) {
    if (result == "1-0") return store::Won::kByX;
    if (result == "0-1") return store::Won::kByO;
    if (result == "1/2-1/2") return store::Won::kByNobody;
    return base::fail("it must be 1-0, 0-1 or 1/2-1/2");
}

/// Reads a number in a range.
auto parse_from(std::int64_t min, std::int64_t max) {
    return [min, max](std::string_view text) -> base::Result<std::int64_t> {
        const auto number = base::parse_number<std::int64_t>(text);
        if (number && *number >= min && *number <= max) return *number;
        return base::fail("it must be a whole number from {} to {}", min, max);
    };
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

bool names_program(const Json& request) {
    return std::ranges::any_of(std::array{"x", "o"}, [&](const char* side) {
        const Json seat = request.value(side, Json());
        const Json bot = seat.is_object() ? seat.value("bot", Json()) : Json();
        return bot.is_string() && is_program(bot.get<std::string>());
    });
}

HttpResult<LiveGameSpec> read_game_spec(const Json& request, bool for_organiser) {
    LiveGameSpec spec;
    for (const char* side : {"x", "o"}) {
        const auto read = TRY(read_seat(request, side, for_organiser));
        spec.seats[side[0] == 'x' ? 0 : 1] = read.seat;
        spec.bot_time = std::max(spec.bot_time, read.bot_time);
    }
    const bool open =
        spec.seats[0].kind == Seat::Kind::kOpen || spec.seats[1].kind == Seat::Kind::kOpen;
    if (open && spec.seats[0].kind != Seat::Kind::kHuman &&
        spec.seats[1].kind != Seat::Kind::kHuman) {
        return bad_request("an open seat is for somebody to play against a person");
    }
    std::string control = "none";
    spec.listed = !open;
    base::JsonMembers in(request);
    in.text("time_control", control);
    in.number("bot_time_ms", spec.bot_time, 10,
              for_organiser ? kLongestOrganisersThought : kLongestThought);
    in.number("pace_ms", spec.pace, 0, 10'000);
    in.flag("listed", spec.listed);
    if (in.error()) return bad_request(*in.error());
    if (control.size() > 100) return bad_request("'time_control' is too long");
    spec.time_control = TRY(or_bad_request("", arena::parse_time_control(control)));
    auto board = TRY(read_board(request));
    spec.start = board.start;
    spec.opening = std::move(board.moves);
    spec.seed = random_seed();
    return spec;
}

HttpResult<store::GameFilter> read_game_filter(const Target& target) {
    store::GameFilter filter{.limit = 50};
    filter.bot = target.value("bot");
    filter.bot_text = target.value("text");
    filter.forfeits = target.value("forfeits") == "1";
    std::optional<HttpError> wrong;
    const auto read = [&](std::string_view name, const auto& parse, const auto& use) {
        const std::string text = target.value(name);
        if (text.empty() || wrong) return;
        const auto parsed = parse(text);
        if (parsed) use(*parsed);
        else wrong = bad_request("'{}': {}", name, parsed.error().message);
    };
    read("since", store::parse_date, [&](const auto& date) { filter.since = date; });
    read("until", store::parse_date, [&](const auto& date) { filter.until = date; });
    read("match", store::parse_match_id, [&](auto id) { filter.match = id; });
    read("rules", rules::parse_rules, [&](auto rules) { filter.rules = rules; });
    read("ending", rules::parse_ending, [&](auto ending) { filter.endings = {ending}; });
    read("result", parse_won, [&](auto won) { filter.won = won; });
    read("limit", parse_from(1, 200), [&](auto limit) { filter.limit = limit; });
    read("offset", parse_from(0, INT64_MAX), [&](auto offset) { filter.offset = offset; });
    if (wrong) return *wrong;
    return filter;
}

}  // namespace ninefold::server
