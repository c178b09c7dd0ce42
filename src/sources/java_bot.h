// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "sources/bot_plan.h"
#include "sources/house_rules.h"

namespace ninefold::sources {

/// A bot for uttt.game.PlayerInterface (a jar, a folder of classes, or one source file), run by
/// hosts/java. The host itself is built here where it never was. A source file is compiled once, in
/// the bot's sandbox, when the first bot is made; one that does not compile is left to the host,
/// which says why.
/// `member` is its class, empty for the only one.
base::Result<BotPlan> plan_java_bot(const std::filesystem::path& path, const std::string& member,
                                    const HouseRules& rules,
                                    std::shared_ptr<process::ProcessSupervisor> supervisor);

}  // namespace ninefold::sources
