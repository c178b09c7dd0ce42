// SPDX-License-Identifier: MIT
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <memory>
#include <system_error>

#include "base/counted.h"
#include "base/rng.h"
#include "cli/commands.h"
#include "cli/position_options.h"
#include "record/record_json.h"

namespace ninefold::cli {

namespace {

struct RandomGamesOptions {
    std::uint64_t count = 0;
    std::uint64_t seed = 1;
    std::string jsonl;
    PositionOptions position;
};

struct Tally {
    std::uint64_t x = 0, o = 0, draws = 0, plies = 0;
};

template <rules::Ruleset R>
record::GameRecord play(rules::Position<R> position, std::uint64_t seed, bool keep_moves,
                        Tally& tally) {
    record::GameRecord game;
    base::Rng rng(seed);
    if (keep_moves) game.start = position;
    while (!position.is_over()) {
        const rules::BoardSet legal = position.legal_moves();
        const rules::Move move = legal.nth(rng.below(static_cast<std::uint32_t>(legal.size())));
        position = position.after(move);
        ++tally.plies;
        if (keep_moves) game.plies.push_back({.move = move});
    }
    const rules::Outcome outcome = position.outcome();
    game.ending = outcome.ending;
    game.winner = outcome.winner;
    ++(!outcome.winner ? tally.draws : *outcome.winner == rules::Side::kX ? tally.x : tally.o);
    return game;
}

/// A closed pipe is no error: its reader has had enough.
[[noreturn]] void throw_unwritten(const std::string& path, std::uint64_t games) {
    if (errno == EPIPE) throw std::system_error(std::make_error_code(std::errc::broken_pipe));
    throw CommandError(fmt::format("{}: writing failed after {} (disk full?)", path,
                                   base::counted(games, "game")));
}

void write_game(std::FILE* file, record::GameRecord game, const RandomGamesOptions& options,
                std::uint64_t number, std::uint64_t seed) {
    game.id = fmt::format("random-{}-{}", options.seed, number);
    game.event = "random games";
    game.x = game.o = "random";
    game.seed = seed;
    const std::string line = record::to_json_line(game) + '\n';
    errno = 0;
    if (std::fwrite(line.data(), 1, line.size(), file) != line.size()) {
        throw_unwritten(options.jsonl, number);
    }
}

int random_games(const RandomGamesOptions& options) {
    const rules::AnyPosition start = options.position.position();
    const OutputFile file =
        options.jsonl.empty() ? OutputFile(nullptr, std::fclose) : open_output(options.jsonl);
    const auto begin = std::chrono::steady_clock::now();
    Tally tally;
    start.visit([&](const auto& position) {
        for (std::uint64_t i = 0; i < options.count; ++i) {
            const std::uint64_t seed = base::derived_seed(options.seed, i);
            record::GameRecord game = play(position, seed, file != nullptr, tally);
            if (file) write_game(file.get(), std::move(game), options, i, seed);
        }
    });
    errno = 0;
    if (file && std::fflush(file.get()) != 0) throw_unwritten(options.jsonl, options.count);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    const double games = static_cast<double>(options.count);
    const auto share = [&](std::uint64_t n) { return 100.0 * static_cast<double>(n) / games; };
    std::FILE* report = options.jsonl == "-" ? stderr : stdout;
    fmt::print(
        report,
        "games {}  X {} ({:.1f} %)  O {} ({:.1f} %)  draws {} ({:.1f} %)  plies/game {:.2f}  "
        "games/s {:.0f}\n",
        options.count, tally.x, share(tally.x), tally.o, share(tally.o), tally.draws,
        share(tally.draws), static_cast<double>(tally.plies) / games,
        games / std::max(elapsed.count(), 1e-9));
    return 0;
}

}  // namespace

void add_random_games_command(Command& app) {
    auto options = std::make_shared<RandomGamesOptions>();
    Command& command =
        app.add_subcommand("random-games",
                           "Play games of uniformly random moves, for data and soak tests");
    command.add_option("N", options->count, "number of games, at least 1")
        .required()
        .range(std::uint64_t{1}, std::uint64_t{1} << 40);
    options->position.add_to(command);
    command.add_option("--seed", options->seed, "the same seed gives the same games (default 1)");
    command.add_option("--jsonl", options->jsonl, "write every game as a JSON line; - is stdout");
    command.footer("Examples:\n"
                   "  ninefold random-games 1000000\n"
                   "  ninefold random-games 1000 --rules open --seed 7 --jsonl games.jsonl");
    command.runs([options] { return random_games(*options); });
}

}  // namespace ninefold::cli
