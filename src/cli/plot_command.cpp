// SPDX-License-Identifier: MIT
#include "base/file_contents.h"
#include "cli/commands.h"
#include "cli/game_source.h"
#include "cli/tournament_options.h"
#include "pictures/chart.h"
#include "pictures/game_svg.h"
#include "search/game_review.h"
#include "server/tournament_reports.h"
#include "store/sprt_trace.h"

namespace ninefold::cli {

namespace {

using pictures::Chart;

struct PlotOptions {
    std::string what, output = "-", theme = "light", title;
    std::uint64_t nodes = 0;
    pictures::MovingPicture moving;
    DatabaseOption db;

    pictures::Theme picture_theme() const { return value_or_throw(pictures::parse_theme(theme)); }
};

void write(Chart chart, const PlotOptions& options) {
    chart.theme = options.picture_theme();
    if (!options.title.empty()) chart.title = options.title;
    write_text(options.output, pictures::to_svg(chart));
}

/// X's expected score after each move, by the engine.
void evaluate(record::GameRecord& game, std::uint64_t nodes) {
    Interruption interruption;
    search::SearchOptions settings;
    settings.hash_mb = search::ReviewSettings::kHashMb;
    const auto engine = search::make_search(settings);
    protocol::Limits limits;
    limits.nodes = nodes;
    search::GameReview review(*engine, game.start, game.moves(), limits);
    while (!review.is_complete()) {
        if (interruption.requested()) throw CommandError("interrupted");
        review.step(interruption.token());
    }
    for (const search::MoveReview& move : review.moves()) {
        const double score = move.after.expected;
        game.plies[static_cast<std::size_t>(move.ply - 1)].eval =
            move.side == rules::Side::kX ? score : 1 - score;
    }
}

record::GameRecord game_of(const PlotOptions& options) {
    return *GameSource(options.what, options.db).next();
}

int plot_game(const PlotOptions& options) {
    record::GameRecord game = game_of(options);
    const auto has_eval = [](const record::Ply& ply) { return ply.eval.has_value(); };
    if (options.nodes > 0 || !std::ranges::any_of(game.plies, has_eval)) {
        evaluate(game, options.nodes > 0 ? options.nodes : search::ReviewSettings::kNodes);
    }
    write(value_or_throw(pictures::evaluation_chart(game)), options);
    return 0;
}

int plot_animation(const PlotOptions& options) {
    pictures::MovingPicture picture = options.moving;
    picture.theme = options.picture_theme();
    write_text(options.output, pictures::game_svg(game_of(options), picture));
    return 0;
}

int plot_ratings(const PlotOptions& options) {
    const auto path = options.db.path();
    const auto tournaments =
        value_or_throw(store::TournamentStore::open(path, store::Access::kRead));
    TournamentOptions wanted;
    wanted.id = options.what;
    const auto stored = find_tournament(wanted, *tournaments);
    const auto store = value_or_throw(store::Store::open(path, store::Access::kRead));
    write_text(options.output,
               value_or_throw(server::ratings_picture(*store, stored.id, options.title,
                                                      options.picture_theme())));
    return 0;
}

int plot_sprt(const PlotOptions& options) {
    std::optional<store::MatchId> id;
    if (!options.what.empty()) id = value_or_throw(store::parse_match_id(options.what));
    const auto trace = value_or_throw(store::sprt_trace(*options.db.open_for_reading(), id));
    Chart chart = pictures::sprt_chart(trace.llr, trace.bounds.lower(), trace.bounds.upper());
    chart.title = fmt::format("{} v {}: {} to {} Elo", trace.a, trace.b, trace.bounds.elo0,
                              trace.bounds.elo1);
    write(std::move(chart), options);
    return 0;
}

int plot_training(const PlotOptions& options) {
    const auto csv = value_or_throw(base::read_file(options.what));
    auto chart = pictures::training_chart(csv);
    if (!chart) throw CommandError(fmt::format("{}: {}", options.what, chart.error().message));
    write(std::move(*chart), options);
    return 0;
}

using Options = std::shared_ptr<PlotOptions>;

/// A kind of picture, with the options that all have.
Command& add_part(Command& command, const Options& options, const std::string& name,
                  const std::string& description, int (*run)(const PlotOptions&)) {
    Command& part = command.add_subcommand(name, description);
    part.add_option("-o,--output", options->output, "the SVG file; - is standard output (default)");
    part.add_option("--theme", options->theme, "light (default), dark, or auto: as the reader's")
        .one_of({"light", "dark", "auto"});
    part.runs([options, run] { return run(*options); });
    return part;
}

void add_game_parts(Command& command, const Options& options) {
    Command& game = add_part(command, options, "game", "X's chances move by move", plot_game);
    game.add_option("GAME", options->what, GameSource::kHelp).required();
    game.add_option("--nodes", options->nodes,
                    "let the engine judge each position with N nodes (default: what the bots said; "
                    "200000 where they said nothing)");
    game.add_option("--title", options->title, "another title");
    options->db.add_to(game);
    game.footer("Examples:\n  ninefold plot game 3.17 -o game.svg");

    Command& moving =
        add_part(command, options, "animation", "A game as a moving picture", plot_animation);
    moving.add_option("GAME", options->what, GameSource::kHelp).required();
    moving.add_option("--seconds", options->moving.seconds_a_move, "of each move (default 0.8)")
        .range(0.05, 60.0);
    moving.add_option("--size", options->moving.size, "width and height in pixels (default 360)")
        .range(16, 4096);
    options->db.add_to(moving);
    moving.footer("Examples:\n  ninefold plot animation 3.17 --theme auto -o game.svg");
}

}  // namespace

void add_plot_command(Command& app) {
    auto options = std::make_shared<PlotOptions>();
    Command& command = app.add_subcommand("plot", "Draw games, ratings, tests and training as SVG");
    command.require_subcommand();
    add_game_parts(command, options);
    Command& ratings = add_part(command, options, "ratings",
                                "Elo of a tournament's bots with errors", plot_ratings);
    ratings.add_option("ID", options->what, "the tournament's number (default: the newest)");
    ratings.add_option("--title", options->title, "another title");
    options->db.add_to(ratings);
    ratings.footer("Examples:\n  ninefold plot ratings -o ratings.svg\n  ninefold plot ratings 7");
    Command& sprt = add_part(command, options, "sprt", "How an SPRT went", plot_sprt);
    sprt.add_option("ID", options->what, "the match's number (default: the newest SPRT)");
    sprt.add_option("--title", options->title, "another title");
    options->db.add_to(sprt);
    sprt.footer(
        "Examples:\n  ninefold plot sprt -o sprt.svg\n  ninefold plot sprt 12 --theme dark");
    Command& training =
        add_part(command, options, "training", "The loss curve of a training run", plot_training);
    training.add_option("FILE", options->what, "what the trainer wrote: RUN/student.csv")
        .required();
    training.add_option("--title", options->title, "another title");
    training.footer("Examples:\n  ninefold plot training run/student.csv -o loss.svg");
    command.footer("Examples:\n"
                   "  ninefold plot game 3.17 -o game.svg\n"
                   "  ninefold plot animation 3.17 --theme auto -o game.svg\n"
                   "  ninefold plot ratings -o ratings.svg\n"
                   "  ninefold plot sprt 12 --theme dark\n"
                   "  ninefold plot training run/student.csv -o loss.svg");
}

}  // namespace ninefold::cli
