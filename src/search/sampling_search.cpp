// SPDX-License-Identifier: MIT
#include "search/sampling_search.h"

#include "search/evaluated_sample.h"
#include "search/net_evaluator.h"
#include "search/parameters.h"
#include "search/worker.h"

namespace ninefold::search {

namespace {

/// Network evaluator that records the positions it evaluates.
template <rules::Ruleset R>
class SamplingEvaluator : public NetEvaluator<R> {
public:
    using typename NetEvaluator<R>::State;

    SamplingEvaluator(std::shared_ptr<const net::Network> network, EvaluatedSample<R>& sample)
        : NetEvaluator<R>(std::move(network)), sample_(sample) {}

    Value score(const State& state, const rules::Position<R>& p, const BlockFacts& facts) const {
        const Value value = NetEvaluator<R>::score(state, p, facts);
        sample_.offer(p, value);
        return value;
    }

private:
    EvaluatedSample<R>& sample_;
};

template <rules::Ruleset R>
class SamplingSearchOf final : public SamplingSearch {
public:
    explicit SamplingSearchOf(std::shared_ptr<const net::Network> network)
        : worker_(SamplingEvaluator<R>(std::move(network), sample_), table_, stop_, parameters_) {}

    SampledAnswer think(const rules::AnyPosition& position, std::uint64_t nodes, std::size_t most,
                        std::uint64_t salt) override {
        SampledAnswer answer;
        position.visit([&]<rules::Ruleset Q>(const rules::Position<Q>& p) {
            if constexpr (Q == R) answer = think_in(p, nodes, most, salt);
        });
        return answer;
    }

    void new_game() override {
        table_.clear();
        worker_.clear();
    }

private:
    SampledAnswer think_in(const rules::Position<R>& p, std::uint64_t nodes, std::size_t most,
                           std::uint64_t salt) {
        sample_.begin(most, salt);
        stop_.store(false, std::memory_order_relaxed);
        table_.next_generation();
        SearchTask task;
        task.max_nodes = nodes;
        worker_.prepare(p, task, 0);
        worker_.deepen([this](int) { return !is_proven(worker_.root_moves()[0].value); }, {});
        const RootMove& best = worker_.root_moves()[0];
        return {best.move, best.value_or_even(), sample_.positions()};
    }

    const Parameters parameters_{};
    TranspositionTable table_{1};
    std::atomic<bool> stop_{false};
    EvaluatedSample<R> sample_;
    Worker<R, SamplingEvaluator<R>> worker_;
};

}  // namespace

std::unique_ptr<SamplingSearch> make_sampling_search(std::shared_ptr<const net::Network> network) {
    return rules::AnyPosition::start(network->rules())
        .visit([&]<rules::Ruleset R>(const rules::Position<R>&) -> std::unique_ptr<SamplingSearch> {
            return std::make_unique<SamplingSearchOf<R>>(std::move(network));
        });
}

}  // namespace ninefold::search
