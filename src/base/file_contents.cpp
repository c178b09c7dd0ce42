// SPDX-License-Identifier: MIT
#include "base/file_contents.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace ninefold::base {

namespace {

namespace fs = std::filesystem;

Error refused(const fs::path& path, std::string_view what, int number) {
    return fail("{}: cannot be {}: {}", path.string(), what,
                std::generic_category().message(number == 0 ? EIO : number));
}

/// A file that is being written beside its place. Unless it is moved there it is gone in the end.
class Draft {
public:
    Draft(const fs::path& place, FileMode mode) : place_(place) {
        // Others may be writing the same file; what a killed program left is left alone.
        constexpr int kMostAtOnce = 1000;
        for (int i = 0; i < kMostAtOnce; ++i) {
            draft_ = place;
            draft_ += i == 0 ? ".part" : fmt::format(".part{}", i);
            file_ = ::open(draft_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                           mode == FileMode::kExecutable ? 0777 : 0666);
            if (file_ >= 0 || errno != EEXIST) break;
        }
        is_there_ = file_ >= 0;
        if (!is_there_) error_ = errno;
    }
    ~Draft() {
        if (file_ >= 0) ::close(file_);
        if (is_there_) ::unlink(draft_.c_str());
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    void write(std::string_view bytes) {
        while (error_ == 0 && !bytes.empty()) {
            const ssize_t count = ::write(file_, bytes.data(), bytes.size());
            if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
            else if (count == 0) error_ = EIO;
            else if (errno != EINTR) error_ = errno;
        }
    }

    void move_to_its_place() {
        // Some file systems cannot be asked to write now, which is no reason to fail.
        if (error_ == 0 && ::fsync(file_) != 0 && errno != EINVAL && errno != ENOSYS)
            error_ = errno;
        if (file_ >= 0 && ::close(std::exchange(file_, -1)) != 0 && error_ == 0) error_ = errno;
        if (error_ != 0) return;
        std::error_code trouble;
        fs::rename(draft_, place_, trouble);
        error_ = trouble.value();
        is_there_ = error_ != 0;
    }

    Result<void> result() const {
        if (error_ != 0) return refused(place_, "written", error_);
        return {};
    }

private:
    const fs::path& place_;
    fs::path draft_;
    int file_ = -1;
    bool is_there_ = false;
    int error_ = 0;
};

}  // namespace

Result<std::string> read_file(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return refused(path, "read", EISDIR);
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) return refused(path, "read", errno);
    std::string contents(std::istreambuf_iterator<char>(in), {});
    if (in.bad()) return refused(path, "read", errno);
    return contents;
}

Result<void> write_file(const fs::path& path, std::initializer_list<std::string_view> parts,
                        FileMode mode) {
    Draft draft(path, mode);
    for (const std::string_view part : parts) draft.write(part);
    draft.move_to_its_place();
    return draft.result();
}

Result<void> check_writable(const fs::path& path, std::uintmax_t bytes) {
    std::error_code error;
    if (fs::is_directory(path, error)) return refused(path, "written", EISDIR);
    if (auto begun = Draft(path, FileMode::kPlain).result(); !begun) return begun.error();
    const fs::space_info space = fs::space(fs::absolute(path).parent_path(), error);
    if (error || space.available >= bytes) return {};
    return fail("{}: it will have {} bytes, and the disk has room for {}", path.string(), bytes,
                space.available);
}

}  // namespace ninefold::base
