// SPDX-License-Identifier: MIT
#include <chrono>

#include "base/counted.h"
#include "base/file_contents.h"
#include "cli/game_options.h"
#include "net/data_file.h"
#include "search/net_evaluator.h"
#include "training/data_places.h"
#include "training/labeller.h"
#include "training/sampler.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;

/// Says so where it is.
bool is_made_already(const fs::path& path, rules::Rules rules, std::size_t positions) {
    const bool is_there = value_or_throw(training::is_made_already(path, rules, positions));
    if (is_there) fmt::print("{}: is there already\n", path.string());
    return is_there;
}

/// A data file that is being made: room for all its positions, and `NAME:  42 %` meanwhile.
class DataFileWriter {
public:
    DataFileWriter(const fs::path& path, std::string name, std::size_t positions)
        : file_(value_or_throw(base::reserve_file(path, net::DataFile::bytes(positions)))),
          name_(std::move(name)),
          positions_(static_cast<double>(positions)) {}

    training::OnProgress listener() {
        return [this](std::size_t done) {
            progress_.show([&] {
                return fmt::format("{}: {:3.0f} %", name_,
                                   100 * static_cast<double>(done) / positions_);
            });
        };
    }
    /// Returns how many seconds it took.
    double save(const net::DataFile& file) {
        progress_.remove();
        throw_if_failed(file.save(*file_));
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

private:
    std::unique_ptr<base::AtomicFile> file_;
    std::string name_;
    double positions_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    tui::ProgressLine progress_;
};

std::shared_ptr<const net::Network> load_network(const std::string& path) {
    return std::make_shared<net::Network>(value_or_throw(net::Network::load(path)));
}

struct SampleOptions {
    PositionOptions position;
    std::string out, net, nodes = "3000";
    training::SampleSpec spec;
};

std::shared_ptr<const net::Network> network_of(const SampleOptions& options) {
    const rules::Rules rules = options.position.rules();
    if (options.net.empty()) {
        if (auto network = search::builtin_net(rules)) return network;
        throw CommandError("there is no network for {}; --net FILE names one", rules::name(rules));
    }
    auto network = load_network(options.net);
    if (network->rules() == rules) return network;
    throw CommandError("{} is for {}, not for {}", options.net, rules::name(network->rules()),
                       rules::name(rules));
}

int sample(SampleOptions& options) {
    Interruption interruption;
    training::SampleSpec& spec = options.spec;
    const auto nodes = training::NodeRange::parse(options.nodes);
    if (!nodes) throw CommandError("--nodes {}", nodes.error().message);
    spec.nodes = *nodes;
    spec.network = network_of(options);
    if (is_made_already(options.out, options.position.rules(), spec.positions)) return 0;
    const command::OutputFolder folder(fs::absolute(options.out).parent_path());
    DataFileWriter made(options.out, options.out, spec.positions);
    const net::DataFile file =
        training::sample_positions(spec, interruption.token(), made.listener());
    if (file.positions.empty()) return 1;  // interrupted at once
    const double seconds = made.save(file);
    fmt::print("{}: {} sampled in {:.1f} s\n", options.out,
               base::counted(file.positions.size(), "position"), seconds);
    return interruption.requested() ? 1 : 0;
}

struct LabelOptions {
    std::vector<std::string> files;
    std::string out, net;
    training::LabelSpec spec;
};

int label(LabelOptions& options) {
    Interruption interruption;
    std::shared_ptr<const net::Network>& network = options.spec.network;
    if (!options.net.empty()) network = load_network(options.net);
    throw_if_failed(training::check_places(options.files, options.out));
    const command::OutputFolder folder(options.out);
    if (folder.error()) {
        throw CommandError("{}: cannot be made a folder: {}", options.out,
                           folder.error().message());
    }
    for (const fs::path path : options.files) {
        const fs::path to = fs::path(options.out) / path.filename();
        net::DataFile file = value_or_throw(net::DataFile::load(path));
        if (is_made_already(to, file.rules, file.positions.size())) continue;
        if (network && network->rules() != file.rules) {
            throw CommandError("{} is for {}, {} holds {}", options.net,
                               rules::name(network->rules()), path.string(),
                               rules::name(file.rules));
        }
        DataFileWriter made(to, path.filename().string(), file.positions.size());
        training::label_positions(file, options.spec, interruption.token(), made.listener());
        if (interruption.requested()) return 1;
        const double seconds = made.save(file);
        const auto late = std::ranges::count_if(file.positions, [&](const auto& p) {
            return p.ply >= options.spec.from_ply;
        });
        fmt::print("{}: {} of {} labelled in {:.1f} s\n", to.string(), late,
                   base::counted(file.positions.size(), "position"), seconds);
    }
    return 0;
}

/// What both commands have.
template <typename Options>
void add_engine_options(Command& command, Options& options) {
    command.add_option("--net", options.net, "network file (default: the built-in one)");
    command.add_option("--threads", options.spec.threads, "threads (default: one per processor)")
        .range(1, 1024);
}

}  // namespace

