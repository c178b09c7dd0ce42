// SPDX-License-Identifier: MIT
#include "base/file_descriptor.h"

#include <system_error>

namespace ninefold::base {

std::filesystem::path FileDescriptor::place() const {
    std::error_code error;
    return std::filesystem::read_symlink(proc_path(), error);
}

}  // namespace ninefold::base
