// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "base/counted.h"
#include "base/file_contents.h"
#include "base/number.h"
#include "base/rng.h"
#include "cli/commands.h"
#include "cli/data_output.h"
#include "cli/position_options.h"
#include "command/output_folder.h"
#include "net/data_file.h"
#include "net/network.h"
#include "search/net_evaluator.h"
#include "search/sampling_search.h"
#include "search/value.h"

namespace ninefold::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostNodes = 1'000'000'000;
/// Chance of a random move in place of the engine's, so that games differ.
constexpr double kRandomMove = 0.07;

struct SampleOptions {
    PositionOptions position;
    std::string out, net, nodes = "3000";
    std::size_t positions = 0, per_move = 40;
    std::uint32_t opening_plies = 8;
    std::uint64_t seed = 1;
    unsigned threads = std::max(1u, std::thread::hardware_concurrency());
};

struct NodeRange {
    double least, most;

    /// Even in the logarithm: as many of 500 to 1000 as of 5000 to 10 000.
    std::uint64_t draw(base::Rng& rng) const {
        return static_cast<std::uint64_t>(std::lround(least * std::pow(most / least, rng.unit())));
    }
};

/// `3000` or `500..20000`.
NodeRange parse_nodes(const std::string& text) {
    const auto dots = text.find("..");
    const auto least = base::parse_number<std::uint64_t>(text.substr(0, dots));
    const auto most = dots == std::string::npos
                          ? least
                          : base::parse_number<std::uint64_t>(text.substr(dots + 2));
    if (!least || !most || *least < 1 || *most < *least || *most > kMostNodes) {
        throw CommandError(
            fmt::format("--nodes {}: a number from 1 to {} is wanted, or two such as "
                        "500..20000",
                        text, kMostNodes));
    }
    return {static_cast<double>(*least), static_cast<double>(*most)};
}

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

/// One thread's games of the engine with itself. A game depends on its seed alone.
class SampledGames {
public:
    SampledGames(const SampleOptions& options, NodeRange nodes,
                 const std::shared_ptr<const net::Network>& network)
        : options_(options),
          nodes_(nodes),
          rules_(network->rules()),
          search_(search::make_sampling_search(network)) {}

    /// Ends the game early, with what it gave so far, on a request to stop or once its result is
    /// proven: what a search still asks about then is of no use.
    std::vector<net::SearchedPosition> play(std::uint64_t seed, const std::stop_token& stop) {
        base::Rng rng(seed);
        search_->new_game();
        std::vector<net::SearchedPosition> sampled;
        auto position = rules::AnyPosition::start(rules_);
        const auto opening = static_cast<int>(rng.below(options_.opening_plies + 1));
        while (!position.is_over() && !stop.stop_requested()) {
            if (position.ply() < opening || rng.unit() < kRandomMove) {
                const auto legal = position.legal_moves();
                position =
                    position.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
                continue;
            }
            const auto found = search_->think(position, nodes_.draw(rng), options_.per_move, rng());
            for (const auto& [evaluated, value] : found.evaluated) {
                sampled.push_back(record(evaluated, value));
            }
            if (search::is_proven(found.value)) break;
            position = position.after(found.move);
        }
        return sampled;
    }

private:
    static net::SearchedPosition record(const rules::AnyPosition& position, search::Value value) {
        auto one = net::SearchedPosition::of(position);
        one.set_value(search::expected_result(value));
        one.kind = net::SearchedPosition::kSampled;
        return one;
    }

    const SampleOptions& options_;
    NodeRange nodes_;
    rules::Rules rules_;
    std::unique_ptr<search::SamplingSearch> search_;
};

/// The games' positions in the order of the games' numbers, whichever is finished first: so that
/// the file does not depend on the number of threads. Safe from any thread.
class Collection {
public:
    explicit Collection(std::size_t wanted) : wanted_(wanted) {}

    std::optional<std::uint64_t> next_game() {
        const std::scoped_lock lock(mutex_);
        if (full()) return std::nullopt;
        return begun_++;
    }

    void add(std::uint64_t game, std::vector<net::SearchedPosition> positions) {
        const std::scoped_lock lock(mutex_);
        finished_.emplace(game, std::move(positions));
        for (auto first = finished_.find(added_); first != finished_.end() && !full();
             first = finished_.find(++added_)) {
            const auto& all = first->second;
            const std::size_t count = std::min(all.size(), wanted_ - positions_.size());
            positions_.insert(positions_.end(), all.begin(),
                              all.begin() + static_cast<std::ptrdiff_t>(count));
            finished_.erase(first);
        }
        if (full()) changed_.notify_all();
    }

    /// Whether that is all, after waiting a while for it.
    bool wait(std::chrono::milliseconds most) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, most, [this] { return full(); });
    }

    std::size_t size() const {
        const std::scoped_lock lock(mutex_);
        return positions_.size();
    }
    std::vector<net::SearchedPosition> take() { return std::move(positions_); }

private:
    bool full() const { return positions_.size() >= wanted_; }

    const std::size_t wanted_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t begun_ = 0, added_ = 0;
    std::map<std::uint64_t, std::vector<net::SearchedPosition>> finished_;
    std::vector<net::SearchedPosition> positions_;
};

void show_progress(Collection& collection, std::size_t wanted, const std::stop_token& stop) {
    if (isatty(STDERR_FILENO) == 0) return;
    while (!stop.stop_requested() && !collection.wait(std::chrono::milliseconds(200))) {
        const std::size_t size = collection.size();
        fmt::print(stderr, "\r{:3.0f} %, {} positions",
                   100.0 * static_cast<double>(size) / static_cast<double>(wanted), size);
    }
    fmt::print(stderr, "\r\033[K");
}

std::vector<net::SearchedPosition> sample_all(const SampleOptions& options, NodeRange nodes,
                                              const std::shared_ptr<const net::Network>& network,
                                              const std::stop_token& stop) {
    Collection collection(options.positions);
    // A game broken off is not added: what is kept are whole games.
    const auto work = [&] {
        SampledGames games(options, nodes, network);
        while (const auto game = collection.next_game()) {
            auto positions = games.play(base::derived_seed(options.seed, *game), stop);
            if (stop.stop_requested()) return;
            collection.add(*game, std::move(positions));
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
        show_progress(collection, options.positions, stop);
    }
    return collection.take();
}

int sample(const SampleOptions& options) {
    Interruption interruption;
    const NodeRange nodes = parse_nodes(options.nodes);
    const auto network = network_of(options);
    if (is_made_already(options.out, options.position.rules(), options.positions)) return 0;
    const command::OutputFolder folder(fs::absolute(options.out).parent_path());
    const auto draft =
        value_or_throw(base::reserve_file(options.out, net::DataFile::bytes(options.positions)));
    const auto begin = std::chrono::steady_clock::now();
    const net::DataFile file{options.position.rules(),
                             sample_all(options, nodes, network, interruption.token())};
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
    command.add_option("--positions", options->positions, "how many, all in one file")
        .required()
        .check(whole_number_to(100'000'000));
    command.add_option("--nodes", options->nodes,
                       "searched per move, drawn from a range such as 500..20000 (default 3000)");
    command.add_option("--per-move", options->per_move, "positions kept of a search (default 40)")
        .range(1, 10'000);
    command
        .add_option("--opening-plies", options->opening_plies,
                    "games begin with 0 to this many random moves (default 8)")
        .range(0, 40);
    command.add_option("--net", options->net, "network file (default: the built-in one)");
    command.add_option("--threads", options->threads, "default: the processors there are")
        .range(1, 1024);
    command.add_option("--seed", options->seed, "the same seed gives the same file (default 1)");
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
