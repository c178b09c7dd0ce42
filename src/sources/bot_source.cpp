// SPDX-License-Identifier: MIT
#include "sources/bot_source.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/foreign_text.h"
#include "bots/builtin.h"
#include "bots/engine_bot.h"
#include "process/content_hash.h"
#include "process/python_helpers.h"
#include "sources/bot_plan.h"
#include "sources/command_bot.h"
#include "sources/file_kind.h"
#include "sources/hosts.h"
#include "sources/java_bot.h"
#include "sources/own_options.h"
#include "sources/python_bot.h"
#include "sources/side_bot.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;
using MadePlan = base::Result<BotPlan>;

constexpr std::size_t kShownPath = 200;

constexpr std::pair<std::string_view, process::Protocol> kProtocols[] = {
    {"ugi", process::Protocol::kUgi},
    {"codingame", process::Protocol::kCodingame},
    {"riddles", process::Protocol::kRiddles},
    {"theaigames", process::Protocol::kTheAiGames},
};

constexpr std::string_view kInterfaces[] = {"select_move", "class", "function", "best_move"};

/// FILE[#MEMBER[:ARGUMENTS]], the file being there.
struct FileAndMember {
    fs::path path;  ///< absolute
    std::string member, arguments;
};

constexpr std::string_view kOptionHint =
    "; an option before a bot's name reads option.NAME=VALUE, in quotes where there are blanks, as "
    "in 'option.Skill Level=3' ./bot";

/// Whether somebody who wrote this probably meant an option rather than a file.
bool looks_like_option(std::string_view text) {
    const std::size_t start = text.find_first_not_of("'\"");
    return start != std::string_view::npos && text.substr(start).starts_with("option.") &&
           text.find_first_of(" \t\n='\"") != std::string_view::npos;
}

base::Result<FileAndMember> named_file(std::string_view text) {
    std::error_code error;
    FileAndMember file;
    const std::size_t hash =
        fs::exists(fs::path(text), error) ? std::string_view::npos : text.rfind('#');
    file.path = fs::absolute(fs::path(text.substr(0, hash)), error).lexically_normal();
    if (file.path.filename().empty()) file.path = file.path.parent_path();  // a folder's last slash
    if (hash != std::string_view::npos) {
        const std::string_view member = text.substr(hash + 1);
        const std::size_t colon = std::min(member.find(':'), member.size());
        file.member = member.substr(0, colon);
        if (colon < member.size()) file.arguments = member.substr(colon + 1);
    }
    if (!fs::exists(file.path, error)) {
        return fail("there is no file {}{}", base::quoted(text.substr(0, hash), kShownPath),
                    looks_like_option(text) ? kOptionHint : "");
    }
    return file;
}

/// Reads one name after another under the same rules.
class Planner {
public:
    Planner(const HouseRules& rules, std::shared_ptr<process::ProcessSupervisor> supervisor)
        : rules_(rules), supervisor_(std::move(supervisor)) {}

    MadePlan plan(std::string_view text) const;

private:
    MadePlan plan_bare(std::string_view text) const;
    MadePlan plan_with_options(const NameWithOptions& named) const;
    MadePlan plan_one(std::string_view text) const;
    MadePlan plan_builtin(std::string_view text) const;
    MadePlan plan_engine(std::string_view text) const;
    MadePlan plan_python(std::string_view interface, const FileAndMember& file) const;
    MadePlan plan_path(std::string_view text) const;
    MadePlan plan_file(const FileAndMember& file) const;
    MadePlan plan_python_file(const FileAndMember& file, const FileLook& look) const;
    MadePlan plan_javascript(const fs::path& path, const FileLook& look) const;
    MadePlan plan_executable(const fs::path& path, const FileLook& look) const;

    const HouseRules& rules_;
    std::shared_ptr<process::ProcessSupervisor> supervisor_;
    process::UgiOptions options_;  ///< the organiser's, of the bot that is being planned
};

MadePlan Planner::plan(std::string_view text) const {
    const auto named = read_own_options(text);
    if (!named) return named.error();
    if (named->options.empty()) return plan_bare(text);
    return plan_with_options(*named);
}

std::string why_no_options(BotKind kind) {
    switch (kind) {
        case BotKind::kBuiltin: return "its options stand in its name, as in engine:hash=8";
        case BotKind::kHosted:
            return "it is run by a host; a class of the best_move interface takes arguments, as in "
                   "best_move:e.py#MyEngine:depth=3";
        case BotKind::kSite: return "the protocol it speaks has none";
        case BotKind::kUgi: break;
    }
    return "";
}

MadePlan Planner::plan_with_options(const NameWithOptions& named) const {
    Planner planner = *this;
    for (const auto& option : named.options) planner.options_.push_back(option);
    return planner.plan_bare(named.name);
}

