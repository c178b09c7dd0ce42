// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <thread>
#include <tuple>
#include <type_traits>

#include "base/rng.h"
#include "search/advisor.h"
#include "search/hand_evaluator.h"
#include "search/level.h"
#include "search/net_evaluator.h"
#include "search/search.h"
#include "search/worker.h"

namespace ninefold::search {

namespace {

using Clock = std::chrono::steady_clock;

/// The threads of the search for one ruleset and kind of evaluation, made when first needed.
template <rules::Ruleset R, template <rules::Ruleset> typename E>
struct WorkerSet {
    rules::TieBreak tie_break{};
    std::vector<std::unique_ptr<Worker<R, E<R>>>> workers;
};

template <rules::Ruleset R>
using HandWorkers = WorkerSet<R, HandEvaluator>;
template <rules::Ruleset R>
using NetWorkers = WorkerSet<R, NetEvaluator>;

/// Everything about the running question that its steps share.
struct Question {
    const protocol::Limits& limits;
    const std::stop_token& stop;
    const Search::OnInfo& on_info;
    TimeBudget budget;
    SearchTask task;
    WinModel model;
    Clock::time_point begin;
    bool solver = false;             ///< whether exact knowledge may be used
    std::optional<Advice> advice{};  ///< what is known for certain
    bool has_iteration = false;      ///< whether the search knows anything yet

    Duration elapsed() const { return Clock::now() - begin; }
};

class Engine final : public Search {
public:
    explicit Engine(const SearchOptions& options)
        : options_(clean(options)), table_(options_.hash_mb) {}

    SearchResult think(const rules::AnyPosition& start, const std::vector<rules::Move>& moves,
                       const protocol::Limits& limits, std::stop_token stop,
                       const OnInfo& on_info) override {
        stop_.store(false, std::memory_order_relaxed);
        pondering_.store(limits.ponder, std::memory_order_relaxed);
        rules::AnyPosition position = start;
        for (const rules::Move move : moves) {
            if (move.value() >= rules::Move::kCount || !position.is_legal(move)) return {};
            position = position.after(move);
        }
        if (position.is_over()) return {};
        return position.visit([&](const auto& p) { return think_in(p, limits, stop, on_info); });
    }

    void ponder_hit() override { pondering_.store(false, std::memory_order_relaxed); }

    void new_game() override {
        table_.clear();
        advisor_.clear();
        for_each_set([](auto& set) {
            for (auto& worker : set.workers) worker->clear();
        });
    }

    void prepare(rules::Rules rules) override {
        table_.touch();
        rules::AnyPosition::start(rules).visit(
            [&](const auto& p) { with_workers(p, [](auto&) {}); });
        if (options_.use_solver && level(options_.level).solver) advisor_.prepare(rules);
    }

    void set_options(const SearchOptions& options) override {
        const SearchOptions wanted = clean(options);
        if (wanted.hash_mb != options_.hash_mb) table_ = TranspositionTable(wanted.hash_mb);
        // A weaker level's misjudgements must not stay in a stronger one's table.
        if (wanted.level != options_.level || wanted.seed != options_.seed) new_game();
        const bool workers_stay = have_same_workers(wanted, options_);
        options_ = wanted;
        // A worker takes some 300 kB. Made for each question, they would fragment the heap of a
        // server: what is allocated between two of them leaves gaps too small for the next.
        for_each_set([&](auto& set) {
            if (!workers_stay) return set.workers.clear();
            for (auto& worker : set.workers) worker->clear();
        });
    }

    const SearchOptions& options() const override { return options_; }

private:
    static SearchOptions clean(SearchOptions o) {
        o.threads = std::clamp(o.threads, 1, SearchOptions::kMaxThreads);
        o.multi_pv = std::clamp(o.multi_pv, 1, rules::Move::kCount);
        o.level = std::clamp(o.level, 1, SearchOptions::kFullLevel);
        return o;
    }

    /// Whether workers made for one of them are those that the other would make.
    static bool have_same_workers(const SearchOptions& a, const SearchOptions& b) {
        return a.threads == b.threads && a.use_net == b.use_net && a.net == b.net &&
               a.parameters == b.parameters;
    }

