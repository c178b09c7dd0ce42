// SPDX-License-Identifier: MIT
#include "training/data_places.h"

#include <map>

#include "net/data_file.h"

namespace ninefold::training {

namespace fs = std::filesystem;
using base::fail;

base::Result<bool> is_made_already(const fs::path& path, rules::Rules rules,
                                   std::size_t positions) {
    std::error_code ignored;
    if (path.empty()) return fail("--out: the name of a file is needed, such as data.nfd");
    if (fs::is_directory(path, ignored)) {
        return fail("{} is a folder; the name of a file is needed, such as {}", path.string(),
                    (path / "data.nfd").string());
    }
    if (!fs::exists(path, ignored)) return false;
    const auto file = net::DataFile::load(path);
    if (!file) return fail("{}; delete or rename it", file.error().message);
    if (file->rules == rules && file->positions.size() == positions) return true;
    return fail("{} is there already with {} positions of {}, not {} of {}; delete or rename it",
                path.string(), file->positions.size(), rules::name(file->rules), positions,
                rules::name(rules));
}

base::Result<void> check_places(const std::vector<std::string>& files, const std::string& folder) {
    if (folder.empty()) return fail("--out: the name of a folder is needed");
    std::map<fs::path, std::string> taken;
    for (const fs::path path : files) {
        const fs::path to = fs::path(folder) / path.filename();
        std::error_code ignored;
        if (fs::equivalent(path, to, ignored)) {
            return fail("{} stands in the folder --out {}: another folder is needed, so that it is "
                        "not overwritten",
                        path.string(), folder);
        }
        const auto [first, is_new] = taken.emplace(path.filename(), path.string());
        if (is_new) continue;
        return fail("{} and {} would both be {}; rename one, or label them into two folders",
                    first->second, path.string(), to.string());
    }
    return {};
}

}  // namespace ninefold::training
