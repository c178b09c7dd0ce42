// SPDX-License-Identifier: MIT
#include <chrono>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/position_options.h"
#include "rules/move_text.h"
#include "rules/perft.h"

namespace ninefold::cli {

namespace {

struct PerftOptions {
    int depth = 0;
    bool divide = false;
    bool every_leaf = false;
    bool json = false;
    PositionOptions position;
};

struct Division {
    rules::Move move;
    std::uint64_t nodes = 0;
};

template <rules::Ruleset R>
std::vector<Division> divide(const rules::Position<R>& position, int depth,
                             rules::Counting counting) {
    std::vector<Division> parts;
    for (const rules::Move move : position.legal_moves()) {
        parts.push_back({move, rules::perft(position.after(move), depth - 1, counting)});
    }
    return parts;
}

int perft(const PerftOptions& options) {
    const rules::AnyPosition position = options.position.position();
    const auto counting = options.every_leaf ? rules::Counting::kEveryLeaf : rules::Counting::kBulk;
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Division> parts;
    std::uint64_t nodes = 0;
    position.visit([&](const auto& p) {
        if (options.divide && options.depth > 0) parts = divide(p, options.depth, counting);
        else nodes = rules::perft(p, options.depth, counting);
    });
    for (const Division& part : parts) nodes += part.nodes;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;

    if (options.json) {
        nlohmann::ordered_json json = {{"depth", options.depth},
                                       {"nodes", nodes},
                                       {"seconds", elapsed.count()}};
        for (const Division& part : parts) json["divide"][rules::to_text(part.move)] = part.nodes;
        fmt::print("{}\n", json.dump());
        return 0;
    }
    for (const Division& part : parts) fmt::print("{} {}\n", rules::to_text(part.move), part.nodes);
    if (elapsed.count() > 0.01) {
        fmt::print("time {:.3f} s, {:.0f} M nodes/s\n", elapsed.count(),
                   static_cast<double>(nodes) / elapsed.count() / 1e6);
    }
    fmt::print("nodes {}\n", nodes);
    return 0;
}

}  // namespace

void add_perft_command(Command& app) {
    auto options = std::make_shared<PerftOptions>();
    Command& command =
        app.add_subcommand("perft", "Count the move sequences of a depth, to test the rules");
    command.add_option("DEPTH", options->depth, "plies, 0 to 81").required().range(0, 81);
    options->position.add_to(command);
    command.add_flag("--divide", options->divide, "show the count below each first move");
    command.add_flag("--every-leaf", options->every_leaf,
                     "make every leaf instead of counting the last plies");
    command.add_flag("--json", options->json, "one JSON object");
    command.footer("Finished games have no successors. The last line is 'nodes N'.\n\n"
                   "Examples:\n"
                   "  ninefold perft 6                                 4020960 nodes\n"
                   "  ninefold perft 5 --rules correspondence\n"
                   "  ninefold perft 4 --moves '40 01' --divide");
    command.runs([options] { return perft(*options); });
}

}  // namespace ninefold::cli
