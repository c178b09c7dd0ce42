// SPDX-License-Identifier: MIT
#include "cli/tournament_command_report.h"

#include <fstream>

#include "cli/command_error.h"
#include "tournament/report.h"

namespace ninefold::cli {

namespace {

void write_file(const std::string& path, const std::string& text) {
    if (path == "-") {
        fmt::print("{}", text);
        return;
    }
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw CommandError(fmt::format("{}: cannot be written", path));
    fmt::print(stderr, "wrote {} ({} KiB)\n", path, (text.size() + 1023) / 1024);
}

}  // namespace

void write_reports(const std::filesystem::path& database, const store::StoredTournament& stored,
                   const ReportFiles& files) {
    const auto store = value_or_throw(store::Store::open(database, store::Access::kRead));
    const tournament::Tournament machine = value_or_throw(store::take_up(*store, stored));
    tournament::Report report(machine);
    report.id = store::to_text(stored.id);
    report.created = stored.created;
    report.finished = stored.finished;
    throw_if_failed(store->for_each({.match = stored.id, .order = store::Order::kByNumber},
                                    [&](store::GameId id, const record::GameRecord& game) {
                                        report.add(id.number, game);
                                        return true;
                                    }));
    const bool all = files.html.empty() && files.csv.empty() && files.json.empty();
    const auto write = [&](const std::string& file, std::string_view ending, auto&& make) {
        if (!all && file.empty()) return;
        const std::string own = fmt::format("tournament-{}.{}", stored.id.value, ending);
        write_file(file.empty() ? own : file, make(report));
    };
    write(files.html, "html", tournament::to_html);
    write(files.csv, "csv", tournament::to_csv);
    write(files.json, "json", [](const tournament::Report& r) { return tournament::to_json(r); });
}

}  // namespace ninefold::cli
