// SPDX-License-Identifier: MIT
#include "store/game_filter.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/lower_case.h"
#include "base/number.h"

namespace ninefold::store {

namespace {

void add(FilterSql& sql, std::string_view condition) {
    sql.where += fmt::format("{}{}", sql.where.empty() ? " WHERE " : " AND ", condition);
}

/// `?` stands for the value, as often as it comes.
template <typename Value>
void add(FilterSql& sql, std::string_view condition, const Value& value) {
    add(sql, condition);
    for (auto marks = std::ranges::count(condition, '?'); marks > 0; --marks) {
        sql.values.emplace_back(value);
    }
}

void add_text(FilterSql& sql, std::string_view condition, const std::string& text) {
    if (!text.empty()) add(sql, condition, text);
}

void add_endings(FilterSql& sql, const std::vector<rules::Ending>& endings) {
    std::vector<std::string_view> names;
    for (const rules::Ending ending : endings) names.push_back(rules::name(ending));
    add(sql, fmt::format("ending IN ('{}')", fmt::join(names, "','")));
}

std::string_view condition(Won won) {
    switch (won) {
        case Won::kByX: return "winner = 'x'";
        case Won::kByO: return "winner = 'o'";
        case Won::kByNobody: break;
    }
    return "winner IS NULL";
}

/// A date, or the beginning of one, with all digits of the numbers that it has.
bool has_shape_of_date(std::string_view text) {
    constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:ddZ";
    if (text.size() < 4 || text.size() > kShape.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool fits =
            kShape[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == kShape[i];
        if (!fits) return false;
    }
    return text.size() == kShape.size() || kShape[text.size()] != 'd';
}

/// Whether the numbers that a string of that shape has are a day and a time of day.
bool is_in_calendar(std::string_view text) {
    const auto number = [&](std::size_t at, std::size_t digits, int otherwise) {
        if (text.size() < at + digits) return otherwise;
        return base::parse_number<int>(text.substr(at, digits)).value_or(-1);
    };
    const std::chrono::year_month_day day(std::chrono::year(number(0, 4, 0)),
                                          std::chrono::month(
                                              static_cast<unsigned>(number(5, 2, 1))),
                                          std::chrono::day(static_cast<unsigned>(number(8, 2, 1))));
    constexpr int kLeapSecond = 60;
    return day.ok() && number(11, 2, 0) < 24 && number(14, 2, 0) < 60 &&
           number(17, 2, 0) <= kLeapSecond;
}

bool passes_names(const GameFilter& filter, const record::GameSummary& game) {
    const bool x_won = game.winner == rules::Side::kX;
    const std::string& winner = x_won ? game.x : game.o;
    const std::string& loser = x_won ? game.o : game.x;
    if (!filter.won_by.empty() && !(game.winner && winner == filter.won_by)) return false;
    if (!filter.lost_by.empty() && !(game.winner && loser == filter.lost_by)) return false;
    const std::string part = base::lower_case(filter.bot_text);
    return base::lower_case(game.x).find(part) != std::string::npos ||
           base::lower_case(game.o).find(part) != std::string::npos;
}

bool passes_verdict(const GameFilter& filter, const record::GameSummary& game) {
    const auto is_of_game = [&](rules::Ending ending) { return game.ending == ending; };
    if (!filter.endings.empty() && std::ranges::none_of(filter.endings, is_of_game)) return false;
    if (filter.forfeits && !(game.ending && rules::is_forfeit(*game.ending))) return false;
    if (!filter.won) return true;
    if (*filter.won == Won::kByNobody) return !game.winner;
    return game.winner == (*filter.won == Won::kByX ? rules::Side::kX : rules::Side::kO);
}

}  // namespace

base::Result<std::string> parse_date(std::string_view text) {
    if (has_shape_of_date(text) && is_in_calendar(text)) return std::string(text);
    return base::fail("{}: not a date; 2026, 2026-11-15 or 2026-11-15T08:30 is one",
                      base::quoted(text));
}

std::vector<rules::Ending> endings_that_are(bool forfeits) {
    std::vector<rules::Ending> endings;
    for (int i = 0; i < rules::kEndingCount; ++i) {
        const auto ending = static_cast<rules::Ending>(i);
        if (rules::is_forfeit(ending) == forfeits) endings.push_back(ending);
    }
    return endings;
}

FilterSql where_clause(const GameFilter& filter) {
    FilterSql sql;
    if (filter.match) add(sql, "match = ?", filter.match->value);
    add_text(sql, "? IN (x, o)", filter.bot);
    // instr() rather than LIKE, so that % and _ in a name mean themselves.
    add_text(sql, "(instr(lower(x), lower(?)) > 0 OR instr(lower(o), lower(?)) > 0)",
             filter.bot_text);
    add_text(sql, "CASE winner WHEN 'x' THEN x WHEN 'o' THEN o END = ?", filter.won_by);
    add_text(sql, "CASE winner WHEN 'x' THEN o WHEN 'o' THEN x END = ?", filter.lost_by);
    if (!filter.endings.empty()) add_endings(sql, filter.endings);
    if (filter.forfeits) add_endings(sql, endings_that_are(true));
    if (filter.won) add(sql, condition(*filter.won));
    if (filter.rules) add(sql, "rules = ?", rules::name(*filter.rules));
    add_text(sql, "date >= ?", filter.since);
    add_text(sql, "substr(date, 1, length(?)) <= ? AND date <> ''", filter.until);
    if (filter.min_plies) add(sql, "plies >= ?", std::int64_t{*filter.min_plies});
    if (filter.max_plies) add(sql, "plies <= ?", std::int64_t{*filter.max_plies});
    return sql;
}

bool passes(const GameFilter& filter, const record::GameSummary& game) {
    const auto has = [&](std::string_view wanted) {
        return wanted.empty() || wanted == game.x || wanted == game.o;
    };
    return has(filter.bot) && passes_names(filter, game) && passes_verdict(filter, game) &&
           (!filter.rules || *filter.rules == game.rules) &&
           (filter.since.empty() || game.date >= filter.since) &&
           (filter.until.empty() ||
            (!game.date.empty() && game.date.substr(0, filter.until.size()) <= filter.until)) &&
           (!filter.min_plies || game.plies >= *filter.min_plies) &&
           (!filter.max_plies || game.plies <= *filter.max_plies);
}

std::string order_clause(const GameFilter& filter) {
    return fmt::format(" ORDER BY {} LIMIT {} OFFSET {}",
                       filter.order == Order::kNewestFirst ? "seq DESC" : "match, number",
                       filter.limit, filter.offset);
}

}  // namespace ninefold::store
