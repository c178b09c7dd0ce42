// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <set>

#include "base/counted.h"
#include "base/rng.h"
#include "cli/commands.h"
#include "cli/game_source.h"
#include "cli/position_options.h"
#include "search/puzzle.h"

namespace ninefold::cli {

namespace {

struct PuzzlesOptions {
    std::string game, out = "-";
    DatabaseOption database;
    int count = 100, level = 5;
    std::uint64_t seed = 1;
    PositionOptions position;
};

/// Games between equal weak players, no two alike: their mistakes are what puzzles are made of.
class OwnGames {
public:
    OwnGames(const rules::AnyPosition& start, int level, std::uint64_t seed)
        : start_(start), seed_(seed), player_(search::make_search({.hash_mb = 4})) {
        search::SearchOptions options = player_->options();
        options.level = level;
        player_->set_options(options);
    }

    std::vector<rules::Move> next() {
        constexpr std::size_t kRandom = 2;
        base::Rng rng(base::derived_seed(seed_, number_++));
        search::SearchOptions options = player_->options();
        options.seed = rng();
        player_->set_options(options);
        std::vector<rules::Move> moves;
        for (auto p = start_; !p.is_over(); p = p.after(moves.back())) {
            const auto legal = p.legal_moves();
            moves.push_back(moves.size() < kRandom
                                ? legal.nth(rng.below(static_cast<unsigned>(legal.size())))
                                : *player_->think(p, {}, {}, {}, {}).move);
        }
        return moves;
    }

private:
    rules::AnyPosition start_;
    std::uint64_t seed_, number_ = 0;
    std::unique_ptr<search::Search> player_;
};

/// Puzzles found so far, each position once.
class Collection {
public:
    Collection(const PuzzlesOptions& options, std::stop_token stop)
        : wanted_(static_cast<std::size_t>(options.count)), stop_(std::move(stop)) {}

    bool is_full() const { return lines_.size() >= wanted_ || stop_.stop_requested(); }

    /// Two puzzles of a game are never the same fight.
    void look_through(rules::AnyPosition position, const std::vector<rules::Move>& moves) {
        constexpr int kApart = 6;
        int rest = 0;
        for (std::size_t i = 0; i < moves.size() && !is_full(); ++i) {
            if (--rest <= 0) {
                if (const auto puzzle = finder_.look_at(position)) {
                    lines_.insert(search::to_line(*puzzle));
                    rest = kApart;
                }
            }
            position = position.after(moves[i]);
        }
        ++games_;
        if (isatty(STDERR_FILENO) == 1) {
            fmt::print(stderr, "\r{} in {}", base::counted(lines_.size(), "puzzle"),
                       base::counted(games_, "game"));
        }
    }

    std::string text() const {
        std::string text;
        for (const std::string& line : lines_) text += line + '\n';
        return text;
    }

private:
    std::size_t wanted_;
    std::stop_token stop_;
    search::PuzzleFinder finder_;
    std::set<std::string> lines_;
    std::size_t games_ = 0;
};

int find_puzzles(const PuzzlesOptions& options) {
    Interruption interruption;
    if (options.out != "-") check_output(options.out);
    Collection collection(options, interruption.token());
    if (options.game.empty()) {
        const auto start = options.position.first_position();
        for (OwnGames games(start, options.level, options.seed); !collection.is_full();) {
            collection.look_through(start, games.next());
        }
    } else {
        for (GameSource games(options.game, options.database); !collection.is_full();) {
            const auto game = games.next();
            if (!game) break;
            collection.look_through(game->start, game->moves());
        }
    }
    if (isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\033[K");
    write_text(options.out, collection.text());
    return 0;
}

}  // namespace

void add_puzzles_command(Command& app) {
    auto options = std::make_shared<PuzzlesOptions>();
    Command& command =
        app.add_subcommand("puzzles", "Find positions with one winning move, and prove them");
    command.add_option("GAME", options->game,
                       fmt::format("{}; without it the engine plays games of its own",
                                   GameSource::kHelp));
    options->database.add_to(command);
    options->position.add_to(command);
    command.add_option("--count", options->count, "stop after N puzzles (default 100)")
        .range(1, 1'000'000);
    command.add_option("--level", options->level, "the engine's, in its own games (default 5)")
        .range(1, 10);
    command.add_option("--seed", options->seed, "seed of the engine's own games (default 1)");
    command.add_option("-o,--out", options->out, "a file instead of standard output");
    command.footer(
        "A puzzle is a line: POSITION; SOLUTION; PLIES; DIFFICULTY; THEMES. The solution wins in\n"
        "PLIES against every defence, and the exact solver has shown that no other move wins.\n"
        "DIFFICULTY is the lowest level of the engine that finds it, 10 where none of 1 to 9 "
        "does.\n"
        "THEMES: capture, sacrifice, free-move, quiet.\n\n"
        "Examples:\n"
        "  ninefold puzzles --count 20\n"
        "  ninefold puzzles --rules correspondence --seed 7 -o puzzles.txt\n"
        "  ninefold games --match 3 --export jsonl | ninefold puzzles -");
    command.runs([options] { return find_puzzles(*options); });
}

}  // namespace ninefold::cli
