// SPDX-License-Identifier: MIT
//
// Plays two settings of the engine against each other in one process: paired games from random
// openings, a fixed number of nodes a move (the processor may be shared), Elo with its error.
//
//     match PAIRS NODES RULES "name=value ..." "name=value ..." [SEED] [THREADS]
//
// Settings are members of search::Parameters, and `level`, `nodes` (overrides NODES), `solver`,
// `net`. `random` and `greedy` are the built-in bots; `mcts=N` is the rollout bot with N playouts a
// move.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#include "base/rng.h"
#include "bots/mcts_brain.h"
#include "bots/simple_brains.h"
#include "search/search.h"

namespace {

using namespace ninefold;
using search::Parameters;

const std::map<std::string, int Parameters::*> kNames = {
#define FIELD(name) \
    { #name, &Parameters::name }
    FIELD(order_value_depth),
    FIELD(order_value_weight),
    FIELD(table_depth),
    FIELD(aspiration_depth),
    FIELD(aspiration_window),
    FIELD(reverse_futility_depth),
    FIELD(reverse_futility_margin),
    FIELD(reverse_futility_base),
    FIELD(probcut_depth),
    FIELD(probcut_reduction),
    FIELD(probcut_margin),
    FIELD(futility_depth),
    FIELD(futility_margin),
    FIELD(futility_base),
    FIELD(late_move_depth),
    FIELD(late_move_base),
    FIELD(reduction_base),
    FIELD(reduction_factor),
    FIELD(reduction_history),
    FIELD(internal_reduction_depth),
    FIELD(order_wins_block),
    FIELD(order_stops_block),
    FIELD(order_gives_free),
    FIELD(order_sends_to_win),
    FIELD(order_killer),
    FIELD(history_limit),
    FIELD(correction_limit),
    FIELD(correction_weight),
#undef FIELD
};

struct Player {
    search::SearchOptions options;
    std::uint64_t nodes = 0;
    bool random = false, greedy = false;
    std::uint64_t mcts = 0;

    bool is_engine() const { return !random && !greedy && mcts == 0; }
};

Player parse(const std::string& text, std::uint64_t nodes) {
    Player player;
    player.nodes = nodes;
    player.options.hash_mb = 16;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        const auto at = word.find('=');
        const std::string name = word.substr(0, at);
        const long value = at == std::string::npos ? 1 : std::atol(word.c_str() + at + 1);
        if (name == "random") player.random = true;
        else if (name == "greedy") player.greedy = true;
        else if (name == "mcts") player.mcts = static_cast<std::uint64_t>(value);
        else if (name == "level") player.options.level = static_cast<int>(value);
        else if (name == "nodes") player.nodes = static_cast<std::uint64_t>(value);
        else if (name == "net") player.options.use_net = value != 0;
        else if (name == "solver") player.options.use_solver = value != 0;
        else if (kNames.contains(name))
            player.options.parameters.*kNames.at(name) = static_cast<int>(value);
        else std::fprintf(stderr, "unknown setting %s\n", name.c_str()), std::exit(2);
    }
    return player;
}

rules::Move ask_brain(const Player& player, const rules::AnyPosition& p, base::Rng& rng) {
    const std::vector<rules::Move> none;
    const bots::Question question{p, none, p, {}, {}, {}};
    const bots::Patience patience(question, {});
    protocol::Info info;
    bots::Thought thought{question, patience, rng, info};
    return p.visit([&](const auto& position) {
        if (player.random) return bots::RandomBrain{}.choose(position, thought);
        if (player.greedy) return bots::GreedyBrain{}.choose(position, thought);
        bots::MctsBrain::Options options;
        options.playouts = player.mcts;
        return bots::MctsBrain(options).choose(position, thought);
    });
}

/// X's points: 0, 0.5, 1.
double play(search::Search& x, const Player& px, search::Search& o, const Player& po,
            rules::Rules rules, std::vector<rules::Move> moves, base::Rng& rng) {
    const auto start = rules::AnyPosition::start(rules);
    auto p = start;
    for (const auto move : moves) p = p.after(move);
    x.new_game();
    o.new_game();
    while (!p.is_over()) {
        const bool x_moves = p.side() == rules::Side::kX;
        const Player& player = x_moves ? px : po;
        rules::Move move;
        if (!player.is_engine()) {
            move = ask_brain(player, p, rng);
        } else {
            protocol::Limits limits;
            limits.nodes = player.nodes;
            move = *(x_moves ? x : o).think(start, moves, limits, {}, {}).move;
        }
        moves.push_back(move);
        p = p.after(move);
    }
    const auto winner = p.outcome().winner;
    return !winner ? 0.5 : *winner == rules::Side::kX ? 1.0 : 0.0;
}

double elo(double score) {
    score = std::min(std::max(score, 1e-3), 1 - 1e-3);
    return 400 * std::log10(score / (1 - score));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 6)
        return std::fprintf(stderr, "usage: match PAIRS NODES RULES A B [SEED] [THREADS]\n"), 2;
    const int pairs = std::atoi(argv[1]);
    const auto nodes = static_cast<std::uint64_t>(std::atoll(argv[2]));
    const auto rules = rules::parse_rules(argv[3]);
    if (!rules) return std::fprintf(stderr, "%s\n", rules.error().message.c_str()), 2;
    const Player a = parse(argv[4], nodes), b = parse(argv[5], nodes);
    const std::uint64_t seed = argc > 6 ? static_cast<std::uint64_t>(std::atoll(argv[6])) : 1;
    const int threads = argc > 7 ? std::atoi(argv[7]) : 1;
    std::atomic<int> next{0};
    std::mutex mutex;
    double sum = 0, squares = 0;
    int done = 0, wins = 0, draws = 0, losses = 0;
    const auto work = [&] {
        const auto ea = search::make_search(a.options), eb = search::make_search(b.options);
        for (int i = next++; i < pairs; i = next++) {
            base::Rng rng(base::derived_seed(seed, static_cast<std::uint64_t>(i)));
            auto p = rules::AnyPosition::start(*rules);
            std::vector<rules::Move> opening;
            for (int k = 0; k < 4; ++k) {
                const auto legal = p.legal_moves();
                opening.push_back(legal.nth(rng.below(static_cast<unsigned>(legal.size()))));
                p = p.after(opening.back());
            }
            const double first = play(*ea, a, *eb, b, *rules, opening, rng);
            const double second = 1 - play(*eb, b, *ea, a, *rules, opening, rng);
            const std::lock_guard lock(mutex);
            for (const double s : {first, second}) (s == 1 ? wins : s == 0 ? losses : draws)++;
            const double pair = (first + second) / 2;
            sum += pair;
            squares += pair * pair;
            ++done;
            if (done % 100 == 0 || done == pairs) {
                const double mean = sum / done;
                const double error =
                    1.96 * std::sqrt(std::max(squares / done - mean * mean, 1e-9) / done);
                std::printf("%d pairs  +%d =%d -%d  %.1f%%  Elo %+.0f [%+.0f, %+.0f]\n", done, wins,
                            draws, losses, 100 * mean, elo(mean), elo(mean - error),
                            elo(mean + error));
                std::fflush(stdout);
            }
        }
    };
    std::vector<std::jthread> pool;
    for (int i = 0; i < threads; ++i) pool.emplace_back(work);
    return 0;
}
