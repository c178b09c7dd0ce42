// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "rules/any_position.h"
#include "server/json.h"

namespace ninefold::server {

struct Target;

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

}  // namespace ninefold::server
