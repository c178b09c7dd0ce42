// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "bots/bot.h"
#include "sources/bot_plan.h"

namespace ninefold::sources {

/// The parts of `x=SPEC,o=SPEC` (in either order), or nothing where the text is of another form.
std::optional<std::pair<std::string_view, std::string_view>> split_sides(std::string_view text);

/// One bot that is two: it plays X with the first and O with the second.
BotPlan plan_sides(BotPlan x, BotPlan o);

}  // namespace ninefold::sources
