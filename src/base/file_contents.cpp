// SPDX-License-Identifier: MIT
#include "base/file_contents.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace ninefold::base {

namespace {

namespace fs = std::filesystem;

Error refused(const fs::path& path, std::string_view what, int number) {
    return fail("{}: cannot be {}: {}", path.string(), what,
                std::generic_category().message(number == 0 ? EIO : number));
}

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

Result<std::unique_ptr<Draft>> reserve_file(const fs::path& path, std::uintmax_t bytes) {
    std::error_code error;
    if (fs::is_directory(path, error)) return refused(path, "written", EISDIR);
    auto draft = std::make_unique<Draft>(path);
    if (auto begun = draft->result(); !begun) return begun.error();
    const fs::space_info space = fs::space(fs::absolute(path).parent_path(), error);
    if (!error && space.available < bytes) {
        return fail("{}: it will have {} bytes, and the disk has room for {}", path.string(), bytes,
                    space.available);
    }
    draft->reserve(bytes);
    if (auto reserved = draft->result(); !reserved) return reserved.error();
    return draft;
}

}  // namespace ninefold::base
