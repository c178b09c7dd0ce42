// SPDX-License-Identifier: MIT
#include "server/sent_bots.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/file_contents.h"
#include "base/foreign_text.h"
#include "base/sha256.h"
#include "base/try.h"
#include "process/process_supervisor.h"
#include "sources/bot_source.h"

namespace ninefold::server {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestFileName = 64;
/// Enough that nobody finds two files for one folder.
constexpr std::size_t kHashDigits = 32;
/// What a small file and its folder take of a disk.
constexpr std::uintmax_t kBlock = 4096;

/// Such a name leads out of no folder, and needs no quotes anywhere.
bool is_file_name(const std::string& name) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    return !name.empty() && name.size() <= kLongestFileName && name.front() != '.' &&
           name.front() != '-' && name.find_first_not_of(kPlain) == std::string::npos;
}

/// A name cannot hold the line's end, so that no other name and text give the same bytes.
std::string upload_id(const std::string& name, const std::string& text) {
    return base::Sha256::of(name + '\n' + text).substr(0, kHashDigits);
}

std::uintmax_t room_of(std::uintmax_t bytes) {
    return (bytes + kBlock - 1) / kBlock * kBlock + kBlock;
}

/// One folder with the file of one bot.
struct UploadFolder {
    fs::path path;
    fs::file_time_type used;  ///< when its file was last sent
    std::uintmax_t room = 0;  ///< bytes of the disk
};

UploadFolder look_at(const fs::path& path) {
    UploadFolder folder{path, fs::file_time_type::min()};
    std::error_code error;
    for (fs::directory_iterator file(path, error); !error && file != fs::directory_iterator();
         file.increment(error)) {
        std::error_code gone;
        folder.room += room_of(fs::file_size(file->path(), gone));
        folder.used = std::max(folder.used, fs::last_write_time(file->path(), gone));
    }
    return folder;
}

/// Only what this file makes: whatever else somebody put there is left alone.
std::vector<UploadFolder> upload_folders(const fs::path& folder) {
    std::vector<UploadFolder> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const bool is_folder = entry->symlink_status().type() == fs::file_type::directory;
        if (is_folder && base::is_hash(entry->path().filename().string(), kHashDigits)) {
            found.push_back(look_at(entry->path()));
        }
    }
    return found;
}

/// Adds every upload id that occurs in a string, however the path around it is quoted there.
void add_names(const std::string& text, std::set<std::string>& names) {
    for (auto at = text.begin(); at != text.end();) {
        const auto begin = std::find_if(at, text.end(), base::is_hash_digit);
        at = std::find_if_not(begin, text.end(), base::is_hash_digit);
        if (at - begin == kHashDigits) names.emplace(begin, at);
    }
}

/// The folders that no kept match or tournament names, those that were used last in front.
base::Result<std::vector<UploadFolder>> unnamed(std::vector<UploadFolder> all,
                                                store::Store& store) {
    const auto matches = TRY(store.matches());
    std::set<std::string> named;
    for (const store::MatchInfo& match : matches) add_names(match.spec, named);
    std::erase_if(all, [&](const UploadFolder& folder) {
        return named.contains(folder.path.filename().string());
    });
    std::sort(all.begin(), all.end(),
              [](const UploadFolder& p, const UploadFolder& q) { return p.used > q.used; });
    return all;
}

bool holds(const fs::path& file, const std::string& text) {
    const auto contents = base::read_file(file);
    return contents && *contents == text;
}

/// Who sends a script from a page cannot make it one that may be started.
base::FileMode mode_of(const std::string& text) {
    return text.starts_with("#!") ? base::FileMode::kExecutable : base::FileMode::kPlain;
}

}  // namespace

SentBots::SentBots(const fs::path& database, const SentBotLimits& limits)
    : folder_(fs::absolute(database).lexically_normal().native() + "-bots"), limits_(limits) {}

/// Nobody else may put files into it, or lead it elsewhere.
base::Result<void> SentBots::make_folder() const {
    ::mkdir(folder_.c_str(), 0700);
    struct stat found {};
    const bool is_own = ::lstat(folder_.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
                        found.st_uid == ::geteuid() && (found.st_mode & 022) == 0;
    if (is_own) return {};
    return base::fail("{} must be a folder of the server's user, in which nobody else may write",
                      folder_.native());
}

HttpResult<void> SentBots::make_room(store::Store& store, std::uintmax_t wanted) {
    std::vector<UploadFolder> all = upload_folders(folder_);
    std::uintmax_t room = wanted;
    for (const UploadFolder& folder : all) room += folder.room;
    if (room <= limits_.bytes) return {};
    auto oldest_last = TRY(or_internal(unnamed(std::move(all), store)));
    for (; room > limits_.bytes && !oldest_last.empty(); oldest_last.pop_back()) {
        std::error_code ignored;
        fs::remove_all(oldest_last.back().path, ignored);
        room -= oldest_last.back().room;
    }
    if (room <= limits_.bytes) return {};
    return refuse(507, "full",
                  "the bots that were sent and that matches were played with take {} MiB, and no "
                  "more is kept: put the file on the server's machine and name its path",
                  limits_.bytes >> 20);
}

void SentBots::tidy(store::Store& store) {
    const auto forgotten = fs::file_time_type::clock::now() - limits_.age;
    std::vector<UploadFolder> old = upload_folders(folder_);
    std::erase_if(old, [&](const UploadFolder& folder) { return folder.used > forgotten; });
    if (old.empty()) return;
    const auto gone = unnamed(std::move(old), store);
    if (!gone) return;
    for (const UploadFolder& folder : *gone) {
        std::error_code ignored;
        fs::remove_all(folder.path, ignored);
    }
}

HttpResult<Json> SentBots::keep(const Json& request, store::Store& store) {
    std::string name, text;
    base::JsonMembers in(request);
    in.needed_text("name", name);
    in.needed_text("text", text);
    if (in.error()) return bad_request(*in.error());
    if (!is_file_name(name)) {
        return bad_request("'name' must be a file's name: 1 to {} letters, digits, '.', '_', '-'",
                           kLongestFileName);
    }
    TRY(or_internal(make_folder()));
    tidy(store);
    const fs::path folder = folder_ / upload_id(name, text);
    const fs::path file = folder / name;
    std::error_code ignored;
    const bool is_new = !holds(file, text);
    if (is_new) {
        TRY(make_room(store, room_of(text.size())));
        fs::create_directories(folder, ignored);  // where it cannot be made, writing says so
        TRY(or_internal(base::write_file(file, {text}, mode_of(text))));
    }
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
    const auto source = sources::BotSource::parse(file.native(), sources::HouseRules(),
                                                  std::make_shared<process::ProcessSupervisor>());
    if (!source) {
        if (is_new) fs::remove_all(folder, ignored);
        // Who sent it knows no folder of this machine.
        return bad_request("{}", base::without_folders(source.error().message));
    }
    return Json{{"bot", source->text},
                {"name", source->name},
                {"description", source->description}};
}

}  // namespace ninefold::server
