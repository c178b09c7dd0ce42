// SPDX-License-Identifier: MIT
#include "store/game_filter.h"

#include <algorithm>

#include <fmt/format.h>

namespace ninefold::store {

namespace {

class WhereBuilder {
public:
    void add(std::string_view condition) {
        sql_.where += sql_.where.empty() ? " WHERE " : " AND ";
        sql_.where += condition;
    }
    void value(std::int64_t number) { sql_.values.push_back({.text = {}, .number = number}); }
    void value(std::string text) {
        sql_.values.push_back({.text = std::move(text), .number = 0, .is_text = true});
    }
    void add_if_text(std::string_view condition, const std::string& text, int times) {
        if (text.empty()) return;
        add(condition);
        for (int i = 0; i < times; ++i) value(text);
    }
    FilterSql take() && { return std::move(sql_); }

private:
    FilterSql sql_;
};

void add_endings(WhereBuilder& where, const std::vector<rules::Ending>& endings) {
    std::string marks;
    for (const rules::Ending ending : endings) {
        marks += marks.empty() ? "?" : ",?";
        where.value(std::string(rules::name(ending)));
    }
    where.add(fmt::format("ending IN ({})", marks));
}

std::vector<rules::Ending> forfeits() {
    std::vector<rules::Ending> endings;
    for (int i = 0; i < rules::kEndingCount; ++i) {
        const auto ending = static_cast<rules::Ending>(i);
        if (rules::is_forfeit(ending)) endings.push_back(ending);
    }
    return endings;
}

std::string_view condition(Won won) {
    switch (won) {
        case Won::kByX: return "winner = 'x'";
        case Won::kByO: return "winner = 'o'";
        case Won::kByNobody: break;
    }
    return "winner IS NULL";
}

std::string lower(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

bool passes_names(const GameFilter& filter, const record::GameSummary& game) {
    const bool x_won = game.winner == rules::Side::kX;
    const std::string& winner = x_won ? game.x : game.o;
    const std::string& loser = x_won ? game.o : game.x;
    if (!filter.won_by.empty() && !(game.winner && winner == filter.won_by)) return false;
    if (!filter.lost_by.empty() && !(game.winner && loser == filter.lost_by)) return false;
    const std::string part = lower(filter.bot_text);
    return lower(game.x).find(part) != std::string::npos ||
           lower(game.o).find(part) != std::string::npos;
}

bool passes_verdict(const GameFilter& filter, const record::GameSummary& game) {
    const auto& endings = filter.endings;
    if (!endings.empty() && !(game.ending && std::find(endings.begin(), endings.end(),
                                                       *game.ending) != endings.end())) {
        return false;
    }
    if (filter.forfeits && !(game.ending && rules::is_forfeit(*game.ending))) return false;
    if (!filter.won) return true;
    if (*filter.won == Won::kByNobody) return !game.winner;
    return game.winner == (*filter.won == Won::kByX ? rules::Side::kX : rules::Side::kO);
}

}  // namespace

FilterSql where_clause(const GameFilter& filter) {
    WhereBuilder where;
    if (filter.match) {
        where.add("match = ?");
        where.value(filter.match->value);
    }
    where.add_if_text("? IN (x, o)", filter.bot, 1);
    // instr() rather than LIKE, so that % and _ in a name mean themselves.
    where.add_if_text("(instr(lower(x), lower(?)) > 0 OR instr(lower(o), lower(?)) > 0)",
                      filter.bot_text, 2);
    where.add_if_text("CASE winner WHEN 'x' THEN x WHEN 'o' THEN o END = ?", filter.won_by, 1);
    where.add_if_text("CASE winner WHEN 'x' THEN o WHEN 'o' THEN x END = ?", filter.lost_by, 1);
    if (!filter.endings.empty()) add_endings(where, filter.endings);
    if (filter.forfeits) add_endings(where, forfeits());
    if (filter.won) where.add(condition(*filter.won));
    if (filter.rules) {
        where.add("rules = ?");
        where.value(rules::name(*filter.rules));
    }
    where.add_if_text("date >= ?", filter.since, 1);
    where.add_if_text("substr(date, 1, length(?)) <= ? AND date <> ''", filter.until, 2);
    if (filter.min_plies) {
        where.add("plies >= ?");
        where.value(*filter.min_plies);
    }
    if (filter.max_plies) {
        where.add("plies <= ?");
        where.value(*filter.max_plies);
    }
    return std::move(where).take();
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
