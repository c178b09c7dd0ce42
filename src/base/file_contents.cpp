// SPDX-License-Identifier: MIT
#include "base/file_contents.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/foreign_text.h"

namespace ninefold::base {

namespace {

namespace fs = std::filesystem;

/// A path as a message may show it: it may come from a file of a stranger.
std::string shown(const fs::path& path) { return safe_name(path.string(), 400); }

Error refused(const fs::path& path, std::string_view what, int number) {
    return fail("{}: cannot be {}: {}", shown(path), what,
                std::generic_category().message(number == 0 ? EIO : number));
}

/// The size that a file says it has is only where to begin: those of /proc say 0.
Result<std::string> read_open_file(int file, const fs::path& path, std::uintmax_t most) {
    struct stat about {};
    if (::fstat(file, &about) != 0) return refused(path, "read", errno);
    if (S_ISDIR(about.st_mode)) return refused(path, "read", EISDIR);
    if (!S_ISREG(about.st_mode)) {
        return fail("{}: cannot be read: it is not a regular file", shown(path));
    }
    const auto too_large = [&] {
        return fail("{}: cannot be read: it has more than the {} bytes that are allowed",
                    shown(path), most);
    };
    const auto size = static_cast<std::uintmax_t>(about.st_size);
    if (size > most) return too_large();
    constexpr std::size_t kStep = 1 << 16;
    std::string contents(static_cast<std::size_t>(size) + 1, '\0');
    std::size_t have = 0;
    for (;;) {
        if (have == contents.size()) contents.resize(have + std::max(kStep, have));
        const ssize_t got = ::read(file, contents.data() + have, contents.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return refused(path, "read", errno);
        have += static_cast<std::size_t>(got);
        if (have > most) return too_large();
        if (got == 0) break;
    }
    contents.resize(have);
    return contents;
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::uintmax_t most) {
    // Without O_NONBLOCK opening a pipe waits until somebody writes to it.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return refused(path, "read", errno);
    auto contents = read_open_file(file, path, most);
    ::close(file);
    return contents;
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
    if (auto begun = file->result(); !begun) return begun.error();
    const fs::space_info space = fs::space(fs::absolute(path).parent_path(), error);
    if (!error && space.available < bytes) {
        return fail("{}: it will have {} bytes, and the disk has room for {}", path.string(), bytes,
                    space.available);
    }
    file->reserve(bytes);
    if (auto reserved = file->result(); !reserved) return reserved.error();
    return file;
}

}  // namespace ninefold::base
