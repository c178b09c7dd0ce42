// SPDX-License-Identifier: MIT
#include "store/unfinished_database.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkostemp is not in <cstdlib>
#include <unistd.h>

#include "base/file_descriptor.h"
#include "base/try.h"

namespace ninefold::store {

namespace {

using base::fail;
namespace fs = std::filesystem;

/// What was written to another database of this name last, SQLite would write to the new one.
base::Result<void> check_free(const fs::path& place) {
    std::error_code ignored;
    if (fs::exists(place, ignored)) {
        return fail("{}: is there already; name a new file", place.native());
    }
    for (const char* suffix : {"-wal", "-journal"}) {
        if (!fs::exists(place.native() + suffix, ignored)) continue;
        return fail("{}{}: is left of another database, and would overwrite this one; name a new "
                    "file, or remove it first",
                    place.native(), suffix);
    }
    return {};
}

base::Result<void> flush(const fs::path& path) {
    const base::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file && ::fsync(file.number()) == 0) return {};
    return fail("{}: cannot be written to the disk: {}", path.native(),
                std::generic_category().message(errno));
}

}  // namespace

base::Result<UnfinishedDatabase> UnfinishedDatabase::make(const fs::path& place) {
    TRY(check_free(place));
    std::string name = place.native() + ".part-XXXXXX";
    const base::FileDescriptor file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file) {
        return fail("{}: cannot be made: {}", place.native(),
                    std::generic_category().message(errno));
    }
    return UnfinishedDatabase(place, name);
}

UnfinishedDatabase::~UnfinishedDatabase() {
    if (path_.empty()) return;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
        std::error_code ignored;
        fs::remove(path_.native() + suffix, ignored);
    }
}

base::Result<void> UnfinishedDatabase::move_to_its_place() {
    TRY(check_free(place_));
    TRY(flush(path_));
    std::error_code error;
    fs::rename(path_, place_, error);
    if (error) return fail("{}: cannot be written: {}", place_.native(), error.message());
    path_.clear();
    return flush(fs::absolute(place_).parent_path());
}

}  // namespace ninefold::store
