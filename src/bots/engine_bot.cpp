// SPDX-License-Identifier: MIT
#include "bots/engine_bot.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"
#include "base/try.h"
#include "net/network.h"
#include "search/search.h"

namespace ninefold::bots {

namespace {

using base::fail;

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

template <typename Number, typename Field>
base::Result<void> read(std::string_view name, std::string_view text, Number min, Number max,
                        Field& value) {
    const auto number = base::parse_number<Number>(text);
    if (!number || *number < min || *number > max) {
        return fail("option {} has the value {}; it takes a number from {} to {}", name,
                    base::quoted(text), min, max);
    }
    value = static_cast<Field>(*number);
    return {};
}

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

base::Result<void> read_net(std::string_view value, search::SearchOptions& search) {
    search.use_net = value != "hand";
    if (!search.use_net) return {};
    search.net = TRY(network_at(std::string(value)));
    return {};
}

base::Result<void> read_option(std::string_view name, std::string_view value,
                               EngineSettings& settings) {
    search::SearchOptions& search = settings.search;
    if (name == "level")
        return read(name, value, 1, search::SearchOptions::kFullLevel, search.level);
    if (name == "threads") {
        return read(name, value, 1, search::SearchOptions::kMaxThreads, search.threads);
    }
    if (name == "hash") return read<std::size_t>(name, value, 1, 1 << 20, search.hash_mb);
    if (name == "nodes") {
        return read(name, value, std::uint64_t{1}, ~std::uint64_t{0}, settings.nodes.emplace());
    }
    if (name == "depth") return read(name, value, 1, 81, settings.depth.emplace());
    if (name == "net") return read_net(value, search);
    for (const search::NamedParameter& each : search::kNamedParameters) {
        if (name == each.name) {
            return read(name, value, -100'000, 100'000, search.parameters.*each.field);
        }
    }
    return fail("{} is not an option of engine, which takes {}", base::quoted(name),
                kEngineOptions);
}

}  // namespace

bool is_engine(std::string_view spec) { return spec.substr(0, spec.find(':')) == "engine"; }

base::Result<std::unique_ptr<Bot>> make_engine_bot(std::string_view spec) {
    EngineSettings settings;
    const std::size_t colon = spec.find(':');
    if (colon != std::string_view::npos && colon + 1 < spec.size()) {
        for (const std::string_view part : base::split(spec.substr(colon + 1), ',')) {
            const std::size_t equals = std::min(part.find('='), part.size());
            const std::string_view value =
                equals < part.size() ? part.substr(equals + 1) : std::string_view();
            const auto done = read_option(part.substr(0, equals), value, settings);
            if (!done) return fail("bot {}: {}", base::quoted(spec), done.error().message);
        }
    }
    return std::unique_ptr<Bot>(std::make_unique<EngineBot>(std::move(settings)));
}

}  // namespace ninefold::bots
