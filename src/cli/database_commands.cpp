// SPDX-License-Identifier: MIT
#include <cstdio>
#include <memory>
#include <system_error>

#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "base/split.h"
#include "cli/game_options.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "store/audit.h"
#include "store/backup.h"
#include "store/rescue.h"
#include "tui/fitted_text.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kShown = 50;

struct GamesOptions {
    DatabaseOption database;
    std::string match, endings, winner, rules;
    store::GameFilter filter;  ///< without the strings above, which are parsed later
    std::optional<std::int64_t> limit;
    bool matches = false, json = false, check = false;
    std::string format, output, rescue;
};

void check_date(const char* option, const std::string& text) {
    const auto date = store::parse_date(text);
    if (!text.empty() && !date) throw CommandError("{} {}", option, date.error().message);
}

store::GameFilter make_filter(const GamesOptions& options) {
    store::GameFilter filter = options.filter;
    if (!options.match.empty()) filter.match = value_or_throw(store::parse_match_id(options.match));
    if (!options.rules.empty()) filter.rules = value_or_throw(rules::parse_rules(options.rules));
    if (!options.endings.empty()) {
        for (const std::string_view word : base::split(options.endings, ',')) {
            filter.endings.push_back(value_or_throw(rules::parse_ending(word)));
        }
    }
    if (options.winner == "x") filter.won = store::Won::kByX;
    if (options.winner == "o") filter.won = store::Won::kByO;
    if (options.winner == "none") filter.won = store::Won::kByNobody;
    check_date("--since", filter.since);
    check_date("--until", filter.until);
    return filter;
}

/// 0 means all of them.
std::int64_t limit_or(const GamesOptions& options, std::int64_t otherwise) {
    const std::int64_t limit = options.limit.value_or(otherwise);
    return limit == 0 ? -1 : limit;
}

/// `2026-11-15 05:00` for a table; another text as it is.
std::string short_date(const std::string& date) {
    if (date.size() != 20 || date[10] != 'T') return date;
    return fmt::format("{} {}", date.substr(0, 10), date.substr(11, 5));
}

void print_games(const std::vector<store::KeptGame>& games) {
    tui::TextTable table({{.name = "game"},
                          {.name = "date", .give = 3, .least = 10, .may_go = true},
                          {.name = "X", .give = 4, .least = 6},
                          {.name = "O", .give = 4, .least = 6},
                          {.name = "result"},
                          {.name = "ending"},
                          {.name = "plies", .right = true},
                          {.name = "rules", .give = 2, .least = 14, .may_go = true},
                          {.name = "detail", .give = 1, .least = 12, .may_go = true}});
    for (const store::KeptGame& game : games) {
        table.row(store::to_text(game.id), short_date(game.date), game.x, game.o,
                  record::result_text(game), game.ending ? rules::name(*game.ending) : "unfinished",
                  game.plies, rules::name(game.rules), game.detail);
    }
    table.print(stdout);
}

int list_games(const GamesOptions& options, store::Store& store) {
    store::GameFilter filter = make_filter(options);
    filter.limit = limit_or(options, kShown);
    const auto games = value_or_throw(store.list(filter));
    if (options.json) {
        for (const store::KeptGame& game : games) {
            Json json = {{"id", store::to_text(game.id)}};
            json.update(record::to_json(game));
            fmt::print("{}", json_text(json));
        }
        return 0;
    }
    const std::int64_t all = value_or_throw(store.count(filter));
    if (!games.empty()) print_games(games);
    if (games.empty()) {
        fmt::print("no games{}\n", all == 0 ? "" : fmt::format(" there; {} in all", all));
    } else if (static_cast<std::int64_t>(games.size()) < all) {
        fmt::print("{} of {}; --limit and --offset show others\n", games.size(),
                   base::counted(all, "game"));
    }
    return 0;
}

/// A member of a match's summary, as text.
std::string summary_text(const store::MatchInfo& match, const char* member) {
    const Json json = base::parse_json(match.summary);
    if (!json.is_object() || !json.contains(member)) return {};
    const Json& value = json[member];
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array() || value.size() != 2) return value.dump();
    return fmt::format("{}-{}", value[0].dump(), value[1].dump());
}

Json to_json(const store::MatchInfo& match) {
    const auto parsed = [](const std::string& text) {
        Json json = base::parse_json(text);
        return json.is_discarded() ? Json(text) : json;
    };
    return {{"match", match.id.value},
            {"event", match.event},
            {"date", match.date},
            {"a", match.a},
            {"b", match.b},
            {"games", match.games},
            {"finished", match.finished.empty() ? Json(nullptr) : Json(match.finished)},
            {"spec", parsed(match.spec)},
            {"summary", match.finished.empty() ? Json(nullptr) : parsed(match.summary)}};
}

