// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace ninefold::base {

/// A file that the program carries, as it was at build time (cmake/embed.cmake).
struct EmbeddedFile {
    std::string_view path;  ///< from the embedded folder: `assets/index.js`
    std::string_view etag;  ///< changes with the contents: a weak HTTP entity tag, with its quotes
    std::string_view contents;
    std::string_view gzip;  ///< empty where not asked for, or not smaller
};

/// The file of exactly that path; null where there is none.
inline const EmbeddedFile* find_file(std::span<const EmbeddedFile> files, std::string_view path) {
    for (const EmbeddedFile& file : files) {
        if (file.path == path) return &file;
    }
    return nullptr;
}

}  // namespace ninefold::base
