// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"
#include "rules/ending.h"
#include "rules/ruleset.h"
#include "store/game_id.h"

namespace ninefold::store {

/// Whom a game was won by.
enum class Won { kByX, kByO, kByNobody };

enum class Order {
    kNewestFirst,  ///< the game kept last comes first
    kByNumber,     ///< by match, then by number
};

/// Which games are meant. An empty filter means all of them; each part narrows it.
struct GameFilter {
    std::optional<MatchId> match{};
    std::string bot{};       ///< exact name of either bot
    std::string bot_text{};  ///< part of either bot's name, in any case (of ASCII letters)
    std::string won_by{};    ///< exact name of the winner
    std::string lost_by{};   ///< exact name of the loser
    std::vector<rules::Ending> endings{};  ///< any of these
    bool forfeits = false;                 ///< only games lost by misbehaving
    std::optional<Won> won{};
    std::optional<rules::Rules> rules{};
    std::string since{};  ///< ISO 8601 or its beginning (`2026-11`): this or later
    std::string until{};  ///< ISO 8601 or its beginning: within this or earlier
    std::optional<int> min_plies{}, max_plies{};
    Order order = Order::kNewestFirst;
    std::int64_t limit = -1;  ///< the most games, -1 for all
    std::int64_t offset = 0;  ///< how many to leave out first
};

/// Reads what `since` and `until` take; any other string would compare with dates as well.
base::Result<std::string> parse_date(std::string_view text);

/// All that are forfeits, or all that are none.
std::vector<rules::Ending> endings_that_are(bool forfeits);

/// Whether a game that is in no database passes the filter. The match, the order, the limit and the
/// offset do not count.
bool passes(const GameFilter& filter, const record::GameSummary& game);

/// A filter as the part of an SQL statement behind `FROM games`, with the values of its `?`s.
struct FilterSql {
    std::string where{};  ///< ` WHERE …` or nothing
    std::vector<std::variant<std::int64_t, std::string>> values{};
};
FilterSql where_clause(const GameFilter& filter);
/// ` ORDER BY … LIMIT … OFFSET …`
std::string order_clause(const GameFilter& filter);

}  // namespace ninefold::store