MadePlan Planner::plan_bare(std::string_view text) const {
    if (text.empty() && !options_.empty()) {
        return fail("no bot stands behind the options {}; one is needed there, as in option.Hash=8 "
                    "./bot",
                    base::quoted(short_text(options_), kShownPath));
    }
    if (text.empty()) {
        return fail("a bot's name is empty; 'random', 'bot.py' or 'ugi:./bot' would be names");
    }
    if (const auto sides = split_sides(text)) {
        auto x = plan(sides->first);
        if (!x) return x.error();
        auto o = plan(sides->second);
        if (!o) return o.error();
        return plan_sides(std::move(*x), std::move(*o));
    }
    auto made = plan_one(text);
    if (!made || options_.empty()) return made;
    if (made->kind != BotKind::kUgi) {
        return fail("{} takes no option.NAME=VALUE: {}", base::quoted(text, kShownPath),
                    why_no_options(made->kind));
    }
    made->name += ':' + short_text(options_);
    made->has_options = true;
    return made;
}

MadePlan Planner::plan_one(std::string_view text) const {
    if (bots::is_builtin(text)) return plan_builtin(text);
    if (bots::is_engine(text)) return plan_engine(text);
    const std::size_t colon = text.find(':');
    const std::string_view kind = text.substr(0, colon);
    if (colon != std::string_view::npos) {
        const std::string_view rest = text.substr(colon + 1);
        for (const auto& [word, protocol] : kProtocols) {
            if (kind == word) return plan_command(rest, protocol, options_, rules_, supervisor_);
        }
        const auto* const interface =
            std::find(std::begin(kInterfaces), std::end(kInterfaces), kind);
        if (interface != std::end(kInterfaces) || kind == "java") {
            const auto file = named_file(rest);
            if (!file) return file.error();
            if (kind == "java") return plan_java_bot(file->path, file->member, rules_, supervisor_);
            return plan_python(*interface, *file);
        }
    }
    return plan_path(text);
}

/// Made once here, so that a wrong option is told before anything starts.
MadePlan Planner::plan_builtin(std::string_view text) const {
    const auto tried = bots::make_builtin(text);
    if (!tried) return tried.error();
    BotPlan plan;
    plan.name = text;
    plan.description = fmt::format("built-in bot ({})", text);
    plan.make = [spec = std::string(text)](int, const Paths&) { return bots::make_builtin(spec); };
    return plan;
}

MadePlan Planner::plan_engine(std::string_view text) const {
    const auto tried = bots::make_engine_bot(text);
    if (!tried) return tried.error();
    BotPlan plan;
    plan.name = text;
    plan.description = fmt::format("Ninefold's engine ({})", text);
    plan.make = [spec = std::string(text)](int, const Paths&) {
        return bots::make_engine_bot(spec);
    };
    return plan;
}

std::string guessed(const std::string& command) {
    return fmt::format(
        "'{0}' is taken for a UGI bot, though the word ugiok does not occur in it; if "
        "it speaks another protocol, say 'codingame:{0}' or 'riddles:{0}'",
        command);
}

std::string builtin_names() {
    std::string names;
    for (const bots::BuiltinInfo& info : bots::builtins()) names += fmt::format("{}, ", info.name);
    return names + "engine";
}

MadePlan Planner::plan_python(std::string_view interface, const FileAndMember& file) const {
    return plan_python_bot({file.path, file.member, file.arguments, std::string(interface)}, rules_,
                           supervisor_);
}

MadePlan Planner::plan_path(std::string_view text) const {
    const auto file = named_file(text);
    if (file) return plan_file(*file);
    const bool is_path = text.find_first_of("/.#") != std::string_view::npos;
    if (is_path) return file.error();
    return fail("there is no built-in bot {} (there are {}), and no file of that name",
                base::quoted(text, kShownPath), builtin_names());
}

/// Finds out what a file is.
MadePlan Planner::plan_file(const FileAndMember& file) const {
    auto look = look_at(file.path);
    if (!look) return look.error();
    if (look->is_edition_open && look->kind == FileKind::kPython) {
        settle_edition(*look, process::python_helpers(file.path));
    }
    if (look->is_edition_open && file.member.empty()) {
        return fail("{0} answers place_move, as bots of riddles.io and of its predecessor "
                    "theaigames.com do, and nothing in it tells which: say 'riddles:{0}' where an "
                    "empty cell is '.', 'theaigames:{0}' where it is 0",
                    file.path.string());
    }
    switch (look->kind) {
        case FileKind::kPython: return plan_python_file(file, *look);
        case FileKind::kJava: return plan_java_bot(file.path, file.member, rules_, supervisor_);
        case FileKind::kJavaScript: return plan_javascript(file.path, *look);
        case FileKind::kProgram: return plan_executable(file.path, *look);
        case FileKind::kSource:
        case FileKind::kOther: break;
    }
    return fail("{} is {}; {}", base::quoted(file.path.string(), kShownPath), look->what,
                look->advice);
}

MadePlan Planner::plan_python_file(const FileAndMember& file, const FileLook& look) const {
    if (look.protocol && file.member.empty()) {
        return plan_python_program(file.path, *look.protocol, options_, rules_, supervisor_);
    }
    return plan_python({}, file);
}

