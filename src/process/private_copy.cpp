// SPDX-License-Identifier: MIT
#include "process/private_copy.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <deque>

#include "base/file_contents.h"
#include "base/file_descriptor.h"
#include "base/try.h"
#include "process/bot_command.h"
#include "process/bot_entries.h"
#include "process/bot_files.h"
#include "process/sandbox.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;
using base::fail;
using base::FileDescriptor;

constexpr std::size_t kMostCopiedEntries = 10'000;
constexpr std::uintmax_t kMostCopiedBytes = std::uintmax_t{256} << 20;
/// Larger files are linked to instead of being copied where that can be, so that a network of some
/// hundred MiB takes neither time nor room.
constexpr std::uintmax_t kLargeFile = std::uintmax_t{64} << 20;
constexpr std::string_view kDatabaseHead("SQLite format 3\0", 16);

bool all_may_read(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return true;  // bwrap will say that it is not there
    const mode_t needed = S_ISDIR(status.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
    return (status.st_mode & needed) == needed;
}

/// Refuses a bot's folder that is a link out of the folder around it, by itself or, below the
/// current folder, on the way to it: all that it leads to would be the bot's.
base::Result<void> check_way(const fs::path& folder) {
    const fs::path here = absolute_path(".");
    for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) {
        std::error_code error;
        if (fs::is_symlink(at, error)) {
            const fs::path target = fs::canonical(at, error);
            if (!base::is_inside(target, fs::canonical(at.parent_path(), error))) {
                return fail("{} is a link that leads out of its folder, to {}; name that folder "
                            "itself",
                            at.string(), target.string());
            }
        }
        if (at.parent_path() == here || !base::is_inside(at.parent_path(), here)) break;
    }
    return {};
}

/// Makes a PrivateCopy under the rules that it tells of: copies a bot's folders one after another,
/// and shows what need not be copied.
class Copier {
public:
    Copier(PrivateCopy& files, std::vector<fs::path> named, const std::vector<fs::path>& hidden,
           bool other_user)
        : files_(files), entries_(std::move(named), hidden), other_user_(other_user) {}

    /// A folder of the bot's, or a file alone of a folder that is not.
    base::Result<void> copy_own(const fs::path& root) {
        std::error_code error;
        const bool is_folder = fs::is_directory(root, error);
        const fs::path folder = is_folder ? root : root.parent_path();
        TRY(check_way(folder));
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
        return base::failed_call(folder.string(), errno);
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
        queue_ = {{source, target, 0}};
        while (!queue_.empty()) {
            const Folder folder = std::move(queue_.front());
            queue_.pop_front();
            const auto copied = copy_folder(folder);
            const bool matters = folder.from == source || entries_.hold_named(folder.from);
            if (!copied && (matters || copied.error().is_ours)) return copied;
        }
        return {};
    }

    struct Folder {
        fs::path from, to;
        int depth;  ///< below what is copied
    };

    base::Result<void> copy_folder(const Folder& folder) {
        TRY(make_folder(folder.to));
        depth_ = folder.depth + 1;
        const std::vector<fs::path> first = entries_.named_in(folder.from);
        for (const fs::path& entry : first) {
            TRY(copy_entry(entry, folder.to / entry.filename()));
        }
        for (const fs::path& entry : base::entries_of(folder.from, kMostCopiedEntries)) {
            if (is_full()) break;
            if (contains(first, entry) || entries_.is_others(entry)) continue;
            // What cannot be shown is left out: nobody has asked for it. But a bot must not lack
            // what this machine has no room for, perhaps because of another bot.
            const auto copied = copy_entry(entry, folder.to / entry.filename());
            if (!copied && copied.error().is_ours) return copied;
        }
        return {};
    }

