// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "base/embedded_file.h"
#include "server/json.h"

namespace ninefold::server {

/// The files of web/dist; empty where the page was not built.
std::span<const base::EmbeddedFile> page_files();
/// openapi.json alone.
std::span<const base::EmbeddedFile> openapi_files();

std::string_view content_type(std::string_view path);

/// The file of a path without query, `index.html` for the page's own paths, which have no file
/// extension. Where the page was not built, a plain one says so. Null where there is none.
const base::EmbeddedFile* find_static_file(std::string_view path);

/// docs/api.md as OpenAPI.
SharedText openapi_text();

}  // namespace ninefold::server