MadePlan Planner::plan_javascript(const fs::path& path, const FileLook& look) const {
    const fs::path node = find_on_path("node");
    if (node.empty()) {
        return fail("{} is JavaScript, and node is not installed (Debian: nodejs)",
                    base::quoted(path.string(), kShownPath));
    }
    ProgramPlan program;
    program.name = path.stem().string();
    program.command.folder = path.parent_path();
    program.command.arguments = {node.string(), path.string()};
    program.protocol = look.protocol.value_or(process::Protocol::kUgi);
    program.options = options_;
    program.files = {path};
    if (!is_in_system(node)) program.read_only.push_back(fs::canonical(node).parent_path());
    program.description =
        fmt::format("JavaScript, {} ({})", name(program.protocol), path.filename().string());
    if (!look.protocol) program.notes.push_back(guessed(fmt::format("node {}", path.string())));
    return plan_program(std::move(program), rules_, supervisor_);
}

MadePlan Planner::plan_executable(const fs::path& path, const FileLook& look) const {
    if (::access(path.c_str(), X_OK) != 0) {
        return fail("{} is {}, but not executable; 'chmod +x {}' makes it so",
                    base::quoted(path.string(), kShownPath), look.what, path.string());
    }
    ProgramPlan program;
    program.name = path.stem().string();
    program.command.arguments = {path.string()};
    program.protocol = look.protocol.value_or(process::Protocol::kUgi);
    program.options = options_;
    program.files = {path};
    program.description =
        fmt::format("{}, {} ({})", look.what, name(program.protocol), path.filename().string());
    if (!look.protocol) program.notes.push_back(guessed(path.string()));
    return plan_program(std::move(program), rules_, supervisor_);
}

}  // namespace

struct BotSource::Data {
    std::string text;
    BotPlan plan;
};

base::Result<BotSource> BotSource::parse(std::string_view text, const HouseRules& rules,
                                         std::shared_ptr<process::ProcessSupervisor> supervisor) {
    auto plan = Planner(rules, std::move(supervisor)).plan(text);
    if (!plan) return plan.error();
    // A file's name may hold anything.
    plan->name = base::safe_name(plan->name);
    plan->description = base::safe_name(plan->description, 1000);
    return BotSource(std::make_shared<const Data>(Data{std::string(text), std::move(*plan)}));
}

const std::string& BotSource::text() const { return data_->text; }
const std::string& BotSource::name() const { return data_->plan.name; }
const std::string& BotSource::description() const { return data_->plan.description; }
const Paths& BotSource::files() const { return data_->plan.files; }
Paths BotSource::all_files() const {
    Paths all = files();
    const Paths more = helpers();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}
std::string BotSource::content_hash() const { return process::content_hash(all_files()); }

Paths BotSource::helpers() const {
    std::set<fs::path> found;
    for (const fs::path& file : files()) {
        if (file.extension() != ".py") continue;
        for (fs::path& helper : process::python_helpers(file)) found.insert(std::move(helper));
    }
    for (const fs::path& file : files()) found.erase(file);
    return {found.begin(), found.end()};
}

const std::vector<std::string>& BotSource::notes() const { return data_->plan.notes; }
BotKind BotSource::kind() const { return data_->plan.kind; }
GameStart BotSource::game_start() const { return data_->plan.game_start; }
bool BotSource::plays_single_block() const { return data_->plan.plays_single_block; }
bool BotSource::has_options() const { return data_->plan.has_options; }

base::Result<std::unique_ptr<bots::Bot>> BotSource::make(int slot, const Paths& hidden) const {
    return data_->plan.make(slot, hidden);
}

namespace {

/// The name of the folder `level` steps above the bot's file; empty where there is none.
std::string folder_above(const NamedFile& bot, int level) {
    fs::path folder = bot.file.parent_path();
    for (int i = 0; i < level; ++i) folder = folder.parent_path();
    return folder.filename().string();
}

/// The nearest level at which no two of the bots lie in folders of the same name.
std::optional<int> telling_level(const std::vector<const NamedFile*>& alike) {
    constexpr int kMostLevels = 8;
    for (int level = 0; level < kMostLevels; ++level) {
        std::set<std::string> folders;
        for (const NamedFile* bot : alike) folders.insert(folder_above(*bot, level));
        if (folders.size() == alike.size() && !folders.contains("")) return level;
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::string> distinct_names(std::span<const NamedFile> bots) {
    std::map<std::string, std::vector<const NamedFile*>> alike;
    for (const NamedFile& bot : bots) alike[bot.name].push_back(&bot);
    std::map<std::string, int> given;
    std::vector<std::string> names;
    for (const NamedFile& bot : bots) {
        const auto& others = alike[bot.name];
        const auto level = others.size() > 1 ? telling_level(others) : std::nullopt;
        const std::string name =
            level ? fmt::format("{}/{}", base::safe_name(folder_above(bot, *level)), bot.name)
                  : bot.name;
        const int number = ++given[name];
        names.push_back(number == 1 ? name : fmt::format("{} ({})", name, number));
    }
    return names;
}

std::vector<std::string> distinct_names(std::span<const BotSource> sources) {
    std::vector<NamedFile> bots;
    for (const BotSource& source : sources) {
        bots.push_back(
            {source.name(), source.files().empty() ? fs::path() : source.files().front()});
    }
    return distinct_names(bots);
}

}  // namespace ninefold::sources
