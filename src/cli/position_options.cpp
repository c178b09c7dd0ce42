// SPDX-License-Identifier: MIT
#include "cli/position_options.h"

#include "base/split.h"
#include "cli/commands.h"
#include "rules/position_text.h"

namespace ninefold::cli {

void PositionOptions::add_rules_to(Command& command) {
    command.add_option("-r,--rules", rules_,
                       fmt::format("{} (default: standard), followed by +draw or +majority for "
                                   "another tie-break",
                                   rules::ruleset_names("or")));
    command.add_option("--tie-break", tie_break_,
                       "what decides a game without a line: draw or majority");
}

void PositionOptions::add_to(Command& command) {
    add_rules_to(command);
    command.add_option("-p,--position", position_,
                       "position string, e.g. '9/9/9/9/9/9/9/9/9 x - standard'");
    command.add_option("-m,--moves", moves_, "moves played from there, e.g. '40 01 12'");
}

rules::Rules PositionOptions::rules() const {
    rules::Rules rules =
        rules_.empty() ? default_rules_ : value_or_throw(rules::parse_rules(rules_));
    if (!tie_break_.empty()) rules.tie_break = value_or_throw(rules::parse_tie_break(tie_break_));
    return rules;
}

rules::AnyPosition PositionOptions::start() const {
    if (position_.empty()) return rules::AnyPosition::start(rules());
    const bool names_rules = base::split_words(position_).size() != 3;
    const std::string text =
        names_rules ? position_ : fmt::format("{} {}", position_, rules::name(rules()));
    const rules::AnyPosition start = value_or_throw(rules::parse_position(text));
    if (names_rules && !(rules_.empty() && tie_break_.empty())) {
        rules::Rules wanted = rules_.empty() ? start.rules() : rules();
        if (!tie_break_.empty()) wanted.tie_break = rules().tie_break;
        if (wanted != start.rules()) {
            throw CommandError(fmt::format("the position says {}, the options say {}",
                                           rules::name(start.rules()), rules::name(wanted)));
        }
    }
    return start;
}

rules::AnyPosition PositionOptions::position() const {
    return value_or_throw(rules::play_moves(start(), moves_));
}

rules::AnyPosition PositionOptions::first_position() const {
    const rules::AnyPosition first = position();
    if (first.is_over()) throw CommandError("the games would start from one that is over");
    return first;
}

rules::AnyPosition PositionOptions::position_or(const std::string& text) const {
    if (text.empty()) return position();
    if (!position_.empty()) throw CommandError("the position is given twice");
    PositionOptions named = *this;
    named.position_ = text;
    return named.position();
}

}  // namespace ninefold::cli
