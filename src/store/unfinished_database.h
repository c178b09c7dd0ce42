// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <utility>

#include "base/result.h"

namespace ninefold::store {

/// A new database while it is filled: an empty file of its user's alone, beside its place and under
/// a name that was free (`games.db.part-Xa81pQ`). It gets its own name when it is complete and on
/// the disk; until then it is removed with the object, and with the files that SQLite puts beside
/// it.
class UnfinishedDatabase {
public:
    /// Fails where something has the name already, or no file can be made there.
    static base::Result<UnfinishedDatabase> make(const std::filesystem::path& place);
    UnfinishedDatabase(UnfinishedDatabase&& other) noexcept
        : place_(std::move(other.place_)), path_(std::exchange(other.path_, {})) {}
    UnfinishedDatabase& operator=(UnfinishedDatabase&&) = delete;
    ~UnfinishedDatabase();

    const std::filesystem::path& path() const { return path_; }

    /// Every connection to it has been closed, so that one file is all of it.
    base::Result<void> move_to_its_place();

private:
    UnfinishedDatabase(std::filesystem::path place, std::filesystem::path path)
        : place_(std::move(place)), path_(std::move(path)) {}

    std::filesystem::path place_;
    std::filesystem::path path_;  ///< empty once it is in its place
};

}  // namespace ninefold::store
