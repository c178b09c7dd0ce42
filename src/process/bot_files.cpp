// SPDX-License-Identifier: MIT
#include "process/bot_files.h"

#include <sys/stat.h>

#include <algorithm>

#include "base/file_contents.h"
#include "base/fingerprint.h"
#include "base/foreign_text.h"
#include "process/bot_command.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

/// Hashes files, together no more than a bot may have.
class Hasher {
public:
    void add_file(const fs::path& path) {
        std::uintmax_t size = 0;
        // What cannot be read has no contents; who runs it will say why.
        (void)base::read_in_parts(path, kMostBotBytes, [&](std::string_view part) {
            hash_.add(part);
            size += part.size();
            return size_ + size < kMostBotBytes;
        });
        size_ += size;
        hash_.add(std::uint64_t{size});  // so that bytes cannot move from one file to the next
    }
    void add_folder(const fs::path& folder) {
        for (const fs::path& file : regular_files(folder, folder)) {
            hash_.add(std::string_view(file.lexically_relative(folder).native()));
            add_file(file);
        }
    }
    std::string text() const { return hash_.text(); }

private:
    base::Fingerprint hash_;
    std::uintmax_t size_ = 0;
};

}  // namespace

bool stays_in(const fs::path& path, const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) return false;
    const fs::path root = fs::canonical(folder.empty() ? "." : folder, error);
    return !error && is_inside(real, root);
}

std::vector<fs::path> regular_files(const fs::path& path, const fs::path& folder,
                                    std::size_t most) {
    std::error_code error;
    if (!stays_in(path, folder)) return {};
    if (fs::is_regular_file(path, error)) return {path};
    std::vector<fs::path> files;
    std::size_t seen = 0;
    for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
         at.increment(error)) {
        std::error_code odd;  // of one entry: the others are looked at all the same
        if (at->path().filename() == "__pycache__") at.disable_recursion_pending();
        else if (at->is_regular_file(odd) && (!at->is_symlink(odd) || stays_in(*at, folder))) {
            files.push_back(at->path());
        }
        // Folders without files take time as well, and are as much too many.
        if (++seen > 10 * most + 1000) files.resize(std::max(files.size(), most + 1), path);
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

std::string content_hash(std::span<const fs::path> paths) {
    Hasher hash;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (fs::is_directory(path, error)) hash.add_folder(path);
        else hash.add_file(path);
    }
    return hash.text();
}

/// A file that is gone has none, which is a change as well.
std::string file_stamps(std::span<const fs::path> paths) {
    std::string stamps;
    for (const fs::path& path : paths) {
        std::error_code error;
        const bool is_folder = fs::is_directory(path, error);
        for (const fs::path& file : is_folder ? regular_files(path, path) : std::vector{path}) {
            struct stat about {};
            if (::stat(file.c_str(), &about) != 0) continue;
            stamps += fmt::format("{}\t{} {} {} {} {}\n", file.native(), about.st_dev, about.st_ino,
                                  about.st_size, about.st_ctim.tv_sec, about.st_ctim.tv_nsec);
        }
    }
    return stamps;
}

}  // namespace ninefold::process
