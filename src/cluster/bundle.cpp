// SPDX-License-Identifier: MIT
#include "cluster/bundle.h"

#include <unistd.h>

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/file_contents.h"
#include "base/foreign_text.h"
#include "base/parse_json.h"
#include "base/sha256.h"
#include "base/try.h"
#include "process/bot_command.h"
#include "process/bot_entries.h"
#include "process/bot_files.h"
#include "sources/bot_name.h"

namespace ninefold::cluster {

namespace {

namespace fs = std::filesystem;
using base::fail;
using nlohmann::json;

constexpr std::string_view kPlaceholder = "{bundle}";
constexpr std::size_t kMostFiles = 2000;
constexpr std::uintmax_t kMostBytes = 64 * 1024 * 1024;

bool is_executable(const fs::path& path) { return ::access(path.c_str(), X_OK) == 0; }

/// Where each of a bot's files or folders goes in its bundle: `0/alice.py`. Below the outermost of
/// their folders they lie as they do here, so that the sandbox shows them in the same places.
std::vector<fs::path> places(const std::vector<fs::path>& files) {
    std::vector<fs::path> folders, result;
    for (const fs::path& file : files) {
        fs::path root = file.parent_path();
        for (const fs::path& other : files) {
            const fs::path around = other.parent_path();
            if (base::is_inside(root, around) && !process::is_too_wide(around)) root = around;
        }
        auto at = std::find(folders.begin(), folders.end(), root);
        if (at == folders.end()) at = folders.insert(folders.end(), root);
        result.push_back(fs::path(std::to_string(at - folders.begin())) /
                         file.lexically_relative(root));
    }
    return result;
}

/// A bot's file, or all files below its folder, with their places; `own` is the folder that no link
/// leads out of.
std::vector<std::pair<fs::path, fs::path>> files_below(const fs::path& path, const fs::path& own,
                                                       const fs::path& place) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return {{path, place}};
    std::vector<std::pair<fs::path, fs::path>> files;
    for (const fs::path& file : process::regular_files(path, own, kMostFiles)) {
        files.emplace_back(file, place / file.lexically_relative(path));
    }
    return files;
}

/// Which files a sandbox would show the bot here. A folder that holds its own files hides nothing.
process::BotEntries entries_of(const sources::BotSource& source, sources::Paths hidden) {
    std::erase_if(hidden, [&](const fs::path& other) {
        return std::ranges::any_of(source.files, [&](const fs::path& file) {
            return base::is_inside(file, other);
        });
    });
    return {source.files, hidden};
}

/// The bot's own files and the modules that it imports, without those of other bots.
std::vector<fs::path> files_of(const sources::BotSource& source,
                               const process::BotEntries& entries) {
    std::vector<fs::path> files = source.all_files();
    std::erase_if(files, [&](const fs::path& file) {
        return !process::contains(source.files, file) && entries.is_others(file);
    });
    return files;
}

/// Refuses a file that a worker could not write, or not tell from another one: paths are longer
/// there, names get endings while files are written, and the list of files is UTF-8. Its games
/// would be void at every worker, and so never be lost.
base::Result<void> check_place(std::string_view bot, const fs::path& place) {
    constexpr std::size_t kLongestName = 240, kLongestPlace = 1000;
    const bool has_short_names = std::ranges::all_of(place, [](const fs::path& part) {
        return part.native().size() <= kLongestName;
    });
    if (has_short_names && place.native().size() <= kLongestPlace &&
        base::is_utf8(place.native())) {
        return {};
    }
    return fail("bot {} cannot be sent to other machines: its file {} has no name that every "
                "machine can have: UTF-8, of at most {} bytes, and {} with its folders",
                bot, base::safe_name(place.native(), 400), kLongestName, kLongestPlace);
}

bool is_inside(const fs::path& path) {
    return !path.empty() && path.is_relative() &&
           std::none_of(path.begin(), path.end(),
                        [](const fs::path& part) { return part == ".." || part.empty(); });
}

}  // namespace

std::string to_text(const Bundle& bundle) {
    json files = json::array();
    for (const BundleFile& file : bundle) {
        files.push_back({{"path", file.path}, {"sha256", file.hash}, {"run", file.executable}});
    }
    return base::json_line(json{{"version", 1}, {"files", std::move(files)}});
}

base::Result<Bundle> parse_bundle(std::string_view text) {
    const json document = base::parse_json<json>(text);
    if (!document.is_object() || document.value("version", json()) != 1) {
        return fail("not a list of a bot's files: {}", base::quoted(text, 80));
    }
    Bundle bundle;
    try {
        if (document.at("files").size() > kMostFiles) {
            return fail("a bot of {} files is refused: {} are the most",
                        document.at("files").size(), kMostFiles);
        }
        for (const json& item : document.at("files")) {
            BundleFile file{item.at("path").get<std::string>(),
                            item.at("sha256").get<std::string>(), item.at("run").get<bool>()};
            if (!is_inside(file.path) || !base::is_hash(file.hash)) {
                return fail("a bot's file {} is refused: its path or hash is invalid",
                            base::quoted(file.path, 200));
            }
            bundle.push_back(std::move(file));
        }
    } catch (const json::exception& error) {
        return fail("a list of a bot's files that cannot be read: {}", base::quoted(error.what()));
    }
    return bundle;
}