int list_matches(const GamesOptions& options, store::Store& store) {
    const auto matches = value_or_throw(store.matches(limit_or(options, kShown)));
    if (options.json) {
        for (const store::MatchInfo& match : matches) fmt::print("{}", json_text(to_json(match)));
        return 0;
    }
    tui::TextTable table({{.name = "match", .right = true},
                          {.name = "date", .give = 3, .least = 10, .may_go = true},
                          {.name = "A", .give = 4, .least = 6},
                          {.name = "B", .give = 4, .least = 6},
                          {.name = "games", .right = true},
                          {.name = "state"},
                          {.name = "score", .give = 5, .least = 3},
                          {.name = "event", .give = 2, .least = 8, .may_go = true},
                          {.name = "verdict", .give = 1, .least = 12, .may_go = true}});
    for (const store::MatchInfo& match : matches) {
        table.row(store::to_text(match.id), short_date(match.date), match.a, match.b, match.games,
                  match.finished.empty() ? "unfinished" : "finished", summary_text(match, "score"),
                  match.event, summary_text(match, "verdict"));
    }
    if (table.empty()) fmt::print("no matches\n");
    else table.print(stdout);
    return 0;
}

void check_export(const std::string& path, const store::Store& store) {
    std::error_code error;
    if (std::filesystem::equivalent(path, store.path(), error)) {
        throw CommandError("{}: that is the database itself", path);
    }
}

int export_games(const GamesOptions& options, store::Store& store) {
    store::GameFilter filter = make_filter(options);
    filter.order = store::Order::kByNumber;
    filter.limit = limit_or(options, 0);
    check_export(options.output, store);
    const bool named = !options.output.empty() && options.output != "-";
    OutputInParts file(named ? options.output : "-");
    std::int64_t count = 0;
    throw_if_failed(store.for_each(filter, [&](store::GameId id, record::GameRecord game) {
        if (game.id.empty()) game.id = store::to_text(id);
        const bool text = options.format == "text";
        if (text && count > 0) file.write("\n");
        file.write(text ? record::to_text(game) : record::to_json_line(game) + '\n');
        ++count;
        return true;
    }));
    file.finish();
    if (named) fmt::print("{} written to {}\n", base::counted(count, "game"), options.output);
    return 0;
}

int rescue_games(const GamesOptions& options) {
    const auto rescued = value_or_throw(store::rescue(options.database.path(), options.rescue));
    fmt::print("{} and {} saved in {}{}\n", base::counted(rescued.games, "game"),
               base::counted(rescued.matches, "match", "es"), options.rescue,
               rescued.damaged == 0
                   ? ""
                   : fmt::format("; damaged: {}", base::counted(rescued.damaged, "game")));
    if (rescued.reopened > 0) {
        fmt::print("finished matches that lost games, and are unfinished now: {}\n",
                   rescued.reopened);
    }
    return 0;
}

int games(const GamesOptions& options) {
    if (!options.rescue.empty()) return rescue_games(options);
    const auto store = options.database.open_for_reading();
    if (options.check) {
        throw_if_failed(store->verify());
        fmt::print("{} is sound: {}\n", store->path().native(),
                   base::counted(value_or_throw(store->count({})), "game"));
        return 0;
    }
    if (!options.format.empty()) return export_games(options, *store);
    return options.matches ? list_matches(options, *store) : list_games(options, *store);
}

/// Returns those that choose among games.
std::vector<command::Option> add_filters(Command& command, GamesOptions& options) {
    store::GameFilter& filter = options.filter;
    return {
        command.add_option("-m,--match", options.match, "of this match; 0 means casual games"),
        command.add_option("-b,--bot", filter.bot, "one of the bots has this name"),
        command.add_option("--name", filter.bot_text, "one of the bots has this in its name"),
        command.add_option("--won-by", filter.won_by, "won by the bot of this name"),
        command.add_option("--lost-by", filter.lost_by, "lost by the bot of this name"),
        command.add_option("--winner", options.winner, "x, o or none").one_of({"x", "o", "none"}),
        command.add_option("-e,--ending", options.endings,
                           "with this ending: line, draw, crash, … (a,b: either)"),
        command.add_flag("--forfeits", filter.forfeits,
                         "lost by a forfeit rather than on the board"),
        command.add_option("-r,--rules", options.rules,
                           "under these rules, e.g. standard+majority"),
        command.add_option("--since", filter.since, "date, e.g. 2026-11 or 2026-11-15T08:30"),
        command.add_option("--until", filter.until, "up to this date, included"),
        command.add_option("--min-plies", filter.min_plies,
                           "at least this many plies, moves of one side"),
        command.add_option("--max-plies", filter.max_plies, "at most this many plies"),
    };
}

