// SPDX-License-Identifier: MIT
#include "base/file_contents.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace ninefold::base {

Result<std::string> read_file(const std::filesystem::path& path) {
    const auto refused = [&path](int number) {
        return fail("{}: cannot be read: {}", path.string(),
                    std::generic_category().message(number == 0 ? EIO : number));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return refused(EISDIR);
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) return refused(errno);
    std::string contents(std::istreambuf_iterator<char>(in), {});
    if (in.bad()) return refused(errno);
    return contents;
}

}  // namespace ninefold::base
