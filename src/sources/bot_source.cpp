// SPDX-License-Identifier: MIT
#include "sources/bot_source.h"

#include <unistd.h>

#include <map>
#include <optional>
#include <set>

#include "base/foreign_text.h"
#include "base/joined.h"
#include "base/try.h"
#include "bots/builtin.h"
#include "process/bot_files.h"
#include "process/python_helpers.h"
#include "sources/bot_name.h"
#include "sources/file_kind.h"
#include "sources/program_plan.h"

namespace ninefold::sources {

namespace {

namespace fs = std::filesystem;
using base::fail;
using MadePlan = base::Result<BotSource>;

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

std::string builtin_names() {
    return base::joined(bots::builtins(), ", ", &bots::BuiltinInfo::name) + ", engine";
}

/// What was probably meant by the name of a file that does not exist; empty where nobody knows.
std::string missing_file_hint(const BotName& name) {
    const std::string& text = name.path.native();
    if (looks_like_option(text)) return std::string(kOptionHint);
    if (name.kind == BotName::Kind::kFile && text.find_first_of(" \t") != std::string::npos) {
        return fmt::format("; a command is named with its protocol: {}",
                           base::quoted("ugi:" + text, kShownPath));
    }
    for (const char* suffix : {".py", ".js", ".jar", ".java"}) {
        std::error_code error;
        if (!fs::exists(absolute_path(text + suffix), error)) continue;
        return fmt::format("; did you mean {}?", base::quoted(text + suffix, kShownPath));
    }
    return "";
}

/// The file of a name, absolute, where there is one.
base::Result<fs::path> existing_file(const BotName& name) {
    std::error_code error;
    const fs::path path = absolute_path(name.path);
    if (fs::exists(path, error)) return path;
    const std::string shown = base::quoted(name.path.native(), kShownPath);
    const std::string hint = missing_file_hint(name);
    const bool is_word = name.kind == BotName::Kind::kFile && !name.member &&
                         name.path.native().find_first_of("/.") == std::string::npos;
    if (!is_word) return fail("there is no file {}{}", shown, hint);
    return fail("there is no built-in bot {} (there are {}), and no file of that name{}", shown,
                builtin_names(), hint);
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

/// Made once here, so that a wrong option is reported before anything starts.
MadePlan plan_builtin(const std::string& name) {
    const auto make = bots::is_engine(name) ? bots::make_engine_bot : bots::make_builtin;
    TRY(make(name));
    BotSource plan;
    plan.name = name;
    plan.description =
        fmt::format("{} ({})", bots::is_engine(name) ? "Ninefold's engine" : "built-in bot", name);
    plan.make = [make, name](int, const Paths&) { return make(name); };
    return plan;
}

std::string guessed(const std::string& command) {
    return fmt::format(
        "'{0}' is taken for a UGI bot, though the word ugiok does not occur in it; if "
        "it speaks another protocol, say 'codingame:{0}' or 'riddles:{0}'",
        command);
}

/// A program whose file is the bot's, without its command.
ProgramPlan file_program(const BotName& name, const FileLook& look, std::string_view what,
                         const HouseRules& rules) {
    ProgramPlan program(rules);
    program.spec.name = name.path.stem().string();
    program.spec.protocol = look.protocol.value_or(process::Protocol::kUgi);
    program.spec.options = name.options;
    program.spec.sandbox.own = {name.path};
    program.source.description =
        fmt::format("{}, {} ({})", what, facts(program.spec.protocol).label,
                    name.path.filename().string());
    return program;
}

MadePlan plan_javascript(const BotName& name, const FileLook& look, const PlanContext& context) {
    const fs::path node = process::find_on_path("node");
    if (node.empty()) {
        return fail("{} is JavaScript, and node is not installed (Debian: nodejs)",
                    base::quoted(name.path.string(), kShownPath));
    }
    ProgramPlan program = file_program(name, look, "JavaScript", context.rules);
    process::ProcessSpec& spec = program.spec;
    spec.command = {{node.string(), name.path.string()}, name.path.parent_path()};
    if (!process::is_system(node)) {
        spec.sandbox.read_only.push_back(fs::canonical(node).parent_path());
    }
    if (!look.protocol) program.source.notes.push_back(guessed("node " + name.path.string()));
    return plan_program(std::move(program), context);
}

MadePlan plan_executable(const BotName& name, const FileLook& look, const PlanContext& context) {
    const std::string path = name.path.string();
    if (::access(path.c_str(), X_OK) != 0) {
        return fail("{} is {}, but not executable; 'chmod +x {}' makes it so",
                    base::quoted(path, kShownPath), look.what, path);
    }
    ProgramPlan program = file_program(name, look, look.what, context.rules);
    program.spec.command.arguments = {path};
    if (!look.protocol) program.source.notes.push_back(guessed(path));
    return plan_program(std::move(program), context);
}

/// Finds out what a file is.
MadePlan plan_recognised(const BotName& name, const PlanContext& context) {
    const fs::path& path = name.path;
    auto look = TRY(look_at(path));
    const bool has_member = !name.member.value_or("").empty();
    if (look.is_edition_open && look.kind == FileKind::kPython) {
        settle_edition(look, process::python_helpers(path));
    }
    if (look.is_edition_open && !has_member) {
        return fail("{0} answers place_move, as bots of riddles.io and of its predecessor "
                    "theaigames.com do, and nothing in it tells which: say 'riddles:{0}' where an "
                    "empty cell is '.', 'theaigames:{0}' where it is 0",
                    path.string());
    }
    switch (look.kind) {
        case FileKind::kPython:
            if (!look.protocol || has_member) return plan_python_bot(name, context);
            return plan_python_program(name, *look.protocol, context);
        case FileKind::kJava: return plan_java_bot(name, context);
        case FileKind::kJavaScript: return plan_javascript(name, look, context);
        case FileKind::kProgram: return plan_executable(name, look, context);
        case FileKind::kSource:
        case FileKind::kOther: break;
    }
    return fail("{} is {}; {}", base::quoted(path.string(), kShownPath), look.what, look.advice);
}

MadePlan plan_file(BotName name, const PlanContext& context) {
    name.path = TRY(existing_file(name));
    if (name.kind == BotName::Kind::kFile) return plan_recognised(name, context);
    if (name.kind == BotName::Kind::kJava) return plan_java_bot(name, context);
    return plan_python_bot(std::move(name), context);
}

MadePlan plan_bot(const BotName& name, const PlanContext& context);

/// Options before both sides are options of each.
MadePlan plan_both_sides(const BotName& name, const PlanContext& context) {
    std::vector<BotSource> plans;
    for (BotName side : name.sides) {
        side.options.insert(side.options.begin(), name.options.begin(), name.options.end());
        plans.push_back(TRY(plan_bot(side, context)));
    }
    return plan_sides(std::move(plans[0]), std::move(plans[1]));
}

MadePlan plan_bot(const BotName& name, const PlanContext& context) {
    if (name.kind == BotName::Kind::kSides) return plan_both_sides(name, context);
    auto made = name.kind == BotName::Kind::kBuiltin   ? plan_builtin(name.bare_text())
                : name.kind == BotName::Kind::kCommand ? plan_command(name, context)
                                                       : plan_file(name, context);
    if (!made || name.options.empty()) return made;
    if (made->kind != BotKind::kUgi) {
        return fail("{} takes no option.NAME=VALUE: {}", base::quoted(name.bare_text(), kShownPath),
                    why_no_options(made->kind));
    }
    made->name += ':' + short_text(name.options);
    made->has_options = true;
    return made;
}

}  // namespace

base::Result<BotSource> BotSource::parse(std::string_view text, const HouseRules& rules,
                                         std::shared_ptr<process::ProcessSupervisor> supervisor) {
    const BotName name = TRY(BotName::parse(text));
    auto bot = TRY(plan_bot(name, {rules, std::move(supervisor)}));
    bot.text = text;
    // A file's name may hold anything.
    bot.name = base::safe_name(bot.name);
    bot.description = base::safe_name(bot.description, 1000);
    for (std::string& note : bot.notes) note = base::safe_name(note, 1000);
    TRY(process::check_size(bot.all_files()));
    return bot;
}

Paths BotSource::all_files() const {
    Paths all = files;
    const Paths more = helpers();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}
std::string BotSource::content_hash() const { return process::content_hash(all_files()); }

Paths BotSource::helpers() const {
    std::set<fs::path> found;
    for (const fs::path& file : files) {
        if (file.extension() != ".py") continue;
        for (fs::path& helper : process::python_helpers(file)) found.insert(std::move(helper));
    }
    for (const fs::path& file : files) found.erase(file);
    return {found.begin(), found.end()};
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
        bots.push_back({source.name, source.files.empty() ? fs::path() : source.files.front()});
    }
    return distinct_names(bots);
}

}  // namespace ninefold::sources
