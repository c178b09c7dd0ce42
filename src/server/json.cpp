// SPDX-License-Identifier: MIT
#include "server/json.h"

namespace ninefold::server {

SharedText to_shared_line(const Json& json) {
    return std::make_shared<const std::string>(base::json_line(json));
}

HttpResult<Json> parse_object(std::string_view text) {
    constexpr int kDeepest = 16;
    constexpr std::size_t kMostMembers = 100;
    Json json = base::parse_json(text, kDeepest, kMostMembers);
    if (json.is_discarded()) {
        if (base::nests_deeper(text, kDeepest)) {
            return refuse(400, "bad-json", "nested deeper than {}", kDeepest);
        }
        if (base::has_larger_object(text, kMostMembers)) {
            return refuse(400, "bad-json", "an object has more than {} members", kMostMembers);
        }
        return refuse(400, "bad-json", "this is not JSON");
    }
    if (!json.is_object()) return refuse(400, "bad-json", "a JSON object is needed");
    return json;
}

}  // namespace ninefold::server
