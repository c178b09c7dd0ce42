// SPDX-License-Identifier: MIT
#pragma once

#include "store/database.h"
#include "store/store_settings.h"

namespace ninefold::store {

/// Marks a file as Ninefold's in SQLite's header: the letters "N9FD".
inline constexpr std::int64_t kApplicationId = 0x4e394644;
/// Counts the migrations in schema.cpp.
inline constexpr std::int64_t kSchemaVersion = 4;

/// Opens a file and makes sure that it is Ninefold's and has the newest schema: fills a new one,
/// brings an older one up to date, and refuses a foreign, newer or damaged one without changing it.
/// One that is only read is not changed: where it is older, the connection sees its tables as if it
/// were not. Also sets what SQLite keeps with each connection rather than in the file.
base::Result<std::unique_ptr<Database>> open_games(const std::filesystem::path& path,
                                                   Database::Mode mode,
                                                   const StoreSettings& settings = {});

/// Lets a connection to a database of any version read the newest tables.
base::Result<void> show_as_newest(Database& database);

/// Refuses what lies under the name of one of our tables and is none: a view may never end, and a
/// virtual table runs code that the file chooses.
base::Result<void> check_tables(Database& database);

/// Whether the file, of whatever version, has a table.
base::Result<bool> has_table(Database& database, std::string_view name);

}  // namespace ninefold::store
