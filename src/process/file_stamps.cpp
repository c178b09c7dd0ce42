// SPDX-License-Identifier: MIT
#include "process/file_stamps.h"

#include <sys/stat.h>

#include <utility>

#include "process/bot_files.h"

namespace ninefold::process {

namespace fs = std::filesystem;

FileStamps::FileStamps(std::vector<fs::path> files) : files_(std::move(files)), last_(look()) {}

bool FileStamps::changed() {
    Stamps now = look();
    const bool is_new = now != last_;
    last_ = std::move(now);
    return is_new;
}

/// A file that is gone has none, which is a change as well.
FileStamps::Stamps FileStamps::look() const {
    Stamps stamps;
    const auto add = [&](const fs::path& file) {
        struct stat about {};
        if (::stat(file.c_str(), &about) != 0) return;
        stamps[file] = {about.st_dev, about.st_ino, about.st_size, about.st_ctim.tv_sec,
                        about.st_ctim.tv_nsec};
    };
    for (const fs::path& file : files_) {
        std::error_code error;
        if (!fs::is_directory(file, error)) {
            add(file);
            continue;
        }
        for (const fs::path& below : regular_files(file, file)) add(below);
    }
    return stamps;
}

}  // namespace ninefold::process
