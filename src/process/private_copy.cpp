// SPDX-License-Identifier: MIT
#include "process/private_copy.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <set>

#include "base/file_contents.h"
#include "base/file_descriptor.h"
#include "base/try.h"
#include "process/bot_command.h"
#include "process/bot_files.h"
#include "process/python_helpers.h"
#include "process/sandbox.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;
using base::fail;
using base::FileDescriptor;
using Inode = PrivateCopy::Inode;

constexpr std::size_t kMostCopiedFiles = 10'000;
constexpr std::uintmax_t kMostCopiedBytes = std::uintmax_t{256} << 20;
/// Larger files are shown as they are where they can be. A cluster's bot has none, so that no mount
/// tells where its files lie.
constexpr std::uintmax_t kLargeFile = std::uintmax_t{64} << 20;
constexpr std::string_view kDatabaseHead("SQLite format 3\0", 16);

/// Whether the name is that of `path` with another ending: `bob.class`, `bob$1.class`,
/// `bob.cpython-311.pyc` beside `bob.py`.
bool shares_name(const std::string& name, const fs::path& path) {
    const std::string stem = path.stem().string();
    return name.starts_with(stem) &&
           (name.size() == stem.size() || name[stem.size()] == '.' || name[stem.size()] == '$');
}

/// Whether it is the folder of a server's database for the bots that were sent to it:
/// `games.db-bots` beside `games.db`.
bool is_sent_bots(const fs::path& path) {
    constexpr std::string_view kEnd = "-bots";
    const std::string text = path.string();
    if (!text.ends_with(kEnd)) return false;
    const std::string database = text.substr(0, text.size() - kEnd.size());
    std::error_code error;
    return database.ends_with(".db") || fs::is_regular_file(database, error);
}

/// What an organiser's programs keep beside bots (these copies, where the folder for temporary
/// files is the bots'), and what a compiler leaves there.
bool is_no_bots(const fs::path& path) {
    const std::string name = path.filename().string();
    constexpr std::array kEnds = {".db",      ".sqlite", ".sqlite3", "-wal",       "-shm",
                                  "-journal", "-lock",   ".log",     ".lock",      ".lck",
                                  ".pid",     ".o",      ".a",       ".obj",       ".rlib",
                                  ".rmeta",   ".gch",    ".ninja",   ".ninja_deps"};
    constexpr std::array kNames = {".git", ".hg", ".svn", "CMakeFiles", "incremental"};
    return name.starts_with(base::TemporaryFolder::kPrefix) ||
           std::ranges::any_of(kEnds, [&](const char* end) { return name.ends_with(end); }) ||
           std::find(kNames.begin(), kNames.end(), name) != kNames.end() || is_sent_bots(path);
}

