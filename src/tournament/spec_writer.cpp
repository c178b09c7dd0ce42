// SPDX-License-Identifier: MIT
#include "base/foreign_text.h"
#include "tournament/tournament_spec.h"

namespace ninefold::tournament {

namespace {

std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') (out += '\\') += c;
        else if (byte < 0x20 || byte == 0x7f) out += fmt::format("\\u{:04x}", byte);
        else out += c;
    }
    return out + '"';
}

template <typename Items, typename Text>
std::string list(const Items& items, Text&& text) {
    std::string out = "[";
    for (const auto& item : items) {
        if (out.size() > 1) out += ", ";
        out += text(item);
    }
    return out + "]";
}

const auto kNames = [](auto value) { return in_quotes(name(value)); };

void write_format(std::string& out, const StageSpec& stage) {
    if (stage.format.is_fixed()) out += fmt::format("games = {}\n", stage.format.most_games());
    else out += fmt::format("format = {}\n", in_quotes(stage.format.text()));
    out += fmt::format("first = \"{}\"\n", name(stage.first));
}

void write_groups(std::string& out, const StageSpec& stage) {
    if (stage.groups > 0) {
        out += fmt::format("groups = {}\n", stage.groups);
    } else if (stage.smallest_group > 0) {
        out += fmt::format("group-size = [{}, {}]\n", stage.smallest_group, stage.largest_group);
    } else {
        out += fmt::format("group-size = {}\n", stage.largest_group);
    }
    out += fmt::format("draw = \"{}\"\n", name(stage.draw));
}

void write_league(std::string& out, const StageSpec& stage) {
    if (stage.type == StageType::kGroups) write_groups(out, stage);
    if (stage.type == StageType::kSwiss) {
        out += fmt::format("draw = \"{}\"\n", name(stage.draw));
        if (stage.rounds > 0) out += fmt::format("rounds = {}\n", stage.rounds);
    } else {
        out += fmt::format("cycles = {}\n", stage.cycles);
    }
    if (stage.type == StageType::kGauntlet) {
        out += fmt::format("challengers = {}\n", stage.challengers);
    }
    out += fmt::format("scoring = \"{}\"\ntie-breaks = {}\n", name(stage.scoring),
                       list(stage.tie_breaks, kNames));
}

void write_bracket(std::string& out, const StageSpec& stage) {
    out += fmt::format("draw = \"{}\"\ndecide = {}\nextra-pairs = {}\n", name(stage.draw),
                       list(stage.deciders, kNames), stage.extra_pairs);
    if (stage.type == StageType::kKnockout)
        out += fmt::format("third-place = {}\n", stage.third_place);
    else out += fmt::format("reset = {}\n", stage.reset);
}

void write_stage(std::string& out, const StageSpec& stage) {
    out += fmt::format("\n[[stage]]\nname = {}\ntype = \"{}\"\n", in_quotes(stage.name),
                       name(stage.type));
    write_format(out, stage);
    if (stage.advance > 0) out += fmt::format("advance = {}\n", stage.advance);
    if (!stage.award.empty()) {
        out +=
            fmt::format("award = {}\n",
                        list(stage.award, [](double value) { return fmt::format("{}", value); }));
    }
    if (stage.is_bracket()) write_bracket(out, stage);
    else write_league(out, stage);
}

void write_bot(std::string& out, const TournamentSpec& spec, int index) {
    const BotEntry& bot = spec.bot(TeamId{index});
    out += fmt::format("\n[[bot]]\nsource = {}\nname = {}\n", in_quotes(bot.source),
                       in_quotes(bot.name));
    if (!bot.team.empty()) out += fmt::format("team = {}\n", in_quotes(bot.team));
    if (bot.time_control) out += fmt::format("time = \"{}\"\n", arena::to_text(*bot.time_control));
    for (const Absence& absence : spec.absences) {
        if (absence.team.index != index) continue;
        const auto stage = static_cast<std::size_t>(absence.stage);
        out += fmt::format("away = \"{}\"\nfrom-stage = {}\nfrom-round = {}\nreason = {}\n",
                           name(absence.kind), in_quotes(spec.stages[stage].name), absence.wave + 1,
                           in_quotes(absence.reason));
        break;
    }
}

}  // namespace

std::string to_toml(const TournamentSpec& spec) {
    std::string out = fmt::format(
        "name = {}\nseed = {}\nrules = \"{}\"\ntime = \"{}\"\nopenings = {}\npoints = \"{}\"\n",
        in_quotes(spec.name), spec.seed, rules::name(spec.rules), arena::to_text(spec.time_control),
        in_quotes(spec.openings.text()), arena::name(spec.points));
    if (spec.adjudication.how != arena::Adjudicate::kOff) {
        out += fmt::format("adjudicate = \"{}\"\n", arena::name(spec.adjudication.how));
    }
    if (arena::by_agreement(spec.adjudication.how)) {
        out += fmt::format("adjudicate-sure = {}\nadjudicate-moves = {}\n",
                           spec.adjudication.agreement, spec.adjudication.plies);
    }
    for (const StageSpec& stage : spec.stages) write_stage(out, stage);
    for (int i = 0; i < static_cast<int>(spec.bots.size()); ++i) write_bot(out, spec, i);
    return out;
}

}  // namespace ninefold::tournament
