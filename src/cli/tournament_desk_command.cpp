// SPDX-License-Identifier: MIT
#include "base/counted.h"
#include "base/foreign_text.h"
#include "cli/commands.h"
#include "cli/tournament_command_view.h"
#include "cli/tournament_options.h"
#include "server/tournament_reports.h"
#include "store/match_lock.h"
#include "tournament/forecast.h"
#include "tui/text_table.h"

namespace ninefold::cli {

store::StoredTournament find_tournament(const TournamentOptions& options,
                                        store::TournamentStore& tournaments) {
    if (!options.id.empty()) {
        const auto id = store::parse_match_id(options.id);
        if (!id) {
            throw CommandError(fmt::format("{} is not a tournament's number; 'ninefold tournament "
                                           "status' lists them",
                                           base::quoted(options.id)));
        }
        return value_or_throw(tournaments.load(*id));
    }
    const auto all = value_or_throw(tournaments.list());
    if (all.empty())
        throw CommandError("no tournament has been run yet; 'ninefold tournament run'");
    return value_or_throw(tournaments.load(all.front().id));
}

namespace {

namespace fs = std::filesystem;
using tournament::Tournament;

bool is_running(const fs::path& path, store::MatchId id) {
    return !store::MatchLock::take(path, id).has_value();
}

void write_file(const std::string& path, const std::string& text) {
    write_text(path, text);
    if (path == "-") return;
    fmt::print(stderr, "wrote {} ({} KiB)\n", path, (text.size() + 1023) / 1024);
}

/// Where a report goes; nothing for a form that is not wanted.
struct ReportPaths {
    std::string html, csv, json;
};

/// Those that the command names, or else all forms. Checked, for a report is long work.
ReportPaths report_paths(const TournamentOptions& options, store::MatchId id) {
    ReportPaths paths{options.html, options.csv, options.json};
    if (paths.html.empty() && paths.csv.empty() && paths.json.empty()) {
        const std::string base = fmt::format("tournament-{}", id.value);
        paths = {base + ".html", base + ".csv", base + ".json"};
    }
    for (const std::string& path : {paths.html, paths.csv, paths.json}) {
        if (!path.empty()) check_output(path);
    }
    return paths;
}

}  // namespace

int show_tournaments(const TournamentOptions& options) {
    const fs::path path = options.db.path();
    const auto tournaments =
        value_or_throw(store::TournamentStore::open(path, store::Access::kRead));
    const auto state = [&](const store::StoredTournament& stored) {
        return !stored.finished.empty()      ? "over"
               : is_running(path, stored.id) ? "running"
                                             : "stopped";
    };
    if (options.id.empty()) {
        tui::TextTable table(
            {{"id", true}, {"name", false, 1, 8}, {"begun"}, {"games", true}, {"state"}});
        for (const auto& stored : value_or_throw(tournaments->list())) {
            table.add({fmt::format("{}", stored.id.value), stored.name, stored.created,
                       fmt::format("{}", stored.games), state(stored)});
        }
        table.print(stdout);
        return 0;
    }
    const auto stored = find_tournament(options, *tournaments);
    const auto store = value_or_throw(store::Store::open(path, store::Access::kRead));
    const Tournament machine = value_or_throw(store::resume(*store, stored));
    const tui::Style style(stdout);
    fmt::print("{}{}{}  tournament {}, {}, {}", style.bold(), stored.name, style.off(),
               stored.id.value, state(stored), base::counted(machine.games_played(), "game"));
    if (machine.is_over()) {
        fmt::print("\n");
        print_final(stdout, machine);
    } else {
        fmt::print(" of about {}\n{}\n{}",
                   std::max(machine.games_known(), tournament::forecast(machine.spec()).games),
                   machine.stages().back().spec.name, stage_text(machine, 0, INT32_MAX, style));
    }
    return 0;
}

int stop_tournament(const TournamentOptions& options) {
    const auto tournaments = value_or_throw(store::TournamentStore::open(options.db.path()));
    const auto stored = find_tournament(options, *tournaments);
    if (!is_running(options.db.path(), stored.id)) {
        fmt::print("tournament {} is not running\n", stored.id.value);
        return 1;
    }
    throw_if_failed(tournaments->request_stop(stored.id));
    fmt::print("tournament {} ends after the games it is playing; on a cluster at once, and the "
               "results of games that are being played there wait for 'resume'\n",
               stored.id.value);
    return 0;
}

int withdraw_bot(const TournamentOptions& options) {
    const fs::path path = options.db.path();
    const auto tournaments = value_or_throw(store::TournamentStore::open(path));
    const auto stored = find_tournament(options, *tournaments);
    const auto lock = store::MatchLock::take(path, stored.id);
    if (!lock) {
        throw CommandError(fmt::format("{}: stop it first: ninefold tournament stop {}",
                                       lock.error().message, stored.id.value));
    }
    const auto store = value_or_throw(store::Store::open(path));
    const Tournament machine = value_or_throw(store::resume(*store, stored));
    if (machine.is_over()) throw CommandError("the tournament is over");
    for (int i = 0; i < static_cast<int>(machine.spec().bots.size()); ++i) {
        if (machine.spec().bots[static_cast<std::size_t>(i)].name != options.bot) continue;
        using Kind = tournament::Absence::Kind;
        throw_if_failed(tournaments->add_absence(
            stored.id,
            {tournament::TeamId{i}, options.disqualify ? Kind::kDisqualified : Kind::kWithdrawn,
             machine.current_stage(), machine.current_wave(), options.reason}));
        fmt::print("{} is {} from {} on\n", options.bot,
                   options.disqualify ? "disqualified" : "withdrawn",
                   machine.stages().back().spec.name);
        return 0;
    }
    throw CommandError(
        fmt::format("tournament {} has no bot {}", stored.id.value, base::quoted(options.bot)));
}

int write_tournament_report(const TournamentOptions& options) {
    const fs::path path = options.db.path();
    const auto tournaments =
        value_or_throw(store::TournamentStore::open(path, store::Access::kRead));
    const auto stored = find_tournament(options, *tournaments);
    const ReportPaths paths = report_paths(options, stored.id);
    const auto store = value_or_throw(store::Store::open(path, store::Access::kRead));
    if (!paths.html.empty()) {
        write_file(paths.html, value_or_throw(server::tournament_html(*store, stored.id)));
    }
    if (!paths.csv.empty()) {
        write_file(paths.csv, value_or_throw(server::tournament_csv(*store, stored.id)));
    }
    if (!paths.json.empty()) {
        const auto json = value_or_throw(server::tournament_json(*store, stored.id));
        using Json = nlohmann::ordered_json;
        write_file(paths.json, json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
    }
    return 0;
}

}  // namespace ninefold::cli
