// SPDX-License-Identifier: MIT
#include "base/file_contents.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/file_descriptor.h"
#include "base/foreign_text.h"
#include "base/try.h"

namespace ninefold::base {

namespace {

namespace fs = std::filesystem;

/// A path as a message may show it: it may come from a file of a stranger.
std::string shown(const fs::path& path) { return safe_name(path.string(), 400); }

Error refused(const fs::path& path, std::string_view what, int number) {
    return fail("{}: cannot be {}: {}", shown(path), what,
                std::generic_category().message(number == 0 ? EIO : number));
}

Error too_large(const fs::path& path, std::uintmax_t most) {
    return fail("{}: cannot be read: it has more than the {} bytes that are allowed", shown(path),
                most);
}

/// A regular file that is open for reading, closed with this object.
class OpenFile {
public:
    /// Without O_NONBLOCK opening a pipe waits until somebody writes to it.
    OpenFile(const fs::path& path, std::uintmax_t most)
        : path_(path),
          most_(most),
          file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}

    /// The size that the file says it has. Only where to begin: it may grow.
    Result<std::uintmax_t> check() const {
        if (!file_) return refused(path_, "read", errno);
        struct stat about {};
        if (::fstat(file_.number(), &about) != 0) return refused(path_, "read", errno);
        if (S_ISDIR(about.st_mode)) return refused(path_, "read", EISDIR);
        if (!S_ISREG(about.st_mode) || is_of_proc()) {
            return fail("{}: cannot be read: it is not a regular file", shown(path_));
        }
        const auto size = static_cast<std::uintmax_t>(about.st_size);
        if (size > most_) return too_large(path_, most_);
        return size;
    }
    /// Where it lies, without links.
    fs::path place() const { return file_.place(); }
    /// Hands over its bytes until `take` returns false or the file ends. Precondition: check().
    Result<void> read(const std::function<bool(std::string_view)>& take) const {
        std::array<char, 1 << 16> part;
        for (std::uintmax_t have = 0;;) {
            const ssize_t got = ::read(file_.number(), part.data(), part.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return refused(path_, "read", errno);
            have += static_cast<std::size_t>(got);
            if (have > most_) return too_large(path_, most_);
            if (got == 0 || !take({part.data(), static_cast<std::size_t>(got)})) return {};
        }
    }
    Result<std::string> read_all() const {
        std::string contents;
        contents.reserve(static_cast<std::size_t>(TRY(check())));
        TRY(read([&](std::string_view part) {
            contents += part;
            return true;
        }));
        return contents;
    }

private:
    /// Those are no files of a disk, and reading /proc/kmsg waits for the kernel in spite of
    /// O_NONBLOCK.
    bool is_of_proc() const {
        struct statfs about {};
        return ::fstatfs(file_.number(), &about) == 0 && about.f_type == PROC_SUPER_MAGIC;
    }

    const fs::path& path_;
    const std::uintmax_t most_;
    const FileDescriptor file_;
};

}  // namespace

Error failed_call(std::string_view what, int number) {
    constexpr int kMissing[] = {ENOSPC, EDQUOT, EFBIG, ENOMEM, EMFILE, ENFILE, EAGAIN};
    Error error = fail("{}: {}", what, std::generic_category().message(number));
    error.is_ours = std::ranges::find(kMissing, number) != std::end(kMissing);
    return error;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

std::vector<fs::path> entries_of(const fs::path& folder, std::size_t most) {
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end;
         !error && at != end && entries.size() < most; at.increment(error)) {
        entries.push_back(at->path());
    }
    std::ranges::sort(entries, {}, &fs::path::native);
    return entries;
}

Result<std::string> read_file(const fs::path& path, std::uintmax_t most) {
    return OpenFile(path, most).read_all();
}

Result<std::string> read_file_in(const fs::path& folder, const fs::path& path,
                                 std::uintmax_t most) {
    const OpenFile file(path, most);
    TRY(file.check());
    std::error_code error;
    const fs::path root = fs::canonical(folder, error);
    if (error || !is_inside(file.place(), root)) {
        return fail("{}: cannot be read: it leads out of its folder", shown(path));
    }
    return file.read_all();
}

Result<void> read_in_parts(const fs::path& path, std::uintmax_t most,
                           const std::function<bool(std::string_view)>& take) {
    const OpenFile file(path, most);
    TRY(file.check());
    return file.read(take);
}

Result<void> write_file(const fs::path& path, std::initializer_list<std::string_view> parts,
                        FileMode mode) {
    AtomicFile file(path, mode);
    for (const std::string_view part : parts) file.write(part);
    file.move_to_its_place();
    return file.result();
}

Result<std::unique_ptr<AtomicFile>> reserve_file(const fs::path& path, std::uintmax_t bytes) {
    std::error_code error;
    if (fs::is_directory(path, error)) return refused(path, "written", EISDIR);
    auto file = std::make_unique<AtomicFile>(path);
    TRY(file->result());
    const fs::space_info space = fs::space(fs::absolute(path).parent_path(), error);
    if (!error && space.available < bytes) {
        return fail("{}: it will have {} bytes, and the disk has room for {}", path.string(), bytes,
                    space.available);
    }
    file->reserve(bytes);
    TRY(file->result());
    return file;
}

}  // namespace ninefold::base
