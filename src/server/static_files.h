// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "server/json.h"

namespace ninefold::server {

/// A file that was put into the program when it was built (embed.cmake).
struct StaticFile {
    std::string_view path;  ///< `/assets/index.js`
    std::string_view etag;  ///< weak, with its quotes: the packed file has the same
    std::string_view plain;
    std::string_view gzip;  ///< empty where it would not be smaller
};

/// The files of web/dist, as the generated source has them; empty where the page was not built.
std::span<const StaticFile> embedded_files();
std::string_view embedded_openapi();

std::string_view content_type(std::string_view path);

/// The file of a path without query, `index.html` for the page's own paths, which have no file
/// extension. Where the page was not built, a plain one says so. Null where there is none.
const StaticFile* find_static_file(std::string_view path);

/// docs/api.md as OpenAPI.
SharedText openapi_text();

}  // namespace ninefold::server