bool all_may_read(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return true;  // bwrap will say that it is not there
    const mode_t needed = S_ISDIR(status.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
    return (status.st_mode & needed) == needed;
}

/// Makes a PrivateCopy under the rules that it tells of: copies a bot's folders one after another,
/// and shows what need not be copied.
class Copier {
public:
    Copier(PrivateCopy& files, std::vector<fs::path> named, const std::vector<fs::path>& hidden,
           bool other_user)
        : files_(files), named_(std::move(named)), other_user_(other_user) {
        for (const fs::path& path : hidden) {
            const fs::path whole = absolute_path(path);
            if (contains(named_, whole)) continue;
            hidden_.push_back(whole);
            struct stat status {};
            if (::stat(whole.c_str(), &status) == 0) inodes_.emplace(status.st_dev, status.st_ino);
        }
        for (const fs::path& path : named_) {
            if (path.extension() != ".py") continue;
            modules_.push_back(path);
            for (fs::path& module : python_helpers(path)) modules_.push_back(std::move(module));
        }
    }

    /// A folder of the bot's, or a file alone of a folder that is not.
    base::Result<void> copy_own(const fs::path& root) {
        std::error_code error;
        const bool is_folder = fs::is_directory(root, error);
        const fs::path folder = is_folder ? root : root.parent_path();
        const auto known = std::ranges::find(folders_, folder);
        const fs::path place =
            SandboxPlaces::of_folder(static_cast<std::size_t>(known - folders_.begin()));
        files_.places.add(root, is_folder ? place : place / root.filename());
        if (known != folders_.end()) {
            copy_ = *std::ranges::find(files_.shown, place, &PrivateCopy::Shown::place);
        } else {
            folders_.push_back(folder);
            begin_copy(place);
            if (!is_folder) TRY(make_folder(copy_.source));
        }
        return copy(root, is_folder ? copy_.source : copy_.source / root.filename());
    }

    /// What the bot sees as it is on this machine.
    base::Result<void> show(const fs::path& path, const fs::path& place) {
        files_.places.add(path, place);
        if (is_system(place)) return {};
        std::error_code error;
        if (is_too_wide(path) || is_too_wide(fs::canonical(path, error))) {
            return fail("the bot needs {}, and all of it would be shown: give its interpreter a "
                        "folder of its own",
                        path.string());
        }
        if (!other_user_ || all_may_read(path)) {
            files_.shown.push_back({path, place});
            return {};
        }
        begin_copy(place);
        return copy(path, copy_.source);
    }

private:
    /// What is copied from here on is shown at the place.
    void begin_copy(const fs::path& place) {
        copy_ = {files_.folder.path() / std::to_string(files_.shown.size()), place};
        files_.shown.push_back(copy_);
    }

    static base::Result<void> make_folder(const fs::path& folder) {
        if (::mkdir(folder.c_str(), 0755) == 0 && ::chmod(folder.c_str(), 0755) == 0) return {};
        return fail("{}: {}", folder.string(), std::strerror(errno));
    }

    /// Copies `source`, a file or a folder, to `target`. Breadth first, so that what lies nearest
    /// to the bot is copied where not all is.
    base::Result<void> copy(const fs::path& source, const fs::path& target) {
        std::error_code error;
        root_ = fs::canonical(source.parent_path(), error) / source.filename();
        if (!fs::is_directory(source, error)) return copy_entry(source, target);
        root_ = fs::canonical(source, error);
        if (is_too_wide(root_) || is_system(root_)) {
            return fail("{} leads to {}, which is no bot's folder", source.string(),
                        root_.string());
        }
        queue_ = {{source, target}};
        while (!queue_.empty()) {
            const auto [from, to] = std::move(queue_.front());
            queue_.pop_front();
            TRY(copy_folder(from, to));
        }
        return {};
    }

    base::Result<void> copy_folder(const fs::path& from, const fs::path& to) {
        TRY(make_folder(to));
        for (const fs::path& entry : base::entries_of(from, kMostCopiedFiles + 1)) {
            const bool is_named = holds_named(entry);
            if (!is_named && (is_others(entry) || is_full())) continue;
            const auto copied = copy_entry(entry, to / entry.filename());
            if (!copied && is_named) return copied;
        }
        return {};
    }

    base::Result<void> copy_entry(const fs::path& from, const fs::path& to) {
        struct stat status {};
        if (::lstat(from.c_str(), &status) != 0) {
            return fail("{}: {}", from.string(), std::strerror(errno));
        }
        if (S_ISDIR(status.st_mode)) {
            queue_.emplace_back(from, to);
            return {};
        }
        if (S_ISLNK(status.st_mode)) return copy_link(from, to);
        if (!S_ISREG(status.st_mode)) return fail("{} is not a regular file", from.string());
        return copy_file(from, to);
    }

    /// A link within the folder, or to what every bot sees, is kept; another one is none of the
    /// bot's.
    base::Result<void> copy_link(const fs::path& from, const fs::path& to) {
        std::error_code error;
        const fs::path target = fs::canonical(from, error);
        if (error) return fail("{}: {}", from.string(), error.message());
        if (is_system(target)) {
            fs::create_symlink(target, to, error);
            return {};
        }
        if (!base::is_inside(target, root_)) {
            return fail("{} is a link that leads out of its folder, to {}; name that file itself",
                        from.string(), target.string());
        }
        const fs::path here = fs::canonical(from.parent_path(), error);
        fs::create_symlink(target.lexically_relative(here), to, error);
        return {};
    }

    base::Result<void> copy_file(const fs::path& from, const fs::path& to) {
        const FileDescriptor in(
            ::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        struct stat status {};
        if (!in || ::fstat(in.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return fail("{}: {}", from.string(), std::strerror(errno));
        }
        // Its author may have put a link into the way meanwhile: the file that was opened counts.
        if (!base::is_inside(in.place(), root_)) {
            return fail("{} leads out of its folder", from.string());
        }
        const bool is_named = contains(named_, from);
        if (!is_named &&
            (inodes_.contains({status.st_dev, status.st_ino}) || is_database(in.number()))) {
            return {};
        }
        const auto size = static_cast<std::uintmax_t>(status.st_size);
        const bool readable = !other_user_ || (status.st_mode & S_IROTH) != 0;
        const bool is_large = size > kLargeFile && readable;
        const std::uintmax_t room =
            is_named ? kMostCopiedBytes : kMostCopiedBytes - std::min(bytes_, kMostCopiedBytes);
        if (!is_large && size > room) {
            if (!is_named) return {};
            return fail("{} has {} MiB, and only {} MiB of a bot's files are copied", from.string(),
                        size >> 20, kMostCopiedBytes >> 20);
        }
        const mode_t mode = (status.st_mode & 0111) != 0 ? 0755 : 0644;
        const FileDescriptor out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        if (!out) return fail("{}: {}", to.string(), std::strerror(errno));
        ++count_;
        if (is_large) {
            files_.shown.push_back({from, copy_.place / to.lexically_relative(copy_.source),
                                    Inode(status.st_dev, status.st_ino)});
            return {};
        }
        bytes_ += size;
        if (!copy_bytes(in.number(), out.number(), size)) {
            return fail("{} cannot be copied: {}", from.string(), std::strerror(errno));
        }
        ::fchmod(out.number(), mode);
        // Python compares it with what its compiled files were made of.
        const std::array<timespec, 2> times = {status.st_atim, status.st_mtim};
        ::futimens(out.number(), times.data());
        return {};
    }

    static bool copy_bytes(int in, int out, std::uintmax_t size) {
        while (size > 0) {
            const ssize_t done = ::sendfile(out, in, nullptr, size);
            if (done < 0 && errno == EINTR) continue;
            if (done < 0) return false;
            if (done == 0) break;
            size -= static_cast<std::uintmax_t>(done);
        }
        return true;
    }

    static bool is_database(int file) {
        std::array<char, 16> head{};
        return ::pread(file, head.data(), head.size(), 0) == static_cast<ssize_t>(head.size()) &&
               std::string_view(head.data(), head.size()) == kDatabaseHead;
    }

    bool is_full() const { return count_ >= kMostCopiedFiles || bytes_ >= kMostCopiedBytes; }

    /// Whether the command names it, or something in it.
    bool holds_named(const fs::path& folder) const {
        return std::ranges::any_of(named_, [&](const fs::path& path) {
            return base::is_inside(path, folder);
        });
    }

    /// Whether it is another bot's or the organiser's.
    bool is_others(const fs::path& entry) const {
        if (is_inside_any(entry, hidden_) || is_no_bots(entry)) return true;
        fs::path folder = entry.parent_path();
        if (folder.filename() == "__pycache__") folder = folder.parent_path();
        const std::string name = entry.filename().string();
        const auto has_name = [&](const std::vector<fs::path>& paths) {
            return std::ranges::any_of(paths, [&](const fs::path& path) {
                return path.parent_path() == folder && shares_name(name, path);
            });
        };
        if (has_name(named_)) return false;
        return has_name(hidden_) || is_others_python(entry, folder);
    }

    /// Among other bots, a Python bot sees the modules that it imports and no others: they may be
    /// theirs.
    bool is_others_python(const fs::path& entry, const fs::path& folder) const {
        const auto lies_here = [&](const fs::path& path) { return path.parent_path() == folder; };
        if (modules_.empty() || std::ranges::none_of(hidden_, lies_here)) {
            return false;
        }
        if (entry.extension() == ".pyc" || entry.extension() == ".pyo") {
            const std::string name = entry.filename().string();
            return std::ranges::none_of(modules_, [&](const fs::path& module) {
                return shares_name(name, module);
            });
        }
        std::error_code error;
        bool is_python = entry.extension() == ".py" || entry.extension() == ".so";
        for (fs::directory_iterator at(entry, error), end; !is_python && !error && at != end;
             at.increment(error)) {
            is_python = at->path().extension() == ".py" && folder == entry.parent_path();
        }
        return is_python && !contains(modules_, entry);
    }

    PrivateCopy& files_;
    const std::vector<fs::path> named_;
    const bool other_user_;
    std::vector<fs::path> hidden_;
    std::vector<fs::path> modules_;  ///< of the bot, where it is Python
    std::set<Inode> inodes_;         ///< of what is hidden
    std::vector<fs::path> folders_;  ///< the bot's own, numbered
    PrivateCopy::Shown copy_;        ///< what is being copied to, and its place
    fs::path root_;                  ///< of what is being copied, without links
    std::deque<std::pair<fs::path, fs::path>> queue_;
    std::size_t count_ = 0;
    std::uintmax_t bytes_ = 0;
};

/// Changes when a file below the root does.
std::string stamp(const fs::path& root) {
    std::string text;
    const auto add = [&](const fs::path& path) { text += file_stamp(path, AT_SYMLINK_NOFOLLOW); };
    add(root);
    std::error_code error;
    std::size_t count = 0;
    for (fs::recursive_directory_iterator at(root, error), end;
         !error && at != end && count < kMostCopiedFiles; at.increment(error), ++count) {
        if (is_no_bots(at->path())) at.disable_recursion_pending();
        else add(at->path());
    }
    return text;
}

}  // namespace

bool PrivateCopy::Shown::is_same() const {
    struct stat status {};
    if (!inode) return true;
    // The number of a file that is gone may be given to a link.
    return ::lstat(source.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           *inode == Inode(status.st_dev, status.st_ino);
}

std::string PrivateCopy::key(const ConfinedProgram& program) {
    const SandboxOptions& options = program.sandbox;
    std::string text = absolute_path(program.command.folder).string();
    const auto add = [&](const std::vector<fs::path>& paths) {
        text += '\n';
        for (const fs::path& path : paths) text += path.string() + '\0';
    };
    const std::vector<fs::path> named = named_files(program);
    add(named);
    add(options.read_only);
    add({options.host});
    add(options.hidden);
    for (const fs::path& root : roots_of(program.command, named)) text += stamp(root);
    return text;
}

base::Result<SharedCopy> PrivateCopy::take(const ConfinedProgram& program, const Readers& readers) {
    const SandboxOptions& options = program.sandbox;
    auto folder = TRY(base::TemporaryFolder::make());
    if (readers.group) {
        if (::chown(folder.path().c_str(), ::geteuid(), *readers.group) != 0 ||
            ::chmod(folder.path().c_str(), 0750) != 0) {
            return fail("{}: {}", folder.path().string(), std::strerror(errno));
        }
    }
    auto files = std::make_shared<PrivateCopy>(PrivateCopy{std::move(folder)});
    const std::vector<fs::path> named = named_files(program);
    Copier copier(*files, named, options.hidden, readers.other_user);
    for (const fs::path& root : roots_of(program.command, named)) TRY(copier.copy_own(root));
    for (const fs::path& path : options.read_only) {
        TRY(copier.show(absolute_path(path), absolute_path(path)));
    }
    if (!options.host.empty()) TRY(copier.show(absolute_path(options.host), SandboxPlaces::kHost));
    return SharedCopy(std::move(files));
}

}  // namespace ninefold::process
