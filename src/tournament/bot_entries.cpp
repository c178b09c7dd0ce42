// SPDX-License-Identifier: MIT
#include "tournament/bot_entries.h"

#include <glob.h>

#include <map>
#include <set>

#include "base/foreign_text.h"
#include "process/bot_files.h"
#include "process/python_helpers.h"
#include "sources/bot_source.h"
#include "sources/own_options.h"

namespace ninefold::tournament {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

/// A source cut behind the options for the bot, which are left as they are. Where those are wrong
/// there is nothing to cut off; whoever starts the bot says why.
struct CutSource {
    std::string_view options, bot;
    process::UgiOptions set;
};

CutSource cut(std::string_view source) {
    auto named = sources::read_own_options(source);
    if (!named || named->options.empty()) return {"", source, {}};
    return {source.substr(0, source.size() - named->name.size()), named->name,
            std::move(named->options)};
}

/// The path part of a source: behind the first colon (of an interface or protocol), before `#` or
/// the first blank (of a command's arguments).
struct PathPart {
    std::size_t begin = 0, end = 0;
};

PathPart path_part(std::string_view source) {
    PathPart part{0, source.size()};
    const std::size_t colon = source.find(':');
    if (colon != std::string_view::npos &&
        source.substr(0, colon).find('/') == std::string_view::npos) {
        part.begin = colon + 1;
    }
    const std::size_t end = source.find_first_of("# ", part.begin);
    if (end != std::string_view::npos) part.end = end;
    return part;
}

/// `alice.py` → `alice`, `mcts:sims=500` as it is.
std::string short_name(std::string_view whole) {
    const auto [unused, bot, options] = cut(whole);
    const std::string source(bot);
    const std::string tail = options.empty() ? "" : ':' + sources::short_text(options);
    const PathPart part = path_part(source);
    const fs::path path(source.substr(part.begin, part.end - part.begin));
    if (!path.has_parent_path() && !is_there(path)) return source + tail;
    const std::string member =
        source.find('#') < source.size() ? source.substr(source.find('#')) : "";
    return path.stem().string() + member + tail;
}

/// The bot's file; empty where its source names none.
fs::path file_of(std::string_view source) {
    const std::string_view bot = cut(source).bot;
    const PathPart part = path_part(bot);
    const fs::path path(bot.substr(part.begin, part.end - part.begin));
    return is_there(path) ? fs::absolute(path).lexically_normal() : fs::path();
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

/// A pattern finds what bots' authors put there: one may have put a link to somebody else's bot.
bool leads_out(const fs::path& path) {
    std::error_code error;
    return fs::is_symlink(path, error) && !process::stays_in(path, path.parent_path());
}

}  // namespace

std::string absolute_source(std::string_view whole, const fs::path& folder) {
    const auto [options, source, unused] = cut(whole);
    if (!options.empty()) return std::string(options) + absolute_source(source, folder);
    if (is_there(folder / source)) return fs::absolute(folder / source).lexically_normal();
    const PathPart part = path_part(source);
    const std::string_view path = source.substr(part.begin, part.end - part.begin);
    if (path.empty() || !is_there(folder / path)) return std::string(source);
    return fmt::format("{}{}{}", source.substr(0, part.begin),
                       fs::absolute(folder / path).lexically_normal().native(),
                       source.substr(part.end));
}

base::Result<std::vector<BotEntry>> expand_source(std::string_view whole, const fs::path& folder) {
    const auto [options, source, unused] = cut(whole);
    const bool is_pattern = source.find_first_of("*?[") != std::string_view::npos &&
                            source.find(' ') == std::string_view::npos;
    if (!is_pattern) return std::vector<BotEntry>{{absolute_source(whole, folder), ""}};
    const PathPart part = path_part(source);
    const std::string pattern = folder / source.substr(part.begin);
    std::vector<BotEntry> bots;
    for (const fs::path& path : files_found_by(pattern)) {
        if (leads_out(path)) {
            return base::fail(
                "{} is a link that leads out of its folder; where that is meant, name "
                "the file itself",
                base::quoted(path.native(), 200));
        }
        bots.push_back(
            {fmt::format("{}{}{}", options, source.substr(0, part.begin), path.native()), ""});
    }
    if (bots.empty()) return base::fail("no file is found by {}", base::quoted(pattern, 200));
    return bots;
}

std::vector<std::string> leave_out_modules(std::vector<BotEntry>& bots) {
    std::vector<fs::path> files;
    std::map<std::string, fs::path> bare;  // those that are no more than a file, by their sources
    for (const BotEntry& bot : bots) {
        const PathPart part = path_part(bot.source);
        const fs::path path(bot.source.substr(part.begin, part.end - part.begin));
        if (path.extension() != ".py") continue;
        files.push_back(fs::absolute(path).lexically_normal());
        if (bot.name.empty() && path == bot.source) bare[bot.source] = files.back();
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
