// SPDX-License-Identifier: MIT
#include "server/request.h"

#include <charconv>

#include "base/foreign_text.h"
#include "base/split.h"

namespace ninefold::server {

namespace {

std::string decoded(std::string_view text, bool plus_is_blank) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view digits = text.substr(i + 1, 2);
        const char* const end = digits.data() + digits.size();
        unsigned code = 0;
        if (text[i] == '%' && digits.size() == 2 &&
            std::from_chars(digits.data(), end, code, 16).ptr == end) {
            out += static_cast<char>(code);
            i += 2;
        } else {
            out += plus_is_blank && text[i] == '+' ? ' ' : text[i];
        }
    }
    return base::to_utf8(out);
}

}  // namespace

Response json_response(int status, const Json& body) {
    return {status, "application/json", to_shared_line(body)};
}

Response refusal_response(const HttpError& refusal) {
    return json_response(refusal.status,
                         {{"error", {{"code", refusal.code}, {"message", refusal.message}}}});
}

Response text_response(std::string text, std::string_view content_type) {
    return {200, content_type, std::make_shared<const std::string>(std::move(text))};
}

std::string Target::value(std::string_view name) const {
    for (const auto& [key, value] : query) {
        if (key == name) return value;
    }
    return {};
}

Target parse_target(std::string_view target) {
    Target parsed;
    const std::size_t mark = target.find('?');
    for (const std::string_view part : base::split(target.substr(0, mark), '/')) {
        if (!part.empty()) parsed.path.push_back(decoded(part, false));
    }
    if (mark == std::string_view::npos) return parsed;
    for (const std::string_view item : base::split(target.substr(mark + 1), '&')) {
        if (item.empty()) continue;
        const std::size_t equals = item.find('=');
        parsed.query.emplace_back(decoded(item.substr(0, equals), true),
                                  equals == std::string_view::npos
                                      ? ""
                                      : decoded(item.substr(equals + 1), true));
    }
    return parsed;
}

}  // namespace ninefold::server
