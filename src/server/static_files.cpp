// SPDX-License-Identifier: MIT
#include "server/static_files.h"

#include <array>
#include <utility>

namespace ninefold::server {

namespace {

constexpr std::string_view kNoPage = R"(<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Ninefold</title></head>
<body>
<h1>Ninefold</h1>
<p>The server runs, but this program was built without the page: there was no
<code>web/dist</code> at that time.</p>
<p>In the repository, <code>make serve</code> builds the page and the program and starts it.</p>
<p>The interface for programs is here all the same: <a href="/api">/api</a>
(explained in <code>docs/api.md</code>).</p>
</body>
</html>
)";

constexpr std::string_view kNoReport = R"(<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Ninefold</title></head>
<body>
<p>This report shows nothing, since the program that wrote it was built without the page: there was
no <code>web/dist</code> at that time. In the repository, <code>make build</code> builds both.</p>
<p>The tables are in the report as CSV, the results in the one as JSON.</p>
<script id="data" type="application/json">{}</script>
</body>
</html>
)";
/// What report.html has in the place of the data.
constexpr std::string_view kNoData = R"(type="application/json">{}<)";

constexpr base::EmbeddedFile kFallback = {"index.html", "W/\"no-page\"", kNoPage, ""};

}  // namespace

std::string_view content_type(std::string_view path) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kTypes = {{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".mp3", "audio/mpeg"},
        {".ogg", "audio/ogg"},
        {".wav", "audio/wav"},
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
    const auto* index = base::find_file(page_files(), "index.html");
    return index != nullptr ? index : &kFallback;
}

std::string report_page(const Json& data) {
    const auto* built = base::find_file(page_files(), "report.html");
    const std::string_view page = built != nullptr ? built->contents : kNoReport;
    const std::size_t place = page.find(kNoData) + kNoData.find("{}");
    std::string text(page.substr(0, place));
    // Nothing that a bot can say may end the element.
    for (const char c : to_line(data)) {
        if (c == '<') text += "\\u003c";
        else text += c;
    }
    text += page.substr(place + 2);
    return text;
}

SharedText openapi_text() {
    static const auto text = std::make_shared<const std::string>(openapi_files().front().contents);
    return text;
}

}  // namespace ninefold::server