    template <typename F>
    void for_each_set(F&& f) {
        std::apply([&](auto&... set) { (f(set), ...); }, hand_workers_);
        std::apply([&](auto&... set) { (f(set), ...); }, net_workers_);
    }

    /// The network to use, nothing for the hand-made evaluation.
    std::shared_ptr<const net::Network> network_for(rules::Rules rules) const {
        if (options_.net && options_.net->rules() == rules) return options_.net;
        return options_.use_net ? builtin_net(rules) : nullptr;
    }

    WinModel model_for(rules::Rules rules) const {
        return network_for(rules) ? net_win_model(rules) : hand_win_model(rules);
    }

    template <rules::Ruleset R, template <rules::Ruleset> typename E>
    void ensure_workers(WorkerSet<R, E>& set, const rules::Position<R>& p, const E<R>& evaluator) {
        if (set.tie_break != p.tie_break()) set.workers.clear();
        set.tie_break = p.tie_break();
        while (set.workers.size() < static_cast<std::size_t>(options_.threads)) {
            set.workers.push_back(
                std::make_unique<Worker<R, E<R>>>(evaluator, table_, stop_, options_.parameters));
        }
    }

    /// Two weak levels that play each other, with one seed for the game, do not err alike.
    SearchTask task_for(const protocol::Limits& limits, rules::Side side) const {
        const Level level = search::level(options_.level);
        SearchTask task{.multi_pv = options_.multi_pv,
                        .max_depth = level.depth,
                        .noise = level.noise,
                        .blindness = level.blindness,
                        .noise_seed =
                            base::derived_seed(options_.seed, static_cast<std::uint64_t>(side))};
        if (limits.depth) task.max_depth = std::clamp(*limits.depth, 1, task.max_depth);
        if (level.nodes != 0) task.max_nodes = level.nodes;
        if (limits.nodes)
            task.max_nodes = std::clamp<std::uint64_t>(*limits.nodes, 1, task.max_nodes);
        return task;
    }

    template <rules::Ruleset R>
    SearchResult think_in(const rules::Position<R>& p, const protocol::Limits& limits,
                          const std::stop_token& stop, const OnInfo& on_info) {
        table_.next_generation();
        Question question{.limits = limits,
                          .stop = stop,
                          .on_info = on_info,
                          .budget = budget_for(limits, p),
                          .task = task_for(limits, p.side()),
                          .model = model_for(p.rules()),
                          .begin = Clock::now(),
                          .solver = options_.use_solver && level(options_.level).solver};
        if (question.solver && options_.multi_pv == 1 && !limits.infinite) consult(p, question);
        auto result = with_workers(p, [&](auto& set) { return search(p, set, question); });
        if (question.advice) apply_advice(p, question, result);
        note_lateness(question);
        return result;
    }

    /// The planned budget, less by how late this machine has let recent searches stop.
    template <rules::Ruleset R>
    TimeBudget budget_for(const protocol::Limits& limits, const rules::Position<R>& p) const {
        TimeBudget budget = time_budget(limits, p.side(), p.ply(), options_.time);
        if (budget.maximum) *budget.maximum -= std::min(lateness_, *budget.maximum / 2);
        if (budget.optimum) budget.optimum = std::min(*budget.optimum, *budget.maximum);
        return budget;
    }

    /// On a crowded machine threads wait their turn: remembers the worst delay, and slowly forgets.
    void note_lateness(const Question& question) {
        if (!question.budget.maximum) return;
        const Duration late = question.elapsed() - *question.budget.maximum;
        lateness_ = std::max({late, lateness_ * 15 / 16, Duration(0)});
    }

    /// Asks for certain knowledge with a fifth of the budget; what is known shortens the search.
    template <rules::Ruleset R>
    void consult(const rules::Position<R>& p, Question& question) {
        constexpr std::uint64_t kNodesWhenKnown = 50'000;
        SolveLimits budget{.stop = question.stop};
        const auto& time = question.budget;
        if (time.maximum)
            budget.time = std::min(time.optimum.value_or(*time.maximum), *time.maximum) / 5;
        if (question.task.max_nodes != SearchTask{}.max_nodes)
            budget.nodes = question.task.max_nodes / 20;
        if (!budget.time && !budget.nodes) budget.nodes = 500'000;
        question.advice = advisor_.advise(p, budget);
        SearchTask& task = question.task;
        task.max_nodes -= std::min(task.max_nodes - 1, advisor_.nodes());
        if (question.advice) task.max_nodes = std::min(task.max_nodes, kNodesWhenKnown);
    }

