// SPDX-License-Identifier: MIT
#include <chrono>
#include <filesystem>

#include "base/counted.h"
#include "base/file_contents.h"
#include "base/number.h"
#include "cli/commands.h"
#include "cli/data_output.h"
#include "cli/position_options.h"
#include "command/output_folder.h"
#include "search/net_evaluator.h"
#include "training/sampler.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostNodes = 1'000'000'000;

struct SampleOptions {
    PositionOptions position;
    std::string out, net, nodes = "3000";
    training::SampleSpec spec;
};

std::shared_ptr<const net::Network> network_of(const SampleOptions& options) {
    const rules::Rules rules = options.position.rules();
    if (options.net.empty()) return search::builtin_net(rules);
    auto network = std::make_shared<net::Network>(value_or_throw(net::Network::load(options.net)));
    if (network->rules() != rules) {
        throw CommandError(fmt::format("{} is for {}, not for {}", options.net,
                                       rules::name(network->rules()), rules::name(rules)));
    }
    return network;
}

int sample(SampleOptions& options) {
    Interruption interruption;
    training::SampleSpec& spec = options.spec;
    const auto nodes = training::NodeRange::parse(options.nodes);
    if (!nodes) throw CommandError("--nodes " + nodes.error().message);
    spec.nodes = *nodes;
    spec.network = network_of(options);
    if (is_made_already(options.out, options.position.rules(), spec.positions)) return 0;
    const command::OutputFolder folder(fs::absolute(options.out).parent_path());
    const auto draft =
        value_or_throw(base::reserve_file(options.out, net::DataFile::bytes(spec.positions)));
    const auto begin = std::chrono::steady_clock::now();
    const net::DataFile file =
        training::sample_positions(spec, interruption.token(),
                                   ProgressLine(options.out, spec.positions).listener());
    if (file.positions.empty()) return 1;  // interrupted at once
    throw_if_failed(file.save(*draft));
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    fmt::print("{}: {} sampled in {:.1f} s\n", options.out,
               base::counted(file.positions.size(), "position"), time.count());
    return interruption.requested() ? 1 : 0;
}

/// CLI11 alone would only say that a string such as 1e6 could not be converted.
auto whole_number_to(std::uint64_t most) {
    return [most](const std::string& text) {
        const auto number = base::parse_number<std::uint64_t>(text);
        if (number && *number >= 1 && *number <= most) return std::string();
        return fmt::format("a whole number from 1 to {} is wanted, such as 1000000", most);
    };
}

}  // namespace

void add_sample_command(Command& app) {
    auto options = std::make_shared<SampleOptions>();
    Command& command =
        app.add_subcommand("sample",
                           "Keep positions that the engine's search evaluates, as training data");
    options->position.add_rules_to(command);
    command.add_option("--out", options->out, "the data file to write (.nfd)").required();
    command.add_option("--positions", options->spec.positions, "how many, all in one file")
        .required()
        .check(whole_number_to(100'000'000));
    command.add_option("--nodes", options->nodes,
                       "searched per move, drawn from a range such as 500..20000 (default 3000)");
    command
        .add_option("--per-move", options->spec.per_move, "positions kept of a search (default 40)")
        .range(1, 10'000);
    command
        .add_option("--opening-plies", options->spec.opening_plies,
                    "games begin with 0 to this many random moves (default 8)")
        .range(0, 40);
    command.add_option("--net", options->net, "network file (default: the built-in one)");
    command.add_option("--threads", options->spec.threads, "threads (default: one per processor)")
        .range(1, 1024);
    command.add_option("--seed", options->spec.seed,
                       "the same seed gives the same file (default 1)");
    command.footer(
        "The engine plays itself, 7 % of the moves random, and of every search an even sample is\n"
        "kept of the different positions that its network was asked about, with what it said; "
        "those\n"
        "that are as good as decided have a quarter of the chance. Their values are for a teacher\n"
        "to replace: training/README.md. A file takes 34 bytes a position, its room on the disk\n"
        "from the beginning, and twice the memory while it is made. A file that is there already\n"
        "is left alone, and refused if it holds other rules or another number of positions;\n"
        "interrupted, the command writes what it has.\n\nExamples:\n"
        "  ninefold sample --out RUN/raw/sampled.nfd --positions 4000000 --nodes 500..20000\n"
        "  ninefold sample --rules standard+majority --out a.nfd --positions 100000 --seed 7");
    command.runs([options] { return sample(*options); });
}

}  // namespace ninefold::cli
