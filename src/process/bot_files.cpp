// SPDX-License-Identifier: MIT
#include "process/bot_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/file_contents.h"
#include "base/fingerprint.h"
#include "base/foreign_text.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

/// The files that a path of a bot stands for: those below a folder, or itself.
std::vector<fs::path> files_at(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error) ? regular_files(path, path) : std::vector{path};
}

}  // namespace

bool stays_in(const fs::path& path, const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) return false;
    const fs::path root = fs::canonical(folder.empty() ? "." : folder, error);
    return !error && base::is_inside(real, root);
}

std::vector<fs::path> regular_files(const fs::path& path, const fs::path& folder,
                                    std::size_t most) {
    std::error_code error;
    if (!stays_in(path, folder)) return {};
    if (fs::is_regular_file(path, error)) return {path};
    std::vector<fs::path> files;
    std::size_t seen = 0;
    constexpr auto kSkip = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator at(path, kSkip, error), end; !error && at != end;
         at.increment(error)) {
        std::error_code odd;  // of one entry: the others are looked at all the same
        if (at.depth() >= kDeepestBotFolder) at.disable_recursion_pending();
        if (at->path().filename() == "__pycache__") at.disable_recursion_pending();
        else if (at->is_regular_file(odd) && (!at->is_symlink(odd) || stays_in(*at, folder))) {
            files.push_back(at->path());
        }
        // Folders without files take time as well, and are as much too many.
        if (++seen > 10 * most + 1000) files.resize(std::max(files.size(), most + 1), path);
        if (files.size() > most) break;
    }
    if (error) files.resize(std::max(files.size(), most + 1), path);  // what follows is not known
    std::sort(files.begin(), files.end());
    return files;
}

base::Result<void> check_size(std::span<const fs::path> paths) {
    std::uintmax_t bytes = 0;
    std::size_t count = 0;
    for (const fs::path& path : paths) {
        const std::vector<fs::path> files = files_at(path);
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

std::string content_hash(std::span<const fs::path> paths) {
    base::Fingerprint hash;
    std::uintmax_t all = 0;
    for (const fs::path& path : paths) {
        for (const fs::path& file : files_at(path)) {
            if (file != path) hash.add(std::string_view(file.lexically_relative(path).native()));
            std::uintmax_t size = 0;
            // What cannot be read has no contents; who runs it will say why.
            (void)base::read_in_parts(file, kMostBotBytes, [&](std::string_view part) {
                hash.add(part);
                size += part.size();
                return all + size < kMostBotBytes;
            });
            all += size;
            hash.add(std::uint64_t{size});  // so that bytes cannot move from one file to the next
        }
    }
    return hash.text();
}

std::string file_stamp(const fs::path& path, int flags) {
    struct stat about {};
    if (::fstatat(AT_FDCWD, path.c_str(), &about, flags) != 0) return {};
    return fmt::format("{}\t{} {} {} {} {}\n", path.native(), about.st_dev, about.st_ino,
                       about.st_size, about.st_ctim.tv_sec, about.st_ctim.tv_nsec);
}

std::string file_stamps(std::span<const fs::path> paths) {
    std::string stamps;
    for (const fs::path& path : paths) {
        for (const fs::path& file : files_at(path)) stamps += file_stamp(file);
    }
    return stamps;
}

}  // namespace ninefold::process
