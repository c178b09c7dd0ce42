// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/commands.h"
#include "rules/any_position.h"

namespace ninefold::cli {

/// The options `--rules`, `--tie-break`, `--position` and `--moves` that several commands share.
class PositionOptions {
public:
    void add_rules_to(Command& command);
    void add_to(Command& command);

    /// The rules where none are named; `standard` unless this says otherwise.
    void set_default_rules(rules::Rules rules) { default_rules_ = rules; }

    /// The rules named, or the default ones. Throws CommandError.
    rules::Rules rules() const;
    /// The position named, after its moves. Throws CommandError.
    rules::AnyPosition position() const;
    /// The same for games that begin there, which must not be over: throws CommandError if they
    /// are.
    rules::AnyPosition first_position() const;
    /// The same where the position may stand by itself on the command line: then `text`, if there
    /// is any, is the one that --position would name.
    rules::AnyPosition position_or(const std::string& text) const;
    /// The position named before its moves.
    rules::AnyPosition start() const;
    const std::string& moves() const { return moves_; }

private:
    std::string rules_, tie_break_, position_, moves_;
    rules::Rules default_rules_;
};

}  // namespace ninefold::cli
