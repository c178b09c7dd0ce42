// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/embedded_file.h"
#include "rules/any_position.h"
#include "server/json.h"

namespace ninefold::server {

struct Target;

/// The files of web/dist; empty where the page was not built.
std::span<const base::EmbeddedFile> page_files();
/// The files of web/fallback, for a program without the page.
std::span<const base::EmbeddedFile> fallback_files();
/// openapi.json alone.
std::span<const base::EmbeddedFile> openapi_files();

std::string_view content_type(std::string_view path);

/// The file of a path without query, `index.html` for the page's own paths, which have no file
/// extension. Where the page was not built, a plain one says so. Null where there is none.
const base::EmbeddedFile* find_static_file(std::string_view path);

/// The page of a report as one file: report.html of web/dist with the data inside. Where the page
/// was not built, a plain one says so.
std::string report_page(const Json& data);

/// What a shared link shows: the query of `/analyse?rules=open&moves=4440&at=1` (docs/web.md).
struct Link {
    rules::AnyPosition position;
    std::optional<rules::Move> last{};
    int moves = 0;  ///< on the board
    std::string x{}, o{};
};

HttpResult<Link> read_link(const Target& target);

/// The page with what other sites show of such a link: a title, a sentence and a picture.
/// `site` is its address without the path, `query` what follows the `?`.
std::string page_with_preview(std::string_view page, const Link& link, std::string_view site,
                              std::string_view query);

/// docs/api.md as OpenAPI.
SharedText openapi_text();

}  // namespace ninefold::server
