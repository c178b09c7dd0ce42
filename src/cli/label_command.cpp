// SPDX-License-Identifier: MIT
#include <filesystem>
#include <map>

#include "base/counted.h"
#include "base/file_contents.h"
#include "cli/commands.h"
#include "cli/data_output.h"
#include "command/output_folder.h"
#include "training/labeller.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;

struct LabelOptions {
    std::vector<std::string> files;
    std::string out, net;
    training::LabelSpec spec;
};

/// Before hours of work: each labelled file needs a place of its own, for one that is there counts
/// as done.
void check_places(const LabelOptions& options) {
    if (options.out.empty()) throw CommandError("--out: the name of a folder is needed");
    std::map<fs::path, std::string> taken;
    for (const fs::path path : options.files) {
        const fs::path to = fs::path(options.out) / path.filename();
        std::error_code ignored;
        if (fs::equivalent(path, to, ignored)) {
            throw CommandError(fmt::format("{} stands in the folder --out {}: another folder is "
                                           "needed, so that it is not overwritten",
                                           path.string(), options.out));
        }
        const auto [first, is_new] = taken.emplace(path.filename(), path.string());
        if (is_new) continue;
        throw CommandError(fmt::format("{} and {} would both be {}; rename one, or label them into "
                                       "two folders",
                                       first->second, path.string(), to.string()));
    }
}

int label(LabelOptions& options) {
    Interruption interruption;
    std::shared_ptr<const net::Network>& network = options.spec.network;
    if (!options.net.empty()) {
        network = std::make_shared<net::Network>(value_or_throw(net::Network::load(options.net)));
    }
    check_places(options);
    const command::OutputFolder folder(options.out);
    if (folder.error()) {
        throw CommandError(
            fmt::format("{}: cannot be made a folder: {}", options.out, folder.error().message()));
    }
    for (const fs::path path : options.files) {
        const fs::path to = fs::path(options.out) / path.filename();
        net::DataFile file = value_or_throw(net::DataFile::load(path));
        if (is_made_already(to, file.rules, file.positions.size())) continue;
        if (network && network->rules() != file.rules) {
            throw CommandError(fmt::format("{} is for {}, {} holds {}", options.net,
                                           rules::name(network->rules()), path.string(),
                                           rules::name(file.rules)));
        }
        const auto draft =
            value_or_throw(base::reserve_file(to, net::DataFile::bytes(file.positions.size())));
        const auto begin = std::chrono::steady_clock::now();
        training::label_positions(
            file, options.spec, interruption.token(),
            ProgressLine(path.filename().string(), file.positions.size()).listener());
        if (interruption.requested()) return 1;
        throw_if_failed(file.save(*draft));
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        const auto late =
            std::count_if(file.positions.begin(), file.positions.end(),
                          [&](const auto& p) { return p.ply >= options.spec.from_ply; });
        fmt::print("{}: {} of {} labelled in {:.1f} s\n", to.string(), late,
                   base::counted(file.positions.size(), "position"), time.count());
    }
    return 0;
}

}  // namespace

void add_label_command(Command& app) {
    auto options = std::make_shared<LabelOptions>();
    Command& command = app.add_subcommand(
        "label", "Search the late positions of training data with the engine and the solver");
    command.add_option("FILE", options->files, "data files (.nfd)").required();
    command.add_option("--out", options->out, "folder for the labelled files").required();
    command.add_option("--nodes", options->spec.nodes, "searched per position (default 4000)")
        .range(1, 1'000'000'000);
    command
        .add_option("--solver-nodes", options->spec.solver_nodes,
                    "nodes of the solver, which is asked first (default 4000)")
        .range(0, 1'000'000'000);
    command
        .add_option("--solver-cells", options->spec.solver_cells,
                    "ask it at up to this many empty cells (default 30)")
        .range(0, 81);
    command
        .add_option("--from-ply", options->spec.from_ply,
                    "keep the labels of earlier positions (default 30)")
        .range(0, 81);
    command.add_option("--net", options->net, "network file (default: the built-in one)");
    command.add_option("--threads", options->spec.threads, "threads (default: one per processor)")
        .range(1, 1024);
    command.footer("Existing files in the folder are kept: give the same command again to "
                   "resume.\nOne with other rules or another number of positions is refused. See "
                   "training/README.md.\n\nExamples:\n"
                   "  ninefold label RUN/*.nfd --out RUN/labelled");
    command.runs([options] { return label(*options); });
}

}  // namespace ninefold::cli
