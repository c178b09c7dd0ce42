// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <thread>

#include "base/counted.h"
#include "base/file_contents.h"
#include "cli/commands.h"
#include "cli/data_output.h"
#include "command/output_folder.h"
#include "net/data_file.h"
#include "net/network.h"
#include "rules/position_text.h"
#include "search/search.h"
#include "search/solver.h"
#include "search/value.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;

struct LabelOptions {
    std::vector<std::string> files;
    std::string out, net;
    std::uint64_t nodes = 4000, solver_nodes = 4000;
    int from_ply = 30, solver_cells = 30;
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
};

/// What a thread labels with. It forgets everything before each slice of a file, so that the labels
/// do not depend on the number of threads.
class Labeller {
public:
    Labeller(const LabelOptions& options, std::shared_ptr<const net::Network> network)
        : options_(options),
          search_(
              search::make_search({.hash_mb = 1, .use_solver = false, .net = std::move(network)})),
          solver_(search::make_solver(1)) {}

    void forget() {
        search_->new_game();
        solver_->clear();
    }

    /// Where the position is one that can be searched.
    void label(net::SearchedPosition& one, rules::Rules rules, const std::stop_token& stop) {
        const auto position = rules::parse_position(rules::to_text(one.position(rules)));
        if (!position || position->is_over()) return;
        if (const auto value = value_of(*position, stop)) {
            one.set_value(*value);
            one.kind = std::max<std::uint8_t>(one.kind, 1);
        }
    }

private:
    /// -1..1.
    std::optional<double> value_of(const rules::AnyPosition& position,
                                   const std::stop_token& stop) {
        if (search::playable_cells(position) <= options_.solver_cells) {
            const auto found =
                solver_->solve(position,
                               {.nodes = options_.solver_nodes, .time = {}, .stop = stop});
            if (found.result) return *found.result;
        }
        protocol::Limits limits;
        limits.nodes = options_.nodes;
        const auto found = search_->think(position, {}, limits, stop, {});
        if (stop.stop_requested() || !found.move) return std::nullopt;
        return search::expected_result(found.value);
    }

    const LabelOptions& options_;
    std::unique_ptr<search::Search> search_;
    std::unique_ptr<search::Solver> solver_;
};

/// Labels the late positions of a file, all threads together.
void label_all(net::DataFile& file, const LabelOptions& options,
               const std::shared_ptr<const net::Network>& network, const std::string& name,
               const std::stop_token& stop) {
    constexpr std::size_t kSlice = 256;
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        Labeller labeller(options, network);
        for (;;) {
            const std::size_t first = next.fetch_add(kSlice);
            if (first >= file.positions.size()) return;
            labeller.forget();
            const std::size_t last = std::min(first + kSlice, file.positions.size());
            for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
                net::SearchedPosition& one = file.positions[i];
                if (one.ply >= options.from_ply) labeller.label(one, file.rules, stop);
            }
        }
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
    if (isatty(STDERR_FILENO) == 0) return;
    while (next < file.positions.size()) {
        fmt::print(stderr, "\r{}: {:3.0f} %", name,
                   100.0 * static_cast<double>(next) / static_cast<double>(file.positions.size()));
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    fmt::print(stderr, "\r\033[K");
}

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

int label(const LabelOptions& options) {
    Interruption interruption;
    std::shared_ptr<const net::Network> network;
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
        label_all(file, options, network, path.filename().string(), interruption.token());
        if (interruption.requested()) return 1;
        throw_if_failed(file.save(*draft));
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        const auto late = std::count_if(file.positions.begin(), file.positions.end(),
                                        [&](const auto& p) { return p.ply >= options.from_ply; });
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
    command.add_option("--nodes", options->nodes, "searched per position (default 4000)")
        .range(1, 1'000'000'000);
    command
        .add_option("--solver-nodes", options->solver_nodes,
                    "of the solver, before that (default 4000)")
        .range(0, 1'000'000'000);
    command
        .add_option("--solver-cells", options->solver_cells,
                    "it is asked up to this many empty cells (default 30)")
        .range(0, 81);
    command.add_option("--from-ply", options->from_ply, "earlier ones stay (default 30)")
        .range(0, 81);
    command.add_option("--net", options->net, "network file (default: the built-in one)");
    command.add_option("--threads", options->threads, "default: the processors there are")
        .range(1, 1024);
    command.footer("Files that are in the folder already are left alone: started again, it goes "
                   "on.\nOne with other rules or another number of positions is refused. See "
                   "training/README.md.\n\nExamples:\n"
                   "  ninefold label RUN/*.nfd --out RUN/labelled");
    command.runs([options] { return label(*options); });
}

}  // namespace ninefold::cli