base::Result<std::string> portable_source(std::string_view source,
                                          const std::vector<fs::path>& files) {
    const auto name = TRY(sources::BotName::parse(source));
    const auto where = places(files);
    std::set<fs::path> named;
    const auto portable = sources::with_paths(name, [&](const fs::path& path) {
        const auto file = std::find(files.begin(), files.end(), sources::absolute_path(path));
        if (path.empty() || file == files.end()) return path;
        named.insert(*file);
        return fs::path(kPlaceholder) / where[static_cast<std::size_t>(file - files.begin())];
    });
    for (const fs::path& file : files) {
        if (named.contains(file)) continue;
        return fail("{} cannot be sent to other machines: its file {} is not named in it; name it "
                    "by its whole path",
                    base::quoted(source, 200), file.string());
    }
    return portable.text();
}

base::Result<TaskBot> send_bot(const sources::BotSource& source, FileStore& store,
                               sources::Paths hidden) {
    if (source.files.empty()) return TaskBot{source.text};
    auto text = TRY(portable_source(source.text, source.files));
    Bundle bundle;
    std::uintmax_t bytes = 0;
    const process::BotEntries entries = entries_of(source, std::move(hidden));
    const std::vector<fs::path> files = files_of(source, entries);
    const auto where = places(files);
    for (std::size_t i = 0; i < where.size(); ++i) {
        // A folder that the organiser names is a bot's own, however it leads there.
        std::error_code error;
        const bool is_own = i < source.files.size() && fs::is_directory(files[i], error);
        const fs::path own = is_own ? files[i] : files[i].parent_path();
        for (const auto& [path, place] : files_below(files[i], own, where[i])) {
            if (path != files[i] && entries.is_others(path)) continue;
            TRY(check_place(source.name, place));
            const auto contents = TRY(base::read_file_in(own, path, kMostBytes));
            bytes += contents.size();
            if (bytes > kMostBytes || bundle.size() >= kMostFiles) {
                return fail(
                    "bot {} is too large for the cluster: more than {} MiB or {} files, the "
                    "modules beside it that it imports included; the last one was {}",
                    source.name, kMostBytes >> 20, kMostFiles, path.string());
            }
            std::string hash = TRY(store.put(contents));
            bundle.push_back({place.string(), std::move(hash), is_executable(path)});
        }
    }
    std::string name = TRY(store.put(to_text(bundle)));
    return TaskBot{std::move(text), std::move(name)};
}

base::Result<std::uintmax_t> BundleCache::fetch(const BundleFile& file, const fs::path& place) {
    if (const auto there = base::read_file(place);
        there && verify(*there, file.hash) && is_executable(place) == file.executable) {
        return there->size();
    }
    const auto contents = TRY(store_.get(file.hash));
    std::error_code ignored;  // what cannot be made is said where it cannot be written to
    fs::create_directories(place.parent_path(), ignored);
    const auto written =
        base::write_file(place, {contents},
                         file.executable ? base::FileMode::kExecutable : base::FileMode::kPlain);
    if (written) return contents.size();
    return fail("{}; another folder is named with --cache", written.error().message);
}

base::Result<fs::path> BundleCache::folder(const std::string& bundle) {
    if (!base::is_hash(bundle))
        return fail("{} names no bundle of files", base::quoted(bundle, 80));
    const auto files = TRY(parse_bundle(TRY(store_.get(bundle))));
    fs::path folder = folder_ / bundle;
    std::uintmax_t bytes = 0;
    for (const BundleFile& file : files) {
        bytes += TRY(fetch(file, folder / file.path));
        if (bytes > kMostBytes) {
            return fail("a bot of more than {} MiB is refused", kMostBytes >> 20);
        }
    }
    std::error_code ignored;
    fs::last_write_time(folder, fs::file_time_type::clock::now(), ignored);
    return folder;
}

void BundleCache::tidy(std::chrono::hours age) const {
    const auto forgotten = fs::file_time_type::clock::now() - age;
    for (const fs::path& folder : base::entries_of(folder_)) {
        std::error_code error;
        const bool is_bundle = base::is_hash(folder.filename().string());
        if (!is_bundle || fs::last_write_time(folder, error) > forgotten || error) continue;
        fs::remove_all(folder, error);
    }
}

std::string local_source(const TaskBot& bot, const fs::path& folder) {
    const auto name = sources::BotName::parse(bot.source);
    if (!name) return bot.source;
    return sources::with_paths(*name,
                               [&](const fs::path& path) {
                                   const bool is_ours =
                                       !path.empty() && *path.begin() == fs::path(kPlaceholder);
                                   return is_ours ? folder / path.lexically_relative(kPlaceholder)
                                                  : path;
                               })
        .text();
}

}  // namespace ninefold::cluster
