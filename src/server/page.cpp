// SPDX-License-Identifier: MIT
#include "server/page.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/counted.h"
#include "base/foreign_text.h"
#include "base/number.h"
#include "base/try.h"
#include "record/game_record.h"
#include "rules/position_text.h"
#include "server/analyst.h"
#include "server/match_json.h"
#include "server/request.h"

namespace ninefold::server {

namespace {

/// What report.html has in the place of the data.
constexpr std::string_view kNoData = R"(type="application/json">{}<)";

/// A file of the page; where the page was not built, one that says so.
const base::EmbeddedFile* page_file(std::string_view name) {
    const auto* built = base::find_file(page_files(), name);
    return built != nullptr ? built : base::find_file(fallback_files(), name);
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
                       base::counted(record::move_number(link.moves), "move"));
}

}  // namespace

std::string_view content_type(std::string_view path) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kTypes = {{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".txt", "text/plain; charset=utf-8"},
    }};
    for (const auto& [ending, type] : kTypes) {
        if (path.ends_with(ending)) return type;
    }
    return "application/octet-stream";
}

const base::EmbeddedFile* find_static_file(std::string_view path) {
    const std::string_view name = path.substr(path.starts_with('/') ? 1 : 0);
    if (const auto* file = base::find_file(page_files(), name)) return file;
    const std::string_view last = path.substr(path.rfind('/') + 1);
    if (last.find('.') != std::string_view::npos && path != "/index.html") return nullptr;
    return page_file("index.html");
}

std::string report_page(const Json& data) {
    const std::string_view page = page_file("report.html")->contents;
    const std::size_t place = page.find(kNoData) + kNoData.find("{}");
    std::string text(page.substr(0, place));
    // Nothing that a bot can say may end the element.
    for (const char c : base::json_line(data)) {
        if (c == '<') text += "\\u003c";
        else text += c;
    }
    text += page.substr(place + 2);
    return text;
}

HttpResult<Link> read_link(const Target& target) {
    const Json given = {{"position", text_or_null(target.value("position"))},
                        {"rules", text_or_null(target.value("rules"))}};
    base::JsonMembers in(given);
    Link link{.position = read_start(in), .x = target.value("x"), .o = target.value("o")};
    if (in.error()) return bad_request(*in.error());
    const std::string moves = target.value("moves"), at = target.value("at");
    if (moves.size() % 2 != 0) return bad_request("'moves': the last move is cut off");
    const std::size_t all = moves.size() / 2;
    const auto shown =
        at.empty() ? std::optional<std::size_t>(all) : base::parse_number<std::size_t>(at);
    if (!shown || *shown > all) return bad_request("'at' must be a whole number from 0 to {}", all);
    std::string words;
    for (std::size_t i = 0; i < *shown; ++i) words += moves.substr(2 * i, 2) + ' ';
    const auto played = TRY(or_bad_request("'moves': ", rules::parse_moves(link.position, words)));
    for (const rules::Move move : played) {
        link.position = link.position.after(move);
        link.last = move;
    }
    link.moves = static_cast<int>(played.size());
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

SharedText openapi_text() {
    static const auto text = std::make_shared<const std::string>(openapi_files().front().contents);
    return text;
}

}  // namespace ninefold::server
