// SPDX-License-Identifier: MIT
#include "training/sampler.h"

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "base/foreign_text.h"
#include "base/number.h"
#include "search/sampling_search.h"
#include "search/value.h"

namespace ninefold::training {

namespace {

constexpr std::uint64_t kMostNodes = 1'000'000'000;
/// Chance of a random move in place of the engine's, so that games differ.
constexpr double kRandomMove = 0.07;

/// One thread's games of the engine with itself. A game depends on its seed alone.
class SampledGames {
public:
    explicit SampledGames(const SampleSpec& spec)
        : spec_(spec), search_(search::make_sampling_search(spec.network)) {}

    /// Ends the game early, with what it gave so far, on a request to stop or once its result is
    /// proven: what a search still asks about then is of no use.
    std::vector<net::SearchedPosition> play(std::uint64_t seed, const std::stop_token& stop) {
        base::Rng rng(seed);
        search_->new_game();
        std::vector<net::SearchedPosition> sampled;
        auto position = rules::AnyPosition::start(spec_.network->rules());
        const auto opening = static_cast<int>(rng.below(spec_.opening_plies + 1));
        while (!position.is_over() && !stop.stop_requested()) {
            if (position.ply() < opening || rng.unit() < kRandomMove) {
                const auto legal = position.legal_moves();
                position =
                    position.after(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
                continue;
            }
            const auto found =
                search_->think(position, spec_.nodes.draw(rng), spec_.per_move, rng());
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

    const SampleSpec& spec_;
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

}  // namespace

base::Result<NodeRange> NodeRange::parse(std::string_view text) {
    const auto dots = text.find("..");
    const auto least = base::parse_number<std::uint64_t>(text.substr(0, dots));
    const auto most = dots == std::string_view::npos
                          ? least
                          : base::parse_number<std::uint64_t>(text.substr(dots + 2));
    if (!least || !most || *least < 1 || *most < *least || *most > kMostNodes) {
        return base::fail("{}: a number from 1 to {} is wanted, or two such as 500..20000",
                          base::quoted(text), kMostNodes);
    }
    return NodeRange{static_cast<double>(*least), static_cast<double>(*most)};
}

std::uint64_t NodeRange::draw(base::Rng& rng) const {
    return static_cast<std::uint64_t>(std::lround(least * std::pow(most / least, rng.unit())));
}

net::DataFile sample_positions(const SampleSpec& spec, const std::stop_token& stop,
                               const OnProgress& on_progress) {
    Collection collection(spec.positions);
    // A game broken off is not added: what is kept are whole games.
    const auto work = [&] {
        SampledGames games(spec);
        while (const auto game = collection.next_game()) {
            auto positions = games.play(base::derived_seed(spec.seed, *game), stop);
            if (stop.stop_requested()) return;
            collection.add(*game, std::move(positions));
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < spec.threads; ++i) threads.emplace_back(work);
        while (on_progress && !stop.stop_requested() &&
               !collection.wait(std::chrono::milliseconds(200))) {
            on_progress(collection.size());
        }
    }
    return {spec.network->rules(), collection.take()};
}

}  // namespace ninefold::training