int audit(const DatabaseOption& database) {
    const std::filesystem::path path = database.path_for_reading();
    const store::Audit found = value_or_throw(store::audit(path));
    constexpr std::size_t kMost = 1000;
    for (const std::string& problem : found.problems) {
        fmt::print("{}\n", base::safe_name(problem, kMost));
    }
    fmt::print("{}: {}, {}, {} of them tournaments: {}\n", path.native(),
               base::counted(found.games, "game"), base::counted(found.matches, "match", "es"),
               found.tournaments,
               found.problems.empty() ? "nothing is wrong"
                                      : base::counted(found.problems.size(), "problem"));
    return found.problems.empty() ? 0 : 1;
}

struct BackupOptions {
    DatabaseOption database;
    std::string to;
};

int backup(const BackupOptions& options) {
    const std::filesystem::path from = options.database.path_for_reading();
    const store::Backup made = value_or_throw(store::backup(from, options.to));
    fmt::print("{} and {} of {} are in {}\n", base::counted(made.games, "game"),
               base::counted(made.matches, "match", "es"), from.native(), options.to);
    if (made.bots > 0) {
        fmt::print("{} of sent bots {} in {}-bots\n", base::counted(made.bots, "file"),
                   made.bots == 1 ? "is" : "are", options.to);
    }
    return 0;
}

}  // namespace

void add_games_command(Command& app) {
    auto [command, options] = app.add("games", "List, filter and export kept games", games);
    options.database.add_to(command);
    auto filters = add_filters(command, options);
    auto limit =
        command
            .add_option("-n,--limit", options.limit, "at most this many (default 50, 0 means all)")
            .non_negative();
    filters.push_back(command.add_option("--offset", options.filter.offset, "skip this many first")
                          .non_negative());
    auto matches = command.add_flag("--matches", options.matches, "list matches instead");
    auto json = command.add_flag("--json", options.json, "the list as JSON lines");
    auto format = command
                      .add_option("-x,--export", options.format,
                                  "write whole games, all that match: text or jsonl")
                      .one_of({"text", "jsonl"})
                      .excludes(matches)
                      .excludes(json);
    command.add_option("-o,--output", options.output, "file for --export (default: stdout)")
        .needs(format);
    auto check = command.add_flag("--check", options.check,
                                  "read the whole database and say if it is sound");
    auto rescue = command.add_option("--rescue", options.rescue,
                                     "save what can be read of a damaged database in this new one");
    rescue.excludes(check);
    for (command::Option whole : {check, rescue}) {
        for (const command::Option& other : {matches, format, json, limit}) whole.excludes(other);
    }
    for (command::Option filter : filters)
        filter.excludes(matches).excludes(check).excludes(rescue);
    command.footer(
        R"(The newest games come first; exports are in the order of the matches. 'ninefold replay 3.17'
shows a game.

Examples:
  ninefold games
  ninefold games --match 3 --forfeits
  ninefold games --name alice --ending move-time,game-time --since 2026-11
  ninefold games --match 3 --export jsonl -o match3.jsonl
  ninefold games --matches)");
}

void add_audit_command(Command& app) {
    auto [command, database] =
        app.add("audit", "Check a database against the rules and against itself", audit);
    database.add_with_argument_to(command);
    command.footer(
        R"(Every game is replayed; none is lost, or there twice; finished matches and tournaments have the
games, the score and the end that they announced (docs/store.md). Nothing is written, and servers
may keep running. Exit code 1: something is wrong, one line each.

Examples:
  ninefold audit
  ninefold audit games.db)");
}

void add_backup_command(Command& app) {
    auto [command, options] = app.add("backup", "Copy a database while it is used", backup);
    options.database.add_to(command);
    command.add_option("DEST", options.to, "the copy, a new file").required();
    command.footer(R"(The copy is a snapshot, taken while servers and matches run; it gets its
name when it is whole and has been read. Bots that were sent to the server go to DEST-bots. To
restore, put it in the place of the lost one (docs/store.md).

Examples:
  ninefold backup /backup/monday.db
  ninefold backup --db games.db /backup/monday.db
  ninefold audit /backup/monday.db)");
}

}  // namespace ninefold::cli