    /// A win is played as advised, unless the search sees its end. Else the search's own choice is
    /// kept if it keeps the result: it may set more problems.
    template <rules::Ruleset R>
    void apply_advice(const rules::Position<R>& p, const Question& question, SearchResult& result) {
        constexpr int kSoon = 7;
        const Advice& advice = *question.advice;
        result.nodes += advisor_.nodes();
        if (is_proven(result.value) && result.score.plies <= kSoon) return;
        const bool won = advice.result > 0, drawn = advice.result == 0;
        SolveLimits left{.stop = question.stop};
        if (const auto& maximum = question.budget.maximum) {
            left.time = std::max(*maximum - question.elapsed(), Duration(0));
        }
        if (won || !advisor_.keeps(p, *result.move, advice.result, left)) {
            result.move = advice.move;
            result.ponder.reset();
            result.lines = {{advice.move, {}, {advice.move}}};
        }
        result.value = won ? win_in(advice.longest) : drawn ? 0 : loss_in(advice.longest);
        result.score = drawn ? protocol::Score::drawn() : to_score(result.value, question.model);
        result.win_draw_loss = {won ? 1000 : 0, drawn ? 1000 : 0, won || drawn ? 0 : 1000};
        result.lines[0].score = result.score;
        result.time = question.elapsed();
        if (!question.on_info) return;
        protocol::Info info;
        info.depth = result.depth;
        info.nodes = result.nodes;
        info.score = result.score;
        info.win_draw_loss = result.win_draw_loss;
        info.pv = result.lines[0].pv;
        question.on_info(info);
    }

    /// Calls `f` with the workers of the evaluation to use, made where there is none yet: the
    /// network if there is one for the rules, else the hand-made evaluation.
    template <rules::Ruleset R, typename F>
    std::invoke_result_t<F, HandWorkers<R>&> with_workers(const rules::Position<R>& p, F&& f) {
        if (auto network = network_for(p.rules())) {
            auto& set = std::get<WorkerSet<R, NetEvaluator>>(net_workers_);
            ensure_workers(set, p, NetEvaluator<R>(std::move(network)));
            return f(set);
        }
        auto& set = std::get<WorkerSet<R, HandEvaluator>>(hand_workers_);
        ensure_workers(set, p, HandEvaluator<R>(p.rules()));
        return f(set);
    }

    template <rules::Ruleset R, typename C>
    SearchResult search(const rules::Position<R>& p, C& set, Question& question) {
        for (std::size_t i = 0; i < set.workers.size(); ++i) {
            set.workers[i]->prepare(p, question.task, static_cast<int>(i));
        }
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < set.workers.size(); ++i) {
            helpers.emplace_back(
                [worker = set.workers[i].get()] { worker->deepen([](int) { return true; }, {}); });
        }
        auto& main = *set.workers[0];
        SearchResult result;
        rules::Move best = kNoMove;
        Certainty certainty;
        double last = 0.5;
        const auto after_iteration = [&](int depth) {
            const auto& moves = main.root_moves();
            result.depth = depth;
            question.has_iteration = true;
            report(set, depth, question);
            certainty.stable_depths = moves[0].move == best ? certainty.stable_depths + 1 : 0;
            best = moves[0].move;
            const double now = win_probability(moves[0].value, question.model);
            certainty.drop = last - now;
            certainty.best_share =
                static_cast<double>(moves[0].nodes) /
                static_cast<double>(std::max<std::uint64_t>(main.exact_nodes(), 1));
            last = now;
            return !enough(moves, certainty, question);
        };
        main.deepen(after_iteration, [&] { poll(question); });
        wait_while_pondering(question);
        stop_.store(true, std::memory_order_relaxed);
        helpers.clear();
        finish(set, question, result);
        return result;
    }

