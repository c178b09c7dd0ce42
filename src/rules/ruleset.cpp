// SPDX-License-Identifier: MIT
#include "rules/ruleset.h"

#include "base/foreign_text.h"
#include "base/try.h"

namespace ninefold::rules {

std::string_view name(Ruleset ruleset) { return facts_of(ruleset).name; }

std::string ruleset_names(std::string_view conjunction) {
    std::string names;
    for (const Ruleset ruleset : kRulesets) {
        if (!names.empty()) {
            names += ruleset == kRulesets.back() ? fmt::format(" {} ", conjunction) : ", ";
        }
        names += name(ruleset);
    }
    return names;
}

std::string_view name(TieBreak tie_break) {
    return tie_break == TieBreak::kDraw ? "draw" : "majority";
}

std::string name(Rules rules) {
    std::string text(name(rules.ruleset));
    if (rules.tie_break != default_tie_break(rules.ruleset)) {
        text += '+';
        text += name(rules.tie_break);
    }
    return text;
}

base::Result<Ruleset> parse_ruleset(std::string_view text) {
    for (const Ruleset ruleset : kRulesets) {
        if (name(ruleset) == text) return ruleset;
    }
    return base::fail("unknown ruleset {}; known are {}", base::quoted(text), ruleset_names("and"));
}

base::Result<TieBreak> parse_tie_break(std::string_view text) {
    for (const TieBreak tie_break : kTieBreaks) {
        if (name(tie_break) == text) return tie_break;
    }
    return base::fail("unknown tie-break {}; known are draw and majority", base::quoted(text));
}

base::Result<Rules> parse_rules(std::string_view text) {
    const auto plus = text.find('+');
    const auto ruleset = TRY(parse_ruleset(text.substr(0, plus)));
    Rules rules{ruleset, default_tie_break(ruleset)};
    if (plus != std::string_view::npos) {
        rules.tie_break = TRY(parse_tie_break(text.substr(plus + 1)));
    }
    return rules;
}

}  // namespace ninefold::rules
