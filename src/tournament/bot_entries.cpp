// SPDX-License-Identifier: MIT
#include "tournament/bot_entries.h"

#include <glob.h>

#include <map>
#include <set>

#include "base/foreign_text.h"
#include "process/bot_files.h"
#include "process/python_helpers.h"
#include "sources/bot_name.h"
#include "sources/bot_source.h"

namespace ninefold::tournament {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWildcards = "*?[";

bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

/// `alice.py` → `alice`, `mcts:sims=500` as it is.
std::string short_name(const sources::BotName& name) {
    using Kind = sources::BotName::Kind;
    const std::string tail = name.options.empty() ? "" : ':' + sources::short_text(name.options);
    if (name.kind == Kind::kSides) {
        const std::string x = short_name(name.sides[0]), o = short_name(name.sides[1]);
        return (x == o ? x : fmt::format("{}+{}", x, o)) + tail;
    }
    const fs::path path = name.main_path();
    if (!path.has_parent_path() && !is_there(path)) return name.bare_text() + tail;
    return path.stem().string() + name.member_text() + tail;
}

std::string short_name(const std::string& source) {
    const auto name = sources::BotName::parse(source);
    return name ? short_name(*name) : source;
}

/// The bot's file; empty where its source names none.
fs::path file_of(const std::string& source) {
    const auto name = sources::BotName::parse(source);
    const fs::path path = name ? name->main_path() : fs::path();
    return is_there(path) ? sources::absolute_path(path) : fs::path();
}

std::vector<fs::path> files_found_by(const std::string& pattern) {
    glob_t found{};
    std::vector<fs::path> files;
    if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
        for (std::size_t i = 0; i < found.gl_pathc; ++i) {
            files.push_back(fs::absolute(found.gl_pathv[i]).lexically_normal());
        }
    }
    globfree(&found);
    return files;
}

/// A pattern finds what bots' authors put there: one may have put a link to somebody else's bot, or
/// to its folder. What the organiser wrote out, up to the first wildcard, is not looked at.
bool leads_out(const fs::path& path, const fs::path& pattern) {
    fs::path own;
    for (const fs::path& part : pattern) {
        if (part.native().find_first_of(kWildcards) != std::string::npos) break;
        own /= part;
    }
    std::error_code error;
    own = fs::absolute(own, error).lexically_normal();
    if (!own.has_filename()) own = own.parent_path();
    for (fs::path at = path; at != own && at.has_relative_path(); at = at.parent_path()) {
        if (fs::is_symlink(at, error) && !process::stays_in(at, at.parent_path())) return true;
    }
    return false;
}

}  // namespace

std::string absolute_source(std::string_view source, const fs::path& folder) {
    const auto name = sources::BotName::parse(source, folder);
    if (!name) return std::string(source);  // what is wrong is said when the bot is started
    const auto whole = sources::with_paths(*name, [&](const fs::path& path) {
        const bool is_own = !path.empty() && !path.native().starts_with('-');
        return is_own && is_there(folder / path) ? sources::absolute_path(folder / path) : path;
    });
    return whole == *name ? std::string(source) : whole.text();
}

base::Result<std::vector<BotEntry>> expand_source(std::string_view source, const fs::path& folder) {
    auto name = sources::BotName::parse(source, folder);
    const bool is_pattern =
        name && name->main_path().native().find_first_of(kWildcards) != std::string::npos &&
        name->command.size() < 2;
    if (!is_pattern) return std::vector<BotEntry>{{absolute_source(source, folder), ""}};
    const std::string pattern = folder / name->main_path();
    std::vector<BotEntry> bots;
    for (const fs::path& path : files_found_by(pattern)) {
        if (leads_out(path, pattern)) {
            return base::fail(
                "{} is a link that leads out of its folder, or lies behind one; where that is "
                "meant, name the file itself",
                base::quoted(path.native(), 200));
        }
        bots.push_back({sources::with_paths(*name, [&](const auto&) { return path; }).text(), ""});
    }
    if (bots.empty()) return base::fail("no file is found by {}", base::quoted(pattern, 200));
    return bots;
}

std::vector<std::string> leave_out_modules(std::vector<BotEntry>& bots) {
    std::vector<fs::path> files;
    std::map<std::string, fs::path> bare;  // those that are no more than a file, by their sources
    for (const BotEntry& bot : bots) {
        const auto name = sources::BotName::parse(bot.source);
        if (!name || name->main_path().extension() != ".py") continue;
        files.push_back(sources::absolute_path(name->main_path()));
        if (bot.name.empty() && name->path == bot.source) bare[bot.source] = files.back();
    }
    std::vector<std::string> notes;
    const auto modules = process::modules_among(files);
    std::erase_if(bots, [&](const BotEntry& bot) {
        const auto file = bare.find(bot.source);
        const auto module = file == bare.end() ? modules.end() : modules.find(file->second);
        if (!bot.name.empty() || module == modules.end()) return false;
        const auto name = [](const fs::path& path) {
            return base::safe_name(path.filename().string());
        };
        notes.push_back(fmt::format("{0} is left out: it is a module of {1}; to let it play, say "
                                    "its interface, as in 'function:{0}'",
                                    name(module->first), name(module->second)));
        return true;
    });
    return notes;
}

base::Result<void> name_bots(std::vector<BotEntry>& bots) {
    std::set<std::string> taken;
    for (const BotEntry& bot : bots) {
        if (!bot.name.empty() && !taken.insert(bot.name).second) {
            return base::fail("two bots have the name {}; each needs its own",
                              base::quoted(bot.name));
        }
    }
    std::vector<sources::NamedFile> unnamed;
    for (const BotEntry& bot : bots) {
        if (bot.name.empty()) {
            unnamed.push_back({base::safe_name(short_name(bot.source)), file_of(bot.source)});
        }
    }
    const std::vector<std::string> names = sources::distinct_names(unnamed);
    auto next = names.begin();
    for (BotEntry& bot : bots) {
        if (!bot.name.empty()) continue;
        const std::string wanted = *next++;
        bot.name = wanted;
        for (int i = 2; !taken.insert(bot.name).second; ++i) {
            bot.name = fmt::format("{} ({})", wanted, i);
        }
    }
    return {};
}

}  // namespace ninefold::tournament
