// SPDX-License-Identifier: MIT
#include "server/link.h"

#include <algorithm>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/number.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "server/request.h"

namespace ninefold::server {

namespace {

HttpResult<rules::AnyPosition> start_of(const Target& target) {
    const std::string position = target.value("position");
    if (!position.empty()) {
        const auto start = rules::parse_position(position);
        if (!start) return bad_request("'position': {}", start.error().message);
        return *start;
    }
    const std::string name = target.value("rules");
    const auto chosen = rules::parse_rules(name.empty() ? "standard" : name);
    if (!chosen) return bad_request("'rules': {}", chosen.error().message);
    return rules::AnyPosition::start(*chosen);
}

/// Nothing that a link says may end the attribute.
std::string meta(std::string_view property, std::string_view content) {
    return fmt::format("<meta property=\"{}\" content=\"{}\" />\n", property,
                       base::escape_xml(content));
}

std::string title_of(const Link& link) {
    if (link.x.empty() && link.o.empty()) return "Ultimate Tic-Tac-Toe";
    return fmt::format("{} – {}", link.x.empty() ? "X" : link.x, link.o.empty() ? "O" : link.o);
}

std::string sentence_of(const Link& link) {
    if (link.position.is_over()) return "The end of a game of Ultimate Tic-Tac-Toe.";
    return fmt::format("{} to move after {}. Play on or analyse it.",
                       link.position.side() == rules::Side::kX ? "X" : "O",
                       base::counted(link.moves, "move"));
}

}  // namespace

HttpResult<Link> read_link(const Target& target) {
    auto position = start_of(target);
    if (!position) return position.error();
    Link link{.position = *position, .x = target.value("x"), .o = target.value("o")};
    const std::string moves = target.value("moves"), at = target.value("at");
    if (moves.size() % 2 != 0) return bad_request("'moves': the last move is cut off");
    const std::size_t all = moves.size() / 2;
    const auto shown =
        at.empty() ? std::optional<std::size_t>(all) : base::parse_number<std::size_t>(at);
    if (!shown) return bad_request("'at': a number is needed");
    for (std::size_t i = 0; i < std::min(*shown, all); ++i) {
        const auto move = rules::parse_move(moves.substr(2 * i, 2));
        if (!move || !link.position.is_legal(*move)) {
            return bad_request("'moves': move {} is not legal", i + 1);
        }
        link.position = link.position.after(*move);
        link.last = *move;
        ++link.moves;
    }
    return link;
}

std::string page_with_preview(std::string_view page, const Link& link, std::string_view site,
                              std::string_view query) {
    const std::string tags = meta("og:type", "website") + meta("og:site_name", "Ninefold") +
                             meta("og:title", title_of(link)) +
                             meta("og:description", sentence_of(link)) +
                             meta("og:url", fmt::format("{}/analyse?{}", site, query)) +
                             meta("og:image", fmt::format("{}/api/picture?{}", site, query)) +
                             meta("og:image:width", "600") + meta("og:image:height", "600") +
                             "<meta name=\"twitter:card\" content=\"summary\" />\n";
    const std::size_t head = page.find("</head>");
    if (head == std::string_view::npos) return std::string(page);
    return std::string(page.substr(0, head)) + tags + std::string(page.substr(head));
}

}  // namespace ninefold::server
