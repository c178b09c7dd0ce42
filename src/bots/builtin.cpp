// SPDX-License-Identifier: MIT
#include "bots/builtin.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/foreign_text.h"
#include "base/joined.h"
#include "base/try.h"
#include "bots/mcts_brain.h"
#include "bots/minimax_brain.h"
#include "bots/option_reader.h"
#include "bots/simple_brains.h"

namespace ninefold::bots {

namespace {

using base::fail;
using MadeBot = base::Result<std::unique_ptr<Bot>>;

constexpr std::array<BuiltinInfo, 5> kBuiltins = {{
    {"random", "", "plays any legal move"},
    {"first", "", "plays the first legal move: lowest block, then lowest cell"},
    {"greedy", "", "takes blocks and gives none away, looking at one move and its reply"},
    {"minimax", "depth=N (1 to 81, default 6)", "alpha-beta over a small hand-made evaluation"},
    {"mcts", "sims=N (playouts a move; default: by the clock), c=X (exploration, default 0.9)",
     "Monte Carlo tree search with random playouts"},
}};

template <typename Brain>
std::unique_ptr<Bot> thinking(Brain brain = {}) {
    return std::make_unique<ThinkingBot<Brain>>(std::move(brain));
}

MadeBot make(std::string_view name, OptionReader& options) {
    if (name == "random") return thinking<RandomBrain>();
    if (name == "first") return thinking<FirstBrain>();
    if (name == "greedy") return thinking<GreedyBrain>();
    if (name == "minimax") {
        int depth = MinimaxBrain::kDefaultDepth;
        TRY(options.take_number("depth", 1, MinimaxBrain::kMaxDepth, depth));
        return thinking(MinimaxBrain(depth));
    }
    MctsBrain::Options mcts;
    TRY(options.take_number<std::uint64_t>("sims", 1, 1'000'000'000, mcts.playouts));
    TRY(options.take_number<float>("c", 0, 100, mcts.exploration));
    return thinking(MctsBrain(mcts));
}

const BuiltinInfo* find(std::string_view spec) {
    const std::string_view name = spec.substr(0, spec.find(':'));
    const auto* found = std::ranges::find(kBuiltins, name, &BuiltinInfo::name);
    return found == kBuiltins.end() ? nullptr : found;
}

}  // namespace

std::span<const BuiltinInfo> builtins() { return kBuiltins; }

bool is_builtin(std::string_view spec) { return find(spec) != nullptr; }

MadeBot make_builtin(std::string_view spec) {
    const BuiltinInfo* info = find(spec);
    if (info == nullptr) {
        return fail("there is no built-in bot {}; there are {}",
                    base::quoted(spec.substr(0, spec.find(':'))),
                    base::joined(kBuiltins, ", ", &BuiltinInfo::name));
    }
    OptionReader options(spec);
    MadeBot bot = make(info->name, options);
    const auto finished = options.finish(info->name, info->options);
    if (bot && finished) return bot;
    return fail("bot {}: {}", base::quoted(spec), (bot ? finished.error() : bot.error()).message);
}

}  // namespace ninefold::bots
