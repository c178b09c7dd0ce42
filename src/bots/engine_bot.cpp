// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "base/foreign_text.h"
#include "base/try.h"
#include "bots/builtin.h"
#include "bots/option_reader.h"
#include "net/network.h"
#include "search/search.h"

namespace ninefold::bots {

namespace {

using base::fail;

constexpr std::string_view kEngineOptions =
    "level=N (1 to 10, default 10), threads=N (default 1), hash=MB (default 64), nodes=N, depth=N "
    "(of each move; default: by the clock), net=FILE (or 'hand' for the evaluation without one), "
    "and the numbers of the search (docs/engine.md)";

struct EngineSettings {
    search::SearchOptions search;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
};

class EngineBot final : public Bot {
public:
    explicit EngineBot(EngineSettings settings)
        : settings_(std::move(settings)), search_(search::make_search(settings_.search)) {}

    std::optional<Failure> new_game(const GameSetup& setup) override {
        const rules::Rules rules = setup.start.rules();
        if (const auto& net = settings_.search.net; net && net->rules() != rules) {
            return Failure{rules::Ending::kCrash,
                           fmt::format("network '{}' is for {}; one for {} is needed", net->name(),
                                       rules::name(net->rules()), rules::name(rules))};
        }
        settings_.search.seed = setup.seed;
        search_->set_options(settings_.search);
        search_->new_game();
        search_->prepare(rules);
        return std::nullopt;
    }

    Answer ask(const Question& question, std::stop_token stop) override {
        const auto start = std::chrono::steady_clock::now();
        const std::stop_token asked = stop;
        Answer answer;
        const auto on_info = [&](const protocol::Info& info) {
            if (info.score && info.multi_pv.value_or(1) == 1) answer.info = info;
            if (question.on_info) question.on_info(info);
        };
        const search::SearchResult found =
            search_->think(question.start, question.moves, limits(question), std::move(stop),
                           on_info);
        answer.elapsed = std::chrono::steady_clock::now() - start;
        if (found.move) answer.what = *found.move;
        else answer.what = NoAnswer{asked.stop_requested()};
        return answer;
    }

private:
    /// The deadline is a limit even where the clock names none, and something must be.
    protocol::Limits limits(const Question& question) const {
        constexpr Duration kUnlimited = std::chrono::seconds(1);
        protocol::Limits limits = question.limits;
        if (settings_.nodes) limits.nodes = settings_.nodes;
        if (settings_.depth) limits.depth = settings_.depth;
        if (question.deadline && !limits.infinite) {
            limits.move_time =
                std::min(limits.move_time.value_or(*question.deadline), *question.deadline);
        }
        const bool is_limited = limits.move_time || limits.hard_time || limits.nodes ||
                                limits.depth || limits.time_left(question.position.side());
        if (!is_limited && !limits.infinite) limits.move_time = kUnlimited;
        return limits;
    }

    EngineSettings settings_;
    std::unique_ptr<search::Search> search_;
};

/// Networks named by specifications, kept: a match makes many bots of one specification, and a
/// network takes tens of megabytes and a fifth of a second to bake.
base::Result<std::shared_ptr<const net::Network>> network_at(const std::string& path) {
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const net::Network>> networks;
    const std::scoped_lock lock(mutex);
    if (const auto known = networks.find(path); known != networks.end()) return known->second;
    auto shared = std::make_shared<const net::Network>(TRY(net::Network::load(path)));
    return networks.emplace(path, std::move(shared)).first->second;
}

base::Result<EngineSettings> read_settings(std::string_view spec) {
    constexpr auto kMostNodes = ~std::uint64_t{0};
    OptionReader options(spec);
    EngineSettings settings;
    search::SearchOptions& search = settings.search;
    TRY(options.take_number("level", 1, search::SearchOptions::kFullLevel, search.level));
    TRY(options.take_number("threads", 1, search::SearchOptions::kMaxThreads, search.threads));
    TRY(options.take_number("hash", 1, search::SearchOptions::kMaxHashMb, search.hash_mb));
    TRY(options.take_number<std::uint64_t>("nodes", 1, kMostNodes, settings.nodes));
    TRY(options.take_number("depth", 1, 81, settings.depth));
    if (const auto net = options.take("net")) {
        search.use_net = *net != "hand";
        if (search.use_net) search.net = TRY(network_at(std::string(*net)));
    }
    for (const search::NamedParameter& each : search::kNamedParameters) {
        TRY(options.take_number(each.name, -100'000, 100'000, search.parameters.*each.field));
    }
    TRY(options.finish("engine", kEngineOptions));
    return settings;
}

}  // namespace

bool is_engine(std::string_view spec) { return spec.substr(0, spec.find(':')) == "engine"; }

base::Result<std::unique_ptr<Bot>> make_engine_bot(std::string_view spec) {
    auto settings = read_settings(spec);
    if (!settings) return fail("bot {}: {}", base::quoted(spec), settings.error().message);
    return std::unique_ptr<Bot>(std::make_unique<EngineBot>(std::move(*settings)));
}

}  // namespace ninefold::bots
