// SPDX-License-Identifier: MIT
#include "arena/adjudicate.h"

#include "base/foreign_text.h"

namespace ninefold::arena {

std::string_view name(Adjudicate how) {
    switch (how) {
        case Adjudicate::kOff: return "off";
        case Adjudicate::kAgree: return "agree";
        case Adjudicate::kProve: return "prove";
        case Adjudicate::kBoth: return "both";
    }
    return "";
}

base::Result<Adjudicate> parse_adjudicate(std::string_view text) {
    for (const Adjudicate how :
         {Adjudicate::kOff, Adjudicate::kAgree, Adjudicate::kProve, Adjudicate::kBoth}) {
        if (name(how) == text) return how;
    }
    return base::fail("{} is not known; allowed are agree, prove, both and off",
                      base::quoted(text));
}

}  // namespace ninefold::arena
