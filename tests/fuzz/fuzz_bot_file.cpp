// SPDX-License-Identifier: MIT
// Any bytes as a bot's file, of each kind: what it is, which modules it imports, its hash. The same
// bytes are the module `helper` beside it; there is a package `tools` as well.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/temporary_folder.h"
#include "process/bot_files.h"
#include "process/python_helpers.h"
#include "require.h"
#include "sources/file_kind.h"

namespace ninefold::fuzz_bot_file {

using fuzz::require;
namespace fs = std::filesystem;

namespace {

constexpr std::array kKinds = {"bot.py", "bot.js", "Bot.java", "bot.jar", "bot.cpp"};

void write(const fs::path& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

void check_look(const fs::path& file) {
    const auto look = sources::look_at(file);
    if (!look) return fuzz::require_one_line(look.error().message);
    fuzz::require_one_line(look->what);
    if (!look->advice.empty()) fuzz::require_one_line(look->advice);
    require(!look->is_edition_open || !look->protocol, "an open edition is not settled");
}

void check_helpers(const fs::path& folder, const fs::path& file) {
    const std::vector<fs::path> helpers = process::python_helpers(file);
    require(std::is_sorted(helpers.begin(), helpers.end()), "helpers are sorted");
    for (const fs::path& helper : helpers) {
        require(helper == folder / "helper.py" || helper == folder / "tools" || helper == file,
                "helpers are files that are there");
    }
    const std::array files = {file, folder / "helper.py"};
    for (const auto& [module, importer] : process::modules_among(files)) {
        require(module != importer, "no file is a module for itself alone");
    }
}

void check_hash(const fs::path& folder, const fs::path& file, std::string_view bytes) {
    const std::array whole = {folder};
    const std::string before = process::content_hash(whole);
    require(process::content_hash(whole) == before, "the same files have the same hash");
    write(file, std::string(bytes) + '.');
    require(process::content_hash(whole) != before, "a changed file has another");
}

/// A folder whose files are one and the same, by hard links: it is written once for all of them.
fs::path make_folder() {
    static const base::TemporaryFolder temporary = *base::TemporaryFolder::make();
    const fs::path folder = temporary.path() / "bot";
    fs::create_directories(folder / "tools");
    write(folder / "bot", "");
    for (const char* name : kKinds) fs::create_hard_link(folder / "bot", folder / name);
    fs::create_hard_link(folder / "bot", folder / "helper.py");
    write(folder / "tools/__init__.py", "import helper\n");
    return folder;
}

}  // namespace

void run(std::string_view bytes) {
    static const fs::path folder = make_folder();
    write(folder / "bot", bytes);
    check_look(folder / "bot");
    for (const char* name : kKinds) check_look(folder / name);
    check_helpers(folder, folder / "bot.py");
    check_hash(folder, folder / "bot", bytes);
}

}  // namespace ninefold::fuzz_bot_file
