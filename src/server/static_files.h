// SPDX-License-Identifier: MIT
#pragma once

#include <string>
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

/// The page of a report as one file: report.html of web/dist with the data inside. Where the page
/// was not built, a plain one says so.
std::string report_page(const Json& data);

/// docs/api.md as OpenAPI.
SharedText openapi_text();

}  // namespace ninefold::server