    /// An answer given while the opponent still thinks would be out of turn.
    void wait_while_pondering(const Question& question) const {
        while ((is_pondering() || question.limits.infinite) && !question.stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    bool is_pondering() const { return pondering_.load(std::memory_order_relaxed); }

    void poll(Question& question) {
        // However late it is, the first iteration is finished: it takes less than a millisecond,
        // and without it the answer would be a move that nobody looked at.
        if (!question.has_iteration) return;
        if (is_pondering()) question.begin = Clock::now();
        const auto& maximum = question.budget.maximum;
        if (question.stop.stop_requested() || (maximum && question.elapsed() >= *maximum)) {
            stop_.store(true, std::memory_order_relaxed);
        }
    }

    /// Whether another iteration is not worth its time.
    bool enough(const std::vector<RootMove>& moves, const Certainty& certainty,
                const Question& question) const {
        if (is_pondering() || question.limits.infinite) return false;
        if (question.advice) return is_proven(moves[0].value);
        if (question.budget.maximum && moves.size() == 1) return true;
        if (question.task.multi_pv == 1 && is_proven(moves[0].value)) return true;
        if (!question.budget.optimum) return false;
        const auto spent = static_cast<double>(question.elapsed().count());
        return spent >=
               static_cast<double>(question.budget.optimum->count()) * time_factor(certainty);
    }

    template <typename C>
    static std::uint64_t nodes(const C& set) {
        std::uint64_t sum = 0;
        for (const auto& worker : set.workers) sum += worker->nodes();
        return sum;
    }

    /// How many of the root moves are asked for.
    static std::size_t lines(const std::vector<RootMove>& moves, const Question& question) {
        return std::min(static_cast<std::size_t>(question.task.multi_pv), moves.size());
    }

    template <typename C>
    void report(const C& set, int depth, const Question& question) const {
        if (!question.on_info) return;
        const auto& moves = set.workers[0]->root_moves();
        const auto time = question.elapsed();
        const std::uint64_t count = nodes(set);
        for (std::size_t i = 0; i < lines(moves, question); ++i) {
            protocol::Info info;
            info.depth = depth;
            info.nodes = count;
            info.time = std::chrono::duration_cast<std::chrono::milliseconds>(time);
            info.nodes_per_second =
                static_cast<std::uint64_t>(static_cast<double>(count) * 1e9 /
                                           std::max<double>(1, static_cast<double>(time.count())));
            info.hash_full = table_.fullness();
            if (question.task.multi_pv > 1) info.multi_pv = static_cast<int>(i + 1);
            info.score = to_score(moves[i].value, question.model);
            info.win_draw_loss = to_win_draw_loss(moves[i].value, question.model);
            info.pv = moves[i].pv;
            question.on_info(info);
        }
    }

    template <typename C>
    void finish(const C& set, const Question& question, SearchResult& result) const {
        // An iteration cut short leaves the later lines as the one before found them.
        std::vector<RootMove> moves = set.workers[0]->root_moves();
        std::stable_sort(moves.begin() + 1, moves.end(), [](const RootMove& a, const RootMove& b) {
            return a.known_value() > b.known_value();
        });
        for (std::size_t i = 0; i < lines(moves, question); ++i) {
            const auto score = to_score(moves[i].value_or_even(), question.model);
            result.lines.push_back({moves[i].move, score, moves[i].pv});
        }
        result.move = moves[0].move;
        if (moves[0].pv.size() > 1) result.ponder = moves[0].pv[1];
        result.value = moves[0].value_or_even();
        result.score = result.lines[0].score;
        result.win_draw_loss = to_win_draw_loss(result.value, question.model);
        result.nodes = nodes(set);
        result.time = question.elapsed();
    }

    SearchOptions options_;
    TranspositionTable table_;
    Advisor advisor_{32};
    std::atomic<bool> stop_{false};
    std::atomic<bool> pondering_{false};
    Duration lateness_{0};  ///< by how much recent timed searches overran their budget
    rules::EachRuleset<std::tuple, HandWorkers> hand_workers_;
    rules::EachRuleset<std::tuple, NetWorkers> net_workers_;
};

}  // namespace

std::unique_ptr<Search> make_search(const SearchOptions& options) {
    return std::make_unique<Engine>(options);
}

}  // namespace ninefold::search
