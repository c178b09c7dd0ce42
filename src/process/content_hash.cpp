// SPDX-License-Identifier: MIT
#include "process/content_hash.h"

#include <array>
#include <cstdint>
#include <fstream>

#include "base/fingerprint.h"
#include "process/bot_files.h"

namespace ninefold::process {

namespace {

namespace fs = std::filesystem;

void add_file(base::Fingerprint& hash, const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, 1 << 16> buffer;
    std::uint64_t size = 0;
    while (file.read(buffer.data(), buffer.size()), file.gcount() > 0) {
        const auto count = static_cast<std::size_t>(file.gcount());
        hash.add(std::string_view(buffer.data(), count));
        size += count;
    }
    hash.add(size);  // so that bytes cannot move from one file to the next
}

void add_folder(base::Fingerprint& hash, const fs::path& folder) {
    for (const fs::path& file : regular_files(folder, folder)) {
        hash.add(std::string_view(file.lexically_relative(folder).native()));
        add_file(hash, file);
    }
}

}  // namespace

std::string content_hash(std::span<const fs::path> files) {
    base::Fingerprint hash;
    for (const fs::path& path : files) {
        std::error_code error;
        if (fs::is_directory(path, error)) add_folder(hash, path);
        else add_file(hash, path);
    }
    return hash.text();
}

}  // namespace ninefold::process