    base::Result<void> copy_entry(const fs::path& from, const fs::path& to) {
        ++count_;
        struct stat status {};
        if (::lstat(from.c_str(), &status) != 0) {
            return base::failed_call(from.string(), errno);
        }
        if (S_ISDIR(status.st_mode)) {
            if (depth_ <= kDeepestBotFolder || entries_.hold_named(from))
                queue_.push_back({from, to, depth_});
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
        if (is_system(target)) return make_link(target, to);
        if (!base::is_inside(target, root_)) {
            return fail("{} is a link that leads out of its folder, to {}; name that file itself",
                        from.string(), target.string());
        }
        const fs::path here = fs::canonical(from.parent_path(), error);
        return make_link(target.lexically_relative(here), to);
    }

    static base::Result<void> make_link(const fs::path& target, const fs::path& to) {
        if (::symlink(target.c_str(), to.c_str()) == 0) return {};
        return base::failed_call(to.string(), errno);
    }

    base::Result<void> copy_file(const fs::path& from, const fs::path& to) {
        const FileDescriptor in(
            ::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        struct stat status {};
        if (!in || ::fstat(in.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return base::failed_call(from.string(), errno);
        }
        // Its author may have put a link into the way meanwhile: the file that was opened counts.
        if (!base::is_inside(in.place(), root_)) {
            return fail("{} leads out of its folder", from.string());
        }
        const bool is_named = entries_.is_named(from);
        if (!is_named && (entries_.is_hidden(status) || is_database(in.number()))) {
            return {};
        }
        const auto size = static_cast<std::uintmax_t>(status.st_size);
        const bool is_large = size > kLargeFile;
        const bool readable = !other_user_ || (status.st_mode & S_IROTH) != 0;
        if (is_large && readable && link_file(in.number(), to)) return {};
        auto& [used, most] = is_large ? large_ : small_;
        if (size > most - std::min(used, is_named && !is_large ? 0 : most)) {
            if (!is_named) return {};
            return fail("{} has {} MiB, and only {} MiB of a bot's {} are copied", from.string(),
                        size >> 20, most >> 20, is_large ? "large files" : "files");
        }
        used += size;
        return write_copy(in.number(), status, from, to);
    }

    /// The same file under another name. What its author puts into its old place is another one.
    static bool link_file(int file, const fs::path& to) {
        const std::string opened = fmt::format("/proc/self/fd/{}", file);
        return ::linkat(AT_FDCWD, opened.c_str(), AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW) == 0;
    }

    static base::Result<void> write_copy(int in, const struct stat& status, const fs::path& from,
                                         const fs::path& to) {
        const mode_t mode = (status.st_mode & 0111) != 0 ? 0755 : 0644;
        const FileDescriptor out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
        if (!out) return base::failed_call(to.string(), errno);
        if (!copy_bytes(in, out.number(), static_cast<std::uintmax_t>(status.st_size))) {
            const int error = errno;
            ::unlink(to.c_str());  // half of it is none of the bot's files
            return base::failed_call(fmt::format("{} cannot be copied to {} (TMPDIR can name "
                                                 "another place)",
                                                 from.string(), to.parent_path().string()),
                                     error);
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

    bool is_full() const { return count_ >= kMostCopiedEntries || small_.used >= small_.most; }

    PrivateCopy& files_;
    const BotEntries entries_;
    const bool other_user_;
    std::vector<fs::path> folders_;  ///< the bot's own, numbered
    PrivateCopy::Shown copy_;        ///< what is being copied to, and its place
    fs::path root_;                  ///< of what is being copied, without links
    std::deque<Folder> queue_;
    int depth_ = 0;          ///< of the entries that are being copied
    std::size_t count_ = 0;  ///< of entries, copied or not
    struct Allowance {
        std::uintmax_t used, most;
    };
    Allowance small_{0, kMostCopiedBytes}, large_{0, kMostBotBytes};  ///< bytes of copies
};

/// Changes when a file below the root does.
std::string stamp(const fs::path& root) {
    std::string text;
    const auto add = [&](const fs::path& path) { text += file_stamp(path, AT_SYMLINK_NOFOLLOW); };
    add(root);
    std::error_code error;
    std::size_t count = 0;
    constexpr auto kSkip = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator at(root, kSkip, error), end;
         !error && at != end && count < kMostCopiedEntries; at.increment(error), ++count) {
        if (at.depth() >= kDeepestBotFolder) at.disable_recursion_pending();
        if (is_no_bots(at->path())) at.disable_recursion_pending();
        else add(at->path());
    }
    return text;
}

}  // namespace

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
            return base::failed_call(folder.path().string(), errno);
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
