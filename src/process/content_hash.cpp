// SPDX-License-Identifier: MIT
#include "process/content_hash.h"

#include <cstdint>

#include "base/file_contents.h"
#include "base/fingerprint.h"
#include "process/bot_files.h"

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

std::string content_hash(std::span<const fs::path> files) {
    Hasher hash;
    for (const fs::path& path : files) {
        std::error_code error;
        if (fs::is_directory(path, error)) hash.add_folder(path);
        else hash.add_file(path);
    }
    return hash.text();
}

}  // namespace ninefold::process
