// SPDX-License-Identifier: MIT
//
// Speed and fairness of process bots: games a second between two instant bots, and how much more
// time a bot is charged than it took by its own clock. `process_bench [SECONDS] [SLOTS]`.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "process/process_bot.h"

namespace {

using namespace ninefold;
using namespace ninefold::bots;
using namespace ninefold::process;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Tally {
    long games = 0, moves = 0;
    std::vector<double> errors_us;
};

std::unique_ptr<Bot> make(const char* name, bool sandbox,
                          const std::shared_ptr<ProcessSupervisor>& supervisor) {
    ProcessSpec spec;
    spec.command.arguments = {std::string(HOSTILE_BOTS) + "/" + name};
    spec.sandbox.enabled = sandbox;
    auto bot = make_process_bot(std::move(spec), supervisor);
    if (!bot) {
        std::fprintf(stderr, "%s\n", bot.error().message.c_str());
        std::exit(2);
    }
    return std::move(*bot);
}

/// Charged less the bot's own word, in microseconds.
void note_error(const Answer& answer, Tally& tally) {
    const std::size_t colon = answer.info.meta.find(':');
    if (colon == std::string::npos) return;
    const double own = std::strtod(answer.info.meta.c_str() + colon + 1, nullptr);
    tally.errors_us.push_back((static_cast<double>(answer.elapsed.count()) - own) / 1000);
}

void play_games(const char* name, bool sandbox, std::shared_ptr<ProcessSupervisor> supervisor,
                Clock::time_point end, Tally& tally) {
    const auto x = make(name, sandbox, supervisor);
    const auto o = make(name, sandbox, supervisor);
    const rules::AnyPosition start;
    while (Clock::now() < end) {
        if (x->new_game({start, rules::Side::kX, 1, 0}) ||
            o->new_game({start, rules::Side::kO, 1, 0})) {
            std::exit(2);
        }
        rules::AnyPosition position = start;
        std::vector<rules::Move> moves;
        while (!position.is_over()) {
            Bot& mover = position.side() == rules::Side::kX ? *x : *o;
            const Answer answer = mover.ask({start, moves, position, {}, 10s, {}}, {});
            mover.rest();
            const auto* move = std::get_if<rules::Move>(&answer.what);
            if (move == nullptr) std::exit(2);
            note_error(answer, tally);
            moves.push_back(*move);
            position = position.after(*move);
            ++tally.moves;
        }
        ++tally.games;
    }
}

Tally measure(const char* name, bool sandbox, int seconds, int slots) {
    const auto supervisor = std::make_shared<ProcessSupervisor>();
    std::vector<Tally> tallies(static_cast<std::size_t>(slots));
    std::vector<std::thread> threads;
    const auto end = Clock::now() + std::chrono::seconds(seconds);
    for (Tally& tally : tallies) {
        threads.emplace_back(
            [&, supervisor] { play_games(name, sandbox, supervisor, end, tally); });
    }
    for (std::thread& thread : threads) thread.join();
    Tally all;
    for (const Tally& tally : tallies) {
        all.games += tally.games;
        all.moves += tally.moves;
        all.errors_us.insert(all.errors_us.end(), tally.errors_us.begin(), tally.errors_us.end());
    }
    std::sort(all.errors_us.begin(), all.errors_us.end());
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    const int seconds = argc > 1 ? std::atoi(argv[1]) : 3;
    const int slots = argc > 2 ? std::atoi(argv[2]) : 2;
    for (const bool sandbox : {true, false}) {
        const Tally tally = measure("honest", sandbox, seconds, slots);
        std::printf("%-16s %d slots: %7.0f games/s, %8.0f moves/s, %.1f plies a game\n",
                    sandbox ? "sandbox" : "without sandbox", slots,
                    static_cast<double>(tally.games) / seconds,
                    static_cast<double>(tally.moves) / seconds,
                    static_cast<double>(tally.moves) /
                        static_cast<double>(std::max(tally.games, 1L)));
    }
    const Tally timed = measure("timed", true, seconds, 1);
    const auto at = [&](double share) {
        return timed.errors_us[static_cast<std::size_t>(
            share * static_cast<double>(timed.errors_us.size() - 1))];
    };
    std::printf(
        "clock error      1 slot:  median %.1f us, 90 %% below %.1f us, 99 %% below %.1f us "
        "(%zu moves)\n",
        at(0.5), at(0.9), at(0.99), timed.errors_us.size());
}
