// SPDX-License-Identifier: MIT
#include "bots/builtin.h"

#include <array>
#include <string>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"
#include "base/try.h"
#include "bots/mcts_brain.h"
#include "bots/minimax_brain.h"
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

/// The options behind the colon, taken one after another; what is left over is unknown.
class Options {
public:
    explicit Options(std::string_view text) {
        if (!text.empty()) parts_ = base::split(text, ',');
    }

    /// The value of an option, or nothing where it is not given.
    std::optional<std::string_view> take(std::string_view name) {
        for (auto part = parts_.begin(); part != parts_.end(); ++part) {
            if (part->substr(0, part->find('=')) != name) continue;
            const std::size_t equals = part->find('=');
            const auto value =
                equals == std::string_view::npos ? std::string_view() : part->substr(equals + 1);
            parts_.erase(part);
            return value;
        }
        return std::nullopt;
    }
    const std::vector<std::string_view>& rest() const { return parts_; }

private:
    std::vector<std::string_view> parts_;
};

/// Reads a number of an option within bounds; leaves `value` alone where it is not given.
template <typename Number, typename Field>
base::Result<void> read(Options& options, std::string_view name, Number min, Number max,
                        Field& value) {
    const auto text = options.take(name);
    if (!text) return {};
    const auto number = base::parse_number<Number>(*text);
    if (!number || !(*number >= min && *number <= max)) {
        return fail("option {} has the value {}; it takes a number from {} to {}", name,
                    base::quoted(*text), min, max);
    }
    value = *number;
    return {};
}

MadeBot make(std::string_view name, Options& options) {
    if (name == "random") return MadeBot(std::make_unique<ThinkingBot<RandomBrain>>());
    if (name == "first") return MadeBot(std::make_unique<ThinkingBot<FirstBrain>>());
    if (name == "greedy") return MadeBot(std::make_unique<ThinkingBot<GreedyBrain>>());
    if (name == "minimax") {
        int depth = MinimaxBrain::kDefaultDepth;
        TRY(read(options, "depth", 1, MinimaxBrain::kMaxDepth, depth));
        return MadeBot(std::make_unique<ThinkingBot<MinimaxBrain>>(MinimaxBrain(depth)));
    }
    MctsBrain::Options mcts;
    TRY(read<std::uint64_t>(options, "sims", 1, 1'000'000'000, mcts.playouts));
    TRY(read<float>(options, "c", 0, 100, mcts.exploration));
    return MadeBot(std::make_unique<ThinkingBot<MctsBrain>>(MctsBrain(mcts)));
}

const BuiltinInfo* find(std::string_view spec) {
    const std::string_view name = spec.substr(0, spec.find(':'));
    for (const BuiltinInfo& info : kBuiltins) {
        if (info.name == name) return &info;
    }
    return nullptr;
}

std::string all_names() {
    std::string names;
    for (const BuiltinInfo& info : kBuiltins) {
        if (!names.empty()) names += &info == &kBuiltins.back() ? " and " : ", ";
        names += info.name;
    }
    return names;
}

}  // namespace

std::span<const BuiltinInfo> builtins() { return kBuiltins; }

bool is_builtin(std::string_view spec) { return find(spec) != nullptr; }

MadeBot make_builtin(std::string_view spec) {
    const BuiltinInfo* info = find(spec);
    const std::size_t colon = spec.find(':');
    if (info == nullptr) {
        return fail("there is no built-in bot {}; there are {}",
                    base::quoted(spec.substr(0, colon)), all_names());
    }
    Options options(colon == std::string_view::npos ? "" : spec.substr(colon + 1));
    MadeBot bot = make(info->name, options);
    if (!bot) return fail("bot {}: {}", base::quoted(spec), bot.error().message);
    if (!options.rest().empty()) {
        return fail("bot {}: {} is not an option of {}, which takes {}", base::quoted(spec),
                    base::quoted(options.rest().front()), info->name,
                    info->options.empty() ? "none" : info->options);
    }
    return bot;
}

}  // namespace ninefold::bots
