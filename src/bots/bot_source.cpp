// SPDX-License-Identifier: MIT
#include "bots/bot_source.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/foreign_text.h"
#include "bots/bot_plan.h"
#include "bots/builtin.h"
#include "bots/command_bot.h"
#include "bots/engine_bot.h"
#include "bots/file_kind.h"
#include "bots/side_bot.h"

namespace ninefold::bots {

namespace {

namespace fs = std::filesystem;
using base::fail;
using base::quoted;
using MadePlan = base::Result<BotPlan>;

constexpr std::size_t kShownPath = 200;

constexpr std::pair<std::string_view, Protocol> kProtocols[] = {
    {"ugi", Protocol::kUgi},
    {"codingame", Protocol::kCodingame},
    {"riddles", Protocol::kRiddles},
    {"theaigames", Protocol::kTheAiGames},
};

/// Reads one name after another under the same rules.
class Planner {
public:
    Planner(const HouseRules& rules, std::shared_ptr<Keeper> keeper)
        : rules_(rules), keeper_(std::move(keeper)) {}

    MadePlan plan(std::string_view text) const;

private:
    MadePlan plan_builtin(std::string_view text) const;
    MadePlan plan_engine(std::string_view text) const;
    MadePlan plan_path(std::string_view text) const;
    MadePlan plan_file(const fs::path& path) const;
    MadePlan plan_executable(const fs::path& path, const FileLook& look) const;

    const HouseRules& rules_;
    std::shared_ptr<Keeper> keeper_;
};

MadePlan Planner::plan(std::string_view text) const {
    if (text.empty()) return fail("a bot is named by nothing");
    if (const auto sides = split_sides(text)) {
        auto x = plan(sides->first);
        if (!x) return x.error();
        auto o = plan(sides->second);
        if (!o) return o.error();
        return plan_sides(std::move(*x), std::move(*o));
    }
    if (is_builtin(text)) return plan_builtin(text);
    if (is_engine(text)) return plan_engine(text);
    const std::size_t colon = text.find(':');
    const std::string_view kind = text.substr(0, colon);
    if (colon != std::string_view::npos) {
        const std::string_view rest = text.substr(colon + 1);
        for (const auto& [word, protocol] : kProtocols) {
            if (kind == word) return plan_command(rest, protocol, rules_, keeper_);
        }
    }
    return plan_path(text);
}

/// Made once here, so that a wrong option is told before anything starts.
MadePlan Planner::plan_builtin(std::string_view text) const {
    const auto tried = make_builtin(text);
    if (!tried) return tried.error();
    BotPlan plan;
    plan.name = text;
    plan.description = fmt::format("built-in bot ({})", text);
    plan.is_builtin = true;
    plan.make = [spec = std::string(text)](int, const Paths&) { return make_builtin(spec); };
    return plan;
}

MadePlan Planner::plan_engine(std::string_view text) const {
    const auto tried = make_engine_bot(text);
    if (!tried) return tried.error();
    BotPlan plan;
    plan.name = text;
    plan.description = fmt::format("Ninefold's engine ({})", text);
    plan.is_builtin = true;
    plan.make = [spec = std::string(text)](int, const Paths&) { return make_engine_bot(spec); };
    return plan;
}

std::string builtin_names() {
    std::string names;
    for (const BuiltinInfo& info : builtins()) names += fmt::format("{}, ", info.name);
    return names + "engine";
}

MadePlan Planner::plan_path(std::string_view text) const {
    std::error_code error;
    const fs::path path(text);
    if (!fs::exists(path, error)) {
        return fail("there is no file {} and no built-in bot of that name (those are {})",
                    quoted(text, kShownPath), builtin_names());
    }
    return plan_file(fs::absolute(path, error).lexically_normal());
}

MadePlan Planner::plan_file(const fs::path& path) const {
    const auto look = look_at(path);
    if (!look) return look.error();
    if (look->kind == FileKind::kProgram) return plan_executable(path, *look);
    return fail("{} is {}; {}", quoted(path.string(), kShownPath), look->what, look->advice);
}

MadePlan Planner::plan_executable(const fs::path& path, const FileLook& look) const {
    if (::access(path.c_str(), X_OK) != 0) {
        return fail("{} is {}, but not executable; 'chmod +x {}' makes it so",
                    quoted(path.string(), kShownPath), look.what, path.string());
    }
    ProgramPlan program;
    program.name = path.stem().string();
    program.command.arguments = {path.string()};
    program.protocol = look.protocol.value_or(Protocol::kUgi);
    program.files = {path};
    program.description =
        fmt::format("{}, {} ({})", look.what, name(program.protocol), path.filename().string());
    if (!look.protocol) {
        program.notes.push_back(fmt::format(
            "{0} is taken for a UGI bot, though 'ugiok' does not occur in it; if it speaks another "
            "protocol, say codingame:{0} or riddles:{0}",
            path.string()));
    }
    return plan_program(std::move(program), rules_, keeper_);
}

}  // namespace

struct BotSource::Data {
    std::string text;
    BotPlan plan;
};

base::Result<BotSource> BotSource::parse(std::string_view text, const HouseRules& rules,
                                         std::shared_ptr<Keeper> keeper) {
    auto plan = Planner(rules, std::move(keeper)).plan(text);
    if (!plan) return plan.error();
    return BotSource(std::make_shared<const Data>(Data{std::string(text), std::move(*plan)}));
}

const std::string& BotSource::text() const { return data_->text; }
const std::string& BotSource::name() const { return data_->plan.name; }
const std::string& BotSource::description() const { return data_->plan.description; }
const Paths& BotSource::files() const { return data_->plan.files; }
const std::vector<std::string>& BotSource::notes() const { return data_->plan.notes; }
bool BotSource::is_builtin() const { return data_->plan.is_builtin; }

base::Result<std::unique_ptr<Bot>> BotSource::make(int slot, const Paths& hidden) const {
    return data_->plan.make(slot, hidden);
}

std::vector<std::string> distinct_names(std::span<const BotSource> sources) {
    std::map<std::string, int> uses, given;
    for (const BotSource& source : sources) ++uses[source.name()];
    std::vector<std::string> names;
    for (const BotSource& source : sources) {
        std::string name = source.name();
        if (uses[name] > 1 && !source.files().empty()) {
            const fs::path folder = source.files().front().parent_path().filename();
            if (!folder.empty()) name = fmt::format("{}/{}", folder.string(), name);
        }
        const int number = ++given[name];
        names.push_back(number == 1 ? name : fmt::format("{} ({})", name, number));
    }
    return names;
}

}  // namespace ninefold::bots
