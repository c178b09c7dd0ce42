// SPDX-License-Identifier: MIT
#include "sources/bot_source.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/foreign_text.h"
#include "base/try.h"
#include "bots/builtin.h"
#include "bots/engine_bot.h"
#include "process/bot_files.h"
#include "process/content_hash.h"
#include "process/python_helpers.h"
#include "sources/bot_name.h"
#include "sources/bot_plan.h"
#include "sources/command_bot.h"
#include "sources/file_kind.h"
#include "sources/hosts.h"
#include "sources/java_bot.h"
#include "sources/python_bot.h"
#include "sources/side_bot.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;
using MadePlan = base::Result<BotPlan>;

constexpr std::size_t kShownPath = 200;

constexpr std::string_view kOptionHint =
    "; an option before a bot's name reads option.NAME=VALUE, in quotes where there are blanks, as "
    "in 'option.Skill Level=3' ./bot";

/// Whether somebody who wrote this probably meant an option rather than a file.
bool looks_like_option(std::string_view text) {
    const std::size_t start = text.find_first_not_of("'\"");
    return start != std::string_view::npos && text.substr(start).starts_with("option.") &&
           text.find_first_of(" \t\n='\"") != std::string_view::npos;
}

/// The file of a name, absolute, where there is one.
base::Result<fs::path> existing_file(const BotName& name) {
    std::error_code error;
    const fs::path path = absolute_path(name.path);
    if (fs::exists(path, error)) return path;
    return fail("there is no file {}{}", base::quoted(name.path.native(), kShownPath),
                looks_like_option(name.path.native()) ? kOptionHint : "");
}

/// Finds out what names stand for, all under the same rules.
class Planner {
public:
    Planner(const HouseRules& rules, std::shared_ptr<process::ProcessSupervisor> supervisor)
        : rules_(rules), supervisor_(std::move(supervisor)) {}

    MadePlan plan(const BotName& name) const;

private:
    MadePlan plan_sides(const BotName& name) const;
    MadePlan plan_one(const BotName& name) const;
    MadePlan plan_file(const BotName& name) const;
    MadePlan plan_recognised(const BotName& name, const fs::path& path) const;
    MadePlan plan_javascript(const BotName& name, const fs::path& path, const FileLook& look) const;
    MadePlan plan_executable(const BotName& name, const fs::path& path, const FileLook& look) const;

    const HouseRules& rules_;
    std::shared_ptr<process::ProcessSupervisor> supervisor_;
};

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

MadePlan Planner::plan(const BotName& name) const {
    if (name.kind == BotName::Kind::kSides) return plan_sides(name);
    auto made = plan_one(name);
    if (!made || name.options.empty()) return made;
    if (made->kind != BotKind::kUgi) {
        return fail("{} takes no option.NAME=VALUE: {}", base::quoted(name.bare_text(), kShownPath),
                    why_no_options(made->kind));
    }
    made->name += ':' + short_text(name.options);
    made->has_options = true;
    return made;
}

/// Options before both sides are options of each.
MadePlan Planner::plan_sides(const BotName& name) const {
    std::vector<BotPlan> plans;
    for (BotName side : name.sides) {
        side.options.insert(side.options.begin(), name.options.begin(), name.options.end());
        plans.push_back(TRY(plan(side)));
    }
    return sources::plan_sides(std::move(plans[0]), std::move(plans[1]));
}

/// Made once here, so that a wrong option is reported before anything starts.
MadePlan plan_builtin(const std::string& name) {
    const auto make = bots::is_engine(name) ? bots::make_engine_bot : bots::make_builtin;
    TRY(make(name));
    BotPlan plan;
    plan.name = name;
    plan.description =
        fmt::format("{} ({})", bots::is_engine(name) ? "Ninefold's engine" : "built-in bot", name);
    plan.make = [make, name](int, const Paths&) { return make(name); };
    return plan;
}

