// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rules/any_position.h"

namespace CLI {
class App;
}

namespace ninefold::cli {

/// The options `--rules`, `--tie-break`, `--position` and `--moves` that several commands share.
class PositionOptions {
public:
    void add_rules_to(CLI::App& command);
    void add_to(CLI::App& command);

    /// The rules named, `standard` where none are. Throws CommandError.
    rules::Rules rules() const;
    /// The position named, after its moves. Throws CommandError.
    rules::AnyPosition position() const;
    /// The same before its moves.
    rules::AnyPosition start() const;
    const std::string& moves() const { return moves_; }

private:
    std::string rules_, tie_break_, position_, moves_;
};

}  // namespace ninefold::cli
