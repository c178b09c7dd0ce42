// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "base/result.h"
#include "bots/bot.h"
#include "sources/bot_plan.h"

namespace ninefold::sources {

/// One bot that is two: it plays X with the first and O with the second.
BotPlan plan_sides(BotPlan x, BotPlan o);

}  // namespace ninefold::sources
