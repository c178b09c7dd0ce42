// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "store/tournament_store.h"

namespace ninefold::cli {

/// Where the parts of a report go; `-` is standard output. Where all are empty, each is written
/// into a file called after the tournament.
struct ReportFiles {
    std::string html, csv, json;
};

/// Throws CommandError.
void write_reports(const std::filesystem::path& database, const store::StoredTournament& stored,
                   const ReportFiles& files);

}  // namespace ninefold::cli
