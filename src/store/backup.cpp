// SPDX-License-Identifier: MIT
#include "store/backup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "store/database.h"
#include "store/schema.h"
#include "store/store.h"

namespace ninefold::store {

namespace {

using base::fail;
namespace fs = std::filesystem;

fs::path beside(const fs::path& path, const char* suffix) { return path.native() + suffix; }

/// Removes the unfinished copy unless it got its name.
class Part {
public:
    explicit Part(fs::path path) : path_(std::move(path)) { remove(); }
    ~Part() { remove(); }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    const fs::path& path() const { return path_; }

private:
    void remove() const {
        std::error_code ignored;
        for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
            fs::remove(beside(path_, suffix), ignored);
        }
    }
    fs::path path_;
};

base::Result<void> flush(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool done = file >= 0 && ::fsync(file) == 0;
    const int number = errno;
    if (file >= 0) ::close(file);
    if (done) return {};
    return fail("{}: cannot be written to the disk: {}", path.native(),
                std::generic_category().message(number));
}

/// Without the log, so that one file is all of it.
base::Result<void> copy(Database& from, const fs::path& to) {
    auto target = Database::open(to, Database::Mode::kCreate, {});
    if (!target) return target.error();
    if (auto copied = from.copy_to(**target); !copied) return copied;
    return (*target)->execute("PRAGMA journal_mode = DELETE");
}

base::Result<Backup> check(const fs::path& path) {
    auto store = Store::open(path, Access::kRead);
    if (!store) return store.error();
    if (auto sound = (*store)->verify(); !sound) return sound.error();
    const auto games = (*store)->count({});
    if (!games) return games.error();
    const auto matches = (*store)->matches();
    if (!matches) return matches.error();
    return Backup{*games, static_cast<std::int64_t>(matches->size())};
}

base::Result<std::uintmax_t> copy_bots(const fs::path& from, const fs::path& to) {
    std::error_code error;
    if (!fs::is_directory(from, error)) return 0;
    fs::create_directory(to, error);
    if (!error) fs::permissions(to, fs::perms::owner_all, error);
    std::uintmax_t files = 0;
    for (fs::recursive_directory_iterator at(from, error), end; !error && at != end;
         at.increment(error)) {
        const fs::path place = to / at->path().lexically_relative(from);
        if (at->is_symlink(error)) continue;
        if (at->is_directory(error)) fs::create_directory(place, error);
        else if (at->is_regular_file(error)) files += fs::copy_file(at->path(), place, error);
        if (error) break;
    }
    if (error)
        return fail("{}: cannot be copied to {}: {}", from.native(), to.native(), error.message());
    return files;
}

}  // namespace

base::Result<Backup> backup(const fs::path& from, const fs::path& to) {
    for (const fs::path& taken : {to, beside(to, "-bots")}) {
        std::error_code error;
        if (fs::exists(taken, error)) {
            return fail("{}: is there already; name a new file", taken.native());
        }
    }
    auto source = Database::open(from, Database::Mode::kRead, {});
    if (!source) return source.error();
    if (auto ready = prepare_schema(**source, {}); !ready) return ready.error();
    const Part part(beside(to, ".part"));
    if (auto copied = copy(**source, part.path()); !copied) return copied.error();
    auto made = check(part.path());
    if (!made) return made.error();
    const auto bots = copy_bots(beside(from, "-bots"), beside(to, "-bots"));
    if (!bots) return bots.error();
    made->bots = *bots;
    if (auto flushed = flush(part.path()); !flushed) return flushed.error();
    std::error_code error;
    fs::rename(part.path(), to, error);
    if (error) return fail("{}: cannot be written: {}", to.native(), error.message());
    if (auto flushed = flush(fs::absolute(to).parent_path()); !flushed) return flushed.error();
    return made;
}

}  // namespace ninefold::store