MadePlan Planner::plan_one(const BotName& name) const {
    if (name.kind == BotName::Kind::kBuiltin) return plan_builtin(name.bare_text());
    if (name.kind == BotName::Kind::kCommand) {
        return plan_command(name.command, name.protocol(), name.options, rules_, supervisor_);
    }
    return plan_file(name);
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

MadePlan Planner::plan_file(const BotName& name) const {
    const auto path = existing_file(name);
    if (!path) {
        const bool is_word = name.kind == BotName::Kind::kFile && !name.member &&
                             name.path.native().find_first_of("/.") == std::string::npos;
        if (!is_word) return path.error();
        return fail("there is no built-in bot {} (there are {}), and no file of that name",
                    base::quoted(name.path.native(), kShownPath), builtin_names());
    }
    if (name.kind == BotName::Kind::kFile) return plan_recognised(name, *path);
    const std::string member = name.member.value_or("");
    if (name.kind == BotName::Kind::kJava) return plan_java_bot(*path, member, rules_, supervisor_);
    return plan_python_bot({*path, member, name.settings, name.word}, rules_, supervisor_);
}

/// Finds out what a file is.
MadePlan Planner::plan_recognised(const BotName& name, const fs::path& path) const {
    auto look = TRY(look_at(path));
    const std::string member = name.member.value_or("");
    if (look.is_edition_open && look.kind == FileKind::kPython) {
        settle_edition(look, process::python_helpers(path));
    }
    if (look.is_edition_open && member.empty()) {
        return fail("{0} answers place_move, as bots of riddles.io and of its predecessor "
                    "theaigames.com do, and nothing in it tells which: say 'riddles:{0}' where an "
                    "empty cell is '.', 'theaigames:{0}' where it is 0",
                    path.string());
    }
    switch (look.kind) {
        case FileKind::kPython:
            if (!look.protocol || !member.empty()) {
                return plan_python_bot({path, member, name.settings, ""}, rules_, supervisor_);
            }
            return plan_python_program(path, *look.protocol, name.options, rules_, supervisor_);
        case FileKind::kJava: return plan_java_bot(path, member, rules_, supervisor_);
        case FileKind::kJavaScript: return plan_javascript(name, path, look);
        case FileKind::kProgram: return plan_executable(name, path, look);
        case FileKind::kSource:
        case FileKind::kOther: break;
    }
    return fail("{} is {}; {}", base::quoted(path.string(), kShownPath), look.what, look.advice);
}

MadePlan Planner::plan_javascript(const BotName& name, const fs::path& path,
                                  const FileLook& look) const {
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
    program.options = name.options;
    program.files = {path};
    if (!process::is_system(node)) program.read_only.push_back(fs::canonical(node).parent_path());
    program.description = fmt::format("JavaScript, {} ({})", sources::name(program.protocol),
                                      path.filename().string());
    if (!look.protocol) program.notes.push_back(guessed(fmt::format("node {}", path.string())));
    return plan_program(std::move(program), rules_, supervisor_);
}

MadePlan Planner::plan_executable(const BotName& name, const fs::path& path,
                                  const FileLook& look) const {
    if (::access(path.c_str(), X_OK) != 0) {
        return fail("{} is {}, but not executable; 'chmod +x {}' makes it so",
                    base::quoted(path.string(), kShownPath), look.what, path.string());
    }
    ProgramPlan program;
    program.name = path.stem().string();
    program.command.arguments = {path.string()};
    program.protocol = look.protocol.value_or(process::Protocol::kUgi);
    program.options = name.options;
    program.files = {path};
    program.description = fmt::format("{}, {} ({})", look.what, sources::name(program.protocol),
                                      path.filename().string());
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
    const auto name = BotName::parse(text);
    if (!name) return name.error();
    auto plan = TRY(Planner(rules, std::move(supervisor)).plan(*name));
    // A file's name may hold anything.
    plan.name = base::safe_name(plan.name);
    plan.description = base::safe_name(plan.description, 1000);
    BotSource bot(std::make_shared<const Data>(Data{std::string(text), std::move(plan)}));
    TRY(process::check_size(bot.all_files()));
    return bot;
}

BotSource BotSource::of(BotPlan plan) {
    plan.name = base::safe_name(plan.name);
    std::string text = plan.name;
    return BotSource(std::make_shared<const Data>(Data{std::move(text), std::move(plan)}));
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
