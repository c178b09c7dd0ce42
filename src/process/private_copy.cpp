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

#include "base/try.h"
#include "process/bot_roots.h"
#include "process/file_descriptor.h"
#include "process/python_helpers.h"
#include "process/sandbox.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;
using base::fail;
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

/// What an organiser's programs keep beside bots (these copies, where the folder for temporary
/// files is the bots'), and what a compiler leaves there.
bool is_no_bots(const std::string& name) {
    constexpr std::array kEnds = {".db",  ".sqlite", ".sqlite3", "-wal", "-shm",   "-journal",
                                  ".log", ".lock",   ".lck",     ".pid", ".o",     ".a",
                                  ".obj", ".rlib",   ".rmeta",   ".gch", ".ninja", ".ninja_deps"};
    constexpr std::array kNames = {".git", ".hg", ".svn", "CMakeFiles", "incremental"};
    return name.starts_with(base::TemporaryFolder::kPrefix) ||
           std::any_of(kEnds.begin(), kEnds.end(),
                       [&](const char* end) { return name.ends_with(end); }) ||
           std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// Where an open file lies, without links.
fs::path place_of(int file) {
    std::error_code error;
    return fs::read_symlink(fmt::format("/proc/self/fd/{}", file), error);
}

/// Copies folders under the rules that PrivateCopy tells of.
class Copier {
public:
    Copier(std::vector<fs::path> named, const std::vector<fs::path>& hidden, bool other_user)
        : named_(std::move(named)), other_user_(other_user) {
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
        folders_ = {{source, target}};
        while (!folders_.empty()) {
            const auto [from, to] = std::move(folders_.front());
            folders_.pop_front();
            TRY(copy_folder(from, to));
        }
        return {};
    }

    /// Large files, with where they go.
    std::vector<PrivateCopy::Shown> large;

private:
    base::Result<void> copy_folder(const fs::path& from, const fs::path& to) {
        std::error_code error;
        if (::mkdir(to.c_str(), 0755) != 0) {
            return fail("{}: {}", to.string(), std::strerror(errno));
        }
        ::chmod(to.c_str(), 0755);
        std::vector<fs::path> entries;
        for (fs::directory_iterator at(from, error), end; !error && at != end;
             at.increment(error)) {
            entries.push_back(at->path());
            if (entries.size() > kMostCopiedFiles) break;
        }
        std::sort(entries.begin(), entries.end());
        for (const fs::path& entry : entries) {
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
            folders_.emplace_back(from, to);
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
        if (!is_inside(target, root_)) {
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
        if (!is_inside(place_of(in.number()), root_)) {
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
        ++files_;
        if (is_large) {
            large.push_back({from, to, Inode(status.st_dev, status.st_ino)});
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

    bool is_full() const { return files_ >= kMostCopiedFiles || bytes_ >= kMostCopiedBytes; }

    /// Whether the command names it, or something in it.
    bool holds_named(const fs::path& folder) const {
        return std::any_of(named_.begin(), named_.end(),
                           [&](const fs::path& path) { return is_inside(path, folder); });
    }

    /// Whether it is another bot's or the organiser's.
    bool is_others(const fs::path& entry) const {
        if (is_inside_any(entry, hidden_) || is_no_bots(entry.filename().string())) return true;
        fs::path folder = entry.parent_path();
        if (folder.filename() == "__pycache__") folder = folder.parent_path();
        const std::string name = entry.filename().string();
        const auto has_name = [&](const std::vector<fs::path>& paths) {
            return std::any_of(paths.begin(), paths.end(), [&](const fs::path& path) {
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
        if (modules_.empty() || std::none_of(hidden_.begin(), hidden_.end(), lies_here)) {
            return false;
        }
        std::error_code error;
        if (entry.extension() == ".pyc" || entry.extension() == ".pyo") {
            const std::string name = entry.filename().string();
            return std::none_of(modules_.begin(), modules_.end(),
                                [&](const fs::path& module) { return shares_name(name, module); });
        }
        bool is_python = entry.extension() == ".py" || entry.extension() == ".so";
        for (fs::directory_iterator at(entry, error), end; !is_python && !error && at != end;
             at.increment(error)) {
            is_python = at->path().extension() == ".py" && folder == entry.parent_path();
        }
        return is_python && !contains(modules_, entry);
    }

    const std::vector<fs::path> named_;
    const bool other_user_;
    std::vector<fs::path> hidden_;
    std::vector<fs::path> modules_;  ///< of the bot, where it is Python
    std::set<Inode> inodes_;
    fs::path root_;  ///< of what is being copied, without links
    std::deque<std::pair<fs::path, fs::path>> folders_;
    std::size_t files_ = 0;
    std::uintmax_t bytes_ = 0;
};

bool all_may_read(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return true;  // bwrap will say that it is not there
    const mode_t needed = S_ISDIR(status.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
    return (status.st_mode & needed) == needed;
}

/// Copies a bot's folders one after another, and shows what need not be copied.
class Showing {
public:
    Showing(Copier& copier, PrivateCopy& files) : copier_(copier), files_(files) {}

    /// What the bot sees as it is on this machine.
    base::Result<void> show(const fs::path& path, const fs::path& place, bool other_user) {
        files_.places.add(path, place);
        if (is_system(place)) return {};
        if (other_user && !all_may_read(path)) return copier_.copy(path, new_copy(place));
        files_.shown.push_back({path, place});
        return {};
    }
    /// A folder of the bot's, or a file alone of a folder that is not.
    base::Result<void> copy_own(const fs::path& root) {
        std::error_code error;
        if (fs::is_directory(root, error)) {
            const fs::path place = SandboxPlaces::of_folder(folders_.size());
            folders_.push_back(root);
            files_.places.add(root, place);
            return copier_.copy(root, new_copy(place));
        }
        const auto known = std::find(folders_.begin(), folders_.end(), root.parent_path());
        const auto number = static_cast<std::size_t>(known - folders_.begin());
        const fs::path place = SandboxPlaces::of_folder(number);
        files_.places.add(root, place / root.filename());
        if (known == folders_.end()) {
            folders_.push_back(root.parent_path());
            const fs::path& source = new_copy(place);
            fs::create_directory(source, error);
            ::chmod(source.c_str(), 0755);
        }
        const auto to = std::find_if(copies_.begin(), copies_.end(),
                                     [&](const auto& copy) { return copy.place == place; });
        return copier_.copy(root, to->source / root.filename());
    }
    void finish() {
        files_.shown.insert(files_.shown.end(), copies_.begin(), copies_.end());
        for (const PrivateCopy::Shown& file : copier_.large) {
            for (const PrivateCopy::Shown& copy : copies_) {
                if (!is_inside(file.place, copy.source)) continue;
                const fs::path below = file.place.lexically_relative(copy.source);
                files_.shown.push_back(
                    {file.source, (copy.place / below).lexically_normal(), file.inode});
            }
        }
    }

private:
    /// Where what is shown at the place is copied to.
    const fs::path& new_copy(const fs::path& place) {
        copies_.push_back({files_.folder.path() / std::to_string(copies_.size()), place});
        return copies_.back().source;
    }

    Copier& copier_;
    PrivateCopy& files_;
    std::vector<PrivateCopy::Shown> copies_;
    std::vector<fs::path> folders_;  ///< the bot's own, numbered
};

/// Changes when a file below the root does.
std::string stamp(const fs::path& root) {
    std::string text;
    const auto add = [&](const fs::path& path) {
        struct stat status {};
        if (::lstat(path.c_str(), &status) != 0) return;
        text += fmt::format("{}\t{} {} {} {}\n", path.string(), status.st_ino, status.st_size,
                            status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
    };
    add(root);
    std::error_code error;
    std::size_t count = 0;
    for (fs::recursive_directory_iterator at(root, error), end;
         !error && at != end && count < kMostCopiedFiles; at.increment(error), ++count) {
        if (is_no_bots(at->path().filename().string())) at.disable_recursion_pending();
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

std::string PrivateCopy::key(const BotCommand& command, const SandboxOptions& options) {
    std::string text = absolute_path(command.folder).string();
    const auto add = [&](const std::vector<fs::path>& paths) {
        text += '\n';
        for (const fs::path& path : paths) text += path.string() + '\0';
    };
    const std::vector<fs::path> named = named_files(command, options);
    add(named);
    add(options.read_only);
    add({options.host});
    add(options.hidden);
    for (const fs::path& root : roots_of(command, named)) text += stamp(root);
    return text;
}

base::Result<std::shared_ptr<const PrivateCopy>> PrivateCopy::take(const BotCommand& command,
                                                                   const SandboxOptions& options,
                                                                   const Readers& readers) {
    auto folder = TRY(base::TemporaryFolder::make());
    if (readers.group) {
        if (::chown(folder.path().c_str(), ::geteuid(), *readers.group) != 0 ||
            ::chmod(folder.path().c_str(), 0750) != 0) {
            return fail("{}: {}", folder.path().string(), std::strerror(errno));
        }
    }
    auto files = std::make_shared<PrivateCopy>(PrivateCopy{std::move(folder)});
    const std::vector<fs::path> named = named_files(command, options);
    Copier copier(named, options.hidden, readers.other_user);
    Showing showing(copier, *files);
    for (const fs::path& root : roots_of(command, named)) TRY(showing.copy_own(root));
    for (const fs::path& path : options.read_only) {
        const fs::path whole = absolute_path(path);
        TRY(showing.show(whole, whole, readers.other_user));
    }
    if (!options.host.empty()) {
        TRY(showing.show(absolute_path(options.host), SandboxPlaces::kHost, readers.other_user));
    }
    showing.finish();
    return std::shared_ptr<const PrivateCopy>(std::move(files));
}

}  // namespace ninefold::process
