// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdio>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "base/split.h"
#include "cli/game_options.h"
#include "pictures/board_picture.h"
#include "pictures/board_text.h"
#include "record/record_json.h"
#include "rules/move_text.h"
#include "rules/perft.h"
#include "rules/playout.h"
#include "rules/position_text.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

struct ShowOptions {
    PositionOptions position;
    std::string svg, theme = "light";
    bool json = false, numbers = false;
};

Json to_json(const rules::AnyPosition& position) {
    Json json = {{"position", rules::to_text(position)},
                 {"rules", rules::name(position.rules().ruleset)},
                 {"tie_break", rules::name(position.rules().tie_break)},
                 {"side", std::string(1, rules::to_char(position.side()))},
                 {"ply", position.ply()},
                 {"target", Json::array()},
                 {"legal", Json::array()},
                 {"ending", nullptr},
                 {"winner", nullptr}};
    for (const rules::Block block : position.targets()) json["target"].push_back(block.index);
    for (const rules::Move move : position.legal_moves()) {
        json["legal"].push_back(rules::to_text(move));
    }
    if (position.is_over()) {
        const rules::Outcome outcome = position.outcome();
        json["ending"] = rules::name(outcome.ending);
        if (outcome.winner) json["winner"] = std::string(1, rules::to_char(*outcome.winner));
    }
    json["blocks"] = {{"x", position.won(rules::Side::kX).size()},
                      {"o", position.won(rules::Side::kO).size()}};
    json["hash"] = fmt::format("{:016x}", position.hash());
    return json;
}

int show(const ShowOptions& options) {
    const rules::AnyPosition position = options.position.position();
    if (options.json) {
        fmt::print("{}", json_text(to_json(position)));
        return 0;
    }
    std::optional<rules::Move> last;
    if (const auto words = base::split_words(options.position.moves()); !words.empty()) {
        last = value_or_throw(rules::parse_move(words.back()));
    }
    if (!options.svg.empty()) {
        pictures::BoardPicture picture{.last = last, .numbers = options.numbers};
        picture.theme = value_or_throw(pictures::parse_theme(options.theme));
        write_text(options.svg, pictures::board_svg(position, picture));
        return 0;
    }
    const pictures::TextStyle style(stdout);
    fmt::print("\n{}\n{}\n", pictures::board_text(position, last, style),
               style.bold(pictures::describe(position)));
    fmt::print("{}\n", rules::to_text(position));
    return 0;
}

struct PerftOptions {
    int depth = 0;
    bool divide = false, every_leaf = false, json = false;
    PositionOptions position;
};

int perft(const PerftOptions& options) {
    const rules::AnyPosition position = options.position.position();
    const auto counting = options.every_leaf ? rules::Counting::kEveryLeaf : rules::Counting::kBulk;
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::pair<std::string, std::uint64_t>> parts;  // by the first move
    std::uint64_t nodes = 0;
    position.visit([&](const auto& p) {
        if (options.divide && options.depth > 0) {
            for (const rules::Move move : p.legal_moves()) {
                parts.emplace_back(rules::to_text(move),
                                   rules::perft(p.after(move), options.depth - 1, counting));
                nodes += parts.back().second;
            }
        } else {
            nodes = rules::perft(p, options.depth, counting);
        }
    });
    const double seconds = seconds_since(begin);
    if (options.json) {
        Json json = {{"depth", options.depth}, {"nodes", nodes}, {"seconds", seconds}};
        for (const auto& [move, count] : parts) json["divide"][move] = count;
        fmt::print("{}", json_text(json));
        return 0;
    }
    for (const auto& [move, count] : parts) fmt::print("{} {}\n", move, count);
    if (seconds > 0.01) {
        fmt::print("time {:.3f} s, {:.0f} M nodes/s\n", seconds,
                   static_cast<double>(nodes) / seconds / 1e6);
    }
    fmt::print("nodes {}\n", nodes);
    return 0;
}

struct RandomGamesOptions {
    std::uint64_t count = 0, seed = 1;
    std::string jsonl;
    PositionOptions position;
};

template <rules::Ruleset R>
record::GameRecord play(rules::Position<R> position, std::uint64_t seed, bool keep_moves,
                        rules::PlayoutTally& tally) {
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
    tally.add(outcome);
    return game;
}

