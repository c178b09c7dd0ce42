// SPDX-License-Identifier: MIT
#include "training/labeller.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "rules/position_text.h"
#include "search/search.h"
#include "search/solver.h"
#include "search/value.h"

namespace ninefold::training {

namespace {

/// What a thread labels with. It forgets everything before each slice of a file, so that the labels
/// do not depend on the number of threads.
class Labeller {
public:
    explicit Labeller(const LabelSpec& spec)
        : spec_(spec),
          search_(search::make_search({.hash_mb = 1, .use_solver = false, .net = spec.network})),
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
        if (search::playable_cells(position) <= spec_.solver_cells) {
            const auto found =
                solver_->solve(position, {.nodes = spec_.solver_nodes, .time = {}, .stop = stop});
            if (found.result) return *found.result;
        }
        const auto found = search_->think(position, {}, {.nodes = spec_.nodes}, stop, {});
        if (stop.stop_requested() || !found.move) return std::nullopt;
        return search::expected_result(found.value);
    }

    const LabelSpec& spec_;
    std::unique_ptr<search::Search> search_;
    std::unique_ptr<search::Solver> solver_;
};

}  // namespace

void label_positions(net::DataFile& file, const LabelSpec& spec, const std::stop_token& stop,
                     const OnProgress& on_progress) {
    constexpr std::size_t kSlice = 256;
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        Labeller labeller(spec);
        for (;;) {
            const std::size_t first = next.fetch_add(kSlice);
            if (first >= file.positions.size()) return;
            labeller.forget();
            const std::size_t last = std::min(first + kSlice, file.positions.size());
            for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
                net::SearchedPosition& one = file.positions[i];
                if (one.ply >= spec.from_ply) labeller.label(one, file.rules, stop);
            }
        }
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < spec.threads; ++i) threads.emplace_back(work);
    while (on_progress && next < file.positions.size()) {
        on_progress(next);
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
}

}  // namespace ninefold::training
