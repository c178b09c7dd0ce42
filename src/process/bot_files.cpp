// SPDX-License-Identifier: MIT
#include "process/bot_files.h"

#include <algorithm>

#include "base/foreign_text.h"

namespace ninefold::process {

namespace fs = std::filesystem;

bool stays_in(const fs::path& path, const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) return false;
    const fs::path root = fs::canonical(folder.empty() ? "." : folder, error);
    if (error) return false;
    return std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
}

std::vector<fs::path> regular_files(const fs::path& path, const fs::path& folder,
                                    std::size_t most) {
    std::error_code error;
    if (!stays_in(path, folder)) return {};
    if (fs::is_regular_file(path, error)) return {path};
    std::vector<fs::path> files;
    for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
         at.increment(error)) {
        std::error_code odd;  // of one entry: the others are looked at all the same
        if (at->path().filename() == "__pycache__") at.disable_recursion_pending();
        else if (at->is_regular_file(odd) && (!at->is_symlink(odd) || stays_in(*at, folder))) {
            files.push_back(at->path());
        }
        if (files.size() > most) break;
    }
    std::sort(files.begin(), files.end());
    return files;
}

base::Result<void> check_size(std::span<const fs::path> paths) {
    std::uintmax_t bytes = 0;
    std::size_t count = 0;
    for (const fs::path& path : paths) {
        const std::vector<fs::path> files = regular_files(path, path);
        if (count += files.size(); count > kMostBotFiles) {
            return base::fail("{}: a bot may have {} files, and there are more",
                              base::safe_name(path.string(), 400), kMostBotFiles);
        }
        for (const fs::path& file : files) {
            std::error_code error;
            const std::uintmax_t size = fs::file_size(file, error);
            if (!error) bytes += size;
            if (bytes > kMostBotBytes) {
                return base::fail("{}: a bot's files may have {} MiB together, and with this one "
                                  "they have {}",
                                  base::safe_name(file.string(), 400), kMostBotBytes >> 20,
                                  bytes >> 20);
            }
        }
    }
    return {};
}

}  // namespace ninefold::process
