// SPDX-License-Identifier: MIT
#include "server/bot_upload.h"

#include <algorithm>
#include <fstream>

#include "base/sha256.h"
#include "bots/bot_source.h"
#include "bots/keeper.h"

namespace ninefold::server {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kHashDigits = 16;

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

/// Such a name leads out of no folder, and needs no quotes anywhere.
bool is_file_name(const std::string& name) {
    return !name.empty() && name.size() <= kLongestName && name.front() != '.' &&
           name.front() != '-' && std::all_of(name.begin(), name.end(), is_plain);
}

/// Whole or not at all: two requests may write the same file.
base::Result<void> write(const fs::path& file, const std::string& text) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    const fs::path draft = file.native() + ".part";
    std::ofstream(draft, std::ios::binary) << text;
    if (fs::file_size(draft, error) != text.size() || error) {
        return base::fail("{} cannot be written", file.native());
    }
    fs::rename(draft, file, error);
    if (error) return base::fail("{} cannot be written: {}", file.native(), error.message());
    return {};
}

}  // namespace

Granted<Json> keep_bot(const Json& request, const fs::path& folder) {
    Members members(request);
    const std::string name = members.needed_text("name");
    const std::string text = members.needed_text("text");
    if (members.wrong()) return *members.wrong();
    if (!is_file_name(name)) {
        return bad_request("'name' must be a file's name: 1 to {} letters, digits, '.', '_', '-'",
                           kLongestName);
    }
    const fs::path own = folder / base::Sha256::of(text).substr(0, kHashDigits);
    const fs::path file = own / name;
    std::error_code ignored;
    const bool is_new = !fs::exists(file, ignored);
    if (is_new) {
        const auto written = write(file, text);
        if (!written) return refuse(500, "internal", "{}", written.error().message);
    }
    const auto source =
        bots::BotSource::parse(file.native(), bots::HouseRules(), std::make_shared<bots::Keeper>());
    if (!source) {
        if (is_new) fs::remove(file, ignored);
        if (is_new) fs::remove(own, ignored);  // only where nothing else is in it
        return bad_request("{}", source.error().message);
    }
    return Json{{"bot", source->text()},
                {"name", source->name()},
                {"description", source->description()}};
}

}  // namespace ninefold::server