void add_sample_command(Command& app) {
    auto [command, options] =
        app.add("sample", "Keep positions that the engine's search evaluates, as training data",
                sample);
    options.position.add_rules_to(command);
    command.add_option("--out", options.out, "the data file to write (.nfd)").required();
    command.add_option("--positions", options.spec.positions, "how many, all in one file")
        .required()
        .range(1, 100'000'000);
    command.add_option("--nodes", options.nodes,
                       "searched per move, drawn from a range such as 500..20000 (default 3000)");
    command
        .add_option("--per-move", options.spec.per_move, "positions kept of a search (default 40)")
        .range(1, 10'000);
    command
        .add_option("--opening-plies", options.spec.opening_plies,
                    "games begin with 0 to this many random moves (default 8)")
        .range(0, 40);
    add_engine_options(command, options);
    command.add_option("--seed", options.spec.seed,
                       "the same seed gives the same file (default 1)");
    command.footer(
        R"(The engine plays itself, 7 % of the moves random, and of every search an even sample is
kept of the different positions that its network was asked about, with what it said; those
that are as good as decided have a quarter of the chance. Their values are for a teacher
to replace: training/README.md. A file takes 34 bytes a position, its room on the disk
from the beginning, and twice the memory while it is made. A file that is there already
is left alone, and refused if it holds other rules or another number of positions;
interrupted, the command writes what it has.

Examples:
  ninefold sample --out RUN/raw/sampled.nfd --positions 4000000 --nodes 500..20000
  ninefold sample --rules standard+majority --out a.nfd --positions 100000 --seed 7)");
}

void add_label_command(Command& app) {
    auto [command, options] =
        app.add("label",
                "Search the late positions of training data with the engine and the solver", label);
    command.add_option("FILE", options.files, "data files (.nfd)").required();
    command.add_option("--out", options.out, "folder for the labelled files").required();
    command.add_option("--nodes", options.spec.nodes, "searched per position (default 4000)")
        .range(1, 1'000'000'000);
    command
        .add_option("--solver-nodes", options.spec.solver_nodes,
                    "nodes of the solver, which is asked first (default 4000)")
        .range(0, 1'000'000'000);
    command
        .add_option("--solver-cells", options.spec.solver_cells,
                    "ask it at up to this many empty cells (default 30)")
        .range(0, 81);
    command
        .add_option("--from-ply", options.spec.from_ply,
                    "keep the labels of earlier positions (default 30)")
        .range(0, 81);
    add_engine_options(command, options);
    command.footer(R"(Existing files in the folder are kept: give the same command again to resume.
One with other rules or another number of positions is refused. See training/README.md.

Examples:
  ninefold label RUN/*.nfd --out RUN/labelled)");
}

}  // namespace ninefold::cli
