// SPDX-License-Identifier: MIT
//
// Makes a set of balanced openings for matches: random plies, distinct under the board's
// symmetries, whose search value is near an even game.
//
//     make_openings RULES COUNT PLIES NODES WIDTH SEED > data/openings/RULES.txt
//
// One opening a line, as `file:` openings of matches read them; '#' begins a comment. WIDTH is how
// far from 0.5 the expected score of the mover may be. The same arguments give the same file,
// however many threads share the work.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "rules/move_text.h"
#include "rules/symmetry.h"
#include "search/search.h"

using namespace ninefold;

namespace {

std::uint64_t canonical_hash(const rules::AnyPosition& p) {
    return p.visit([](const auto& position) { return rules::canonical(position).position.hash(); });
}

/// A line of random plies, and whether it leaves an even game.
struct Candidate {
    std::string line{};
    rules::AnyPosition position;
    bool even = false;
};

Candidate random_line(const rules::Rules& rules, int plies, base::Rng& rng) {
    Candidate candidate{.position = rules::AnyPosition::start(rules)};
    for (int i = 0; i < plies; ++i) {
        const auto legal = candidate.position.legal_moves();
        const auto move = legal.nth(rng.below(static_cast<unsigned>(legal.size())));
        if (i > 0) candidate.line += ' ';
        candidate.line += rules::to_text(move);
        candidate.position = candidate.position.after(move);
    }
    return candidate;
}

/// Judges positions by search; one a thread.
class Judge {
public:
    Judge(std::uint64_t nodes, double width) : nodes_(nodes), width_(width) {
        search::SearchOptions options;
        options.hash_mb = 8;
        engine_ = search::make_search(options);
    }
    /// A short search first: it sees most of what is far from even.
    bool is_even(const rules::AnyPosition& p) {
        constexpr double kGlance = 0.07;
        return error(p, nodes_ / 50) <= width_ + kGlance && error(p, nodes_) <= width_;
    }

private:
    double error(const rules::AnyPosition& p, std::uint64_t nodes) {
        protocol::Limits limits;
        limits.nodes = nodes;
        engine_->new_game();
        return std::abs(engine_->think(p, {}, limits, {}, {}).score.expected - 0.5);
    }

    std::uint64_t nodes_;
    double width_;
    std::unique_ptr<search::Search> engine_;
};

void judge_all(std::vector<Candidate>& candidates, std::vector<Judge>& judges) {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < judges.size(); ++t) {
        threads.emplace_back([&, t] {
            for (std::size_t i = t; i < candidates.size(); i += judges.size()) {
                candidates[i].even = judges[t].is_even(candidates[i].position);
            }
        });
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 7) {
        return std::fprintf(stderr, "usage: make_openings RULES COUNT PLIES NODES WIDTH SEED\n"), 2;
    }
    const auto rules = rules::parse_rules(argv[1]);
    if (!rules) return std::fprintf(stderr, "%s\n", rules.error().message.c_str()), 2;
    const std::size_t count = static_cast<std::size_t>(std::atol(argv[2]));
    const int plies = std::atoi(argv[3]);
    const double width = std::atof(argv[5]);
    base::Rng rng(static_cast<std::uint64_t>(std::atol(argv[6])));
    std::vector<Judge> judges;
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
        judges.emplace_back(static_cast<std::uint64_t>(std::atol(argv[4])), width);
    }
    std::printf(
        "# %zu openings of %d random plies under %s, distinct under symmetry, expected score\n"
        "# of the mover within 0.5 +- %s after %s nodes; seed %s. Made by "
        "scripts/engine/make_openings.cpp.\n",
        count, plies, argv[1], argv[5], argv[4], argv[6]);
    std::set<std::uint64_t> seen;
    for (std::size_t kept = 0; kept < count;) {
        constexpr std::size_t kBatch = 1024;
        std::vector<Candidate> candidates;
        while (candidates.size() < kBatch) {
            Candidate candidate = random_line(*rules, plies, rng);
            if (!seen.insert(canonical_hash(candidate.position)).second) continue;
            candidates.push_back(std::move(candidate));
        }
        judge_all(candidates, judges);
        for (const Candidate& candidate : candidates) {
            if (!candidate.even || kept == count) continue;
            std::printf("%s\n", candidate.line.c_str());
            ++kept;
        }
        std::fprintf(stderr, "%s: %zu of %zu\n", argv[1], kept, count);
    }
    return 0;
}
