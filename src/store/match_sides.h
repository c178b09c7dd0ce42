// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "arena/match_spec.h"
#include "store/store.h"

namespace ninefold::store {

/// Which bot of a kept match had which side. Names tell; two bots of one name are distinguished by
/// who had X in a game by the match's specification.
class MatchSides {
public:
    explicit MatchSides(const NewMatch& match);

    /// Whether bot a had X in game `number`, in which a bot named `x` had it.
    bool a_is_x(int number, std::string_view x) const {
        return has_one_name_ ? spec_.a_is_x(number) : x == a_;
    }

private:
    std::string a_;
    bool has_one_name_;
    arena::MatchSpec spec_;  ///< its starter and seed alone
};

}  // namespace ninefold::store
