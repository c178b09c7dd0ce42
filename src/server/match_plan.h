// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/match.h"
#include "base/result.h"
#include "server/json.h"
#include "server/refusal.h"
#include "sources/bot_source.h"

namespace ninefold::server {

/// The longest name of an event that a request may give.
constexpr std::size_t kLongestEvent = 100;

/// A match that an organiser asked for, checked: what is kept of it, and what is needed to play it.
struct MatchPlan {
    std::string text;  ///< the spec as the store has it, from which the plan can be made again
    arena::MatchSpec spec;
    sources::BotSource a, b;
    int concurrency = 1;
    /// Bots whose files are not what they were when the match began: of a kept text only.
    std::vector<std::string> changed{};
};

/// Reads a request of docs/api.md, or the kept text of an earlier plan.
Granted<MatchPlan> make_plan(const Json& request,
                             const std::shared_ptr<process::ProcessSupervisor>& supervisor);

/// Reads how games begin; files of openings are for the command line.
Granted<arena::Openings> read_openings(Members& members, const rules::AnyPosition& start);

/// Why games do not go on by themselves whose bots are not those of the games so far. `which` says
/// so afterwards: a match, or a tournament's report.
base::Error bots_changed(const std::vector<std::string>& bots, int games, std::string_view which);

/// What is kept of a match after a game, where its bots' files are no longer what they were;
/// nothing where they are.
std::optional<std::string> text_if_changed(const Json& kept, MatchPlan plan, int games);

/// What is kept of a match that goes on after so many games with its bots as they are now.
std::string text_with_changes(Json kept, const MatchPlan& plan, int games);

/// Whether a kept spec is one that a server plays.
bool is_servers_own(std::string_view spec_text);

}  // namespace ninefold::server