void write_game(OutputInParts& file, record::GameRecord game, const RandomGamesOptions& options,
                std::uint64_t number, std::uint64_t seed) {
    game.id = fmt::format("random-{}-{}", options.seed, number);
    game.event = "random games";
    game.x = game.o = "random";
    game.seed = seed;
    file.write(record::to_json_line(game) + '\n');
}

int random_games(const RandomGamesOptions& options) {
    const rules::AnyPosition start = options.position.position();
    std::optional<OutputInParts> file;
    if (!options.jsonl.empty()) file.emplace(options.jsonl);
    const auto begin = std::chrono::steady_clock::now();
    rules::PlayoutTally tally;
    start.visit([&](const auto& position) {
        for (std::uint64_t i = 0; i < options.count; ++i) {
            const std::uint64_t seed = base::derived_seed(options.seed, i);
            record::GameRecord game = play(position, seed, file.has_value(), tally);
            if (file) write_game(*file, std::move(game), options, i, seed);
        }
    });
    if (file) file->finish();
    const double seconds = seconds_since(begin);
    const double games = static_cast<double>(options.count);
    const auto share = [&](std::uint64_t n) { return 100.0 * static_cast<double>(n) / games; };
    std::FILE* report = options.jsonl == "-" ? stderr : stdout;
    fmt::print(
        report,
        "games {}  X {} ({:.1f} %)  O {} ({:.1f} %)  draws {} ({:.1f} %)  plies/game {:.2f}  "
        "games/s {:.0f}\n",
        options.count, tally.x_wins, share(tally.x_wins), tally.o_wins, share(tally.o_wins),
        tally.draws, share(tally.draws), static_cast<double>(tally.plies) / games,
        games / std::max(seconds, 1e-9));
    return 0;
}

}  // namespace

void add_show_command(Command& app) {
    auto [command, options] =
        app.add("show", "Draw a position, in the terminal or as SVG, or describe it as JSON", show);
    options.position.add_with_argument_to(command);
    command.add_flag("--json", options.json, "one JSON object: position, targets, legal moves, …");
    command.add_option("--svg", options.svg, "write a picture to this file; - is standard output");
    command.add_option("--theme", options.theme, "of --svg: light (default), dark or auto")
        .one_of({"light", "dark", "auto"});
    command.add_flag("--numbers", options.numbers, "of --svg: name the moves that may be played");
    command.footer(
        R"(Blocks are numbered above, and so are the cells that the mover may play in: 40 is block 4,
cell 0. [X] is the last move.

Examples:
  ninefold show
  ninefold show --moves '40 01 12'
  ninefold show --moves '40 01 12' --svg board.svg
  ninefold show '9/9/9/9/x8/9/9/9/9 o 0 standard'
  ninefold show --rules open --position '9/9/9/9/x8/9/9/9/9 o 0' --json)");
}

void add_perft_command(Command& app) {
    auto [command, options] =
        app.add("perft", "Count the move sequences of a depth, to test the rules", perft);
    command.add_option("DEPTH", options.depth, "plies, 0 to 81").required().range(0, 81);
    options.position.add_to(command);
    command.add_flag("--divide", options.divide, "show the count below each first move");
    command.add_flag("--every-leaf", options.every_leaf,
                     "make every leaf instead of counting the last plies");
    command.add_flag("--json", options.json, "one JSON object");
    command.footer(R"(Finished games have no successors. The last line is 'nodes N'.

Examples:
  ninefold perft 6                                 4020960 nodes
  ninefold perft 5 --rules correspondence
  ninefold perft 4 --moves '40 01' --divide)");
}

void add_random_games_command(Command& app) {
    auto [command, options] =
        app.add("random-games", "Play games of uniformly random moves, for data and soak tests",
                random_games);
    command.add_option("N", options.count, "number of games, at least 1")
        .required()
        .range(std::uint64_t{1}, std::uint64_t{1} << 40);
    options.position.add_to(command);
    command.add_option("--seed", options.seed, "the same seed gives the same games (default 1)");
    command.add_option("--jsonl", options.jsonl, "write every game as a JSON line; - is stdout");
    command.footer(R"(Examples:
  ninefold random-games 1000000
  ninefold random-games 1000 --rules open --seed 7 --jsonl games.jsonl)");
}

}  // namespace ninefold::cli
