// SPDX-License-Identifier: MIT
#include "base/file_contents.h"
#include "cli/tournament_command.h"
#include "engine/analysis_report.h"
#include "pictures/board_picture.h"
#include "pictures/chart.h"
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

record::GameRecord game_of(const PlotOptions& options) {
    return *GameSource(options.what, options.db).next();
}

int plot_game(const PlotOptions& options) {
    record::GameRecord game = game_of(options);
    const auto has_eval = [](const record::Ply& ply) { return ply.eval.has_value(); };
    if (options.nodes > 0 || !std::ranges::any_of(game.plies, has_eval)) {
        check_output(options.output);
        const Interruption interruption;
        const auto nodes = options.nodes > 0 ? options.nodes : search::ReviewSettings::kNodes;
        if (!engine::evaluate(game, nodes, interruption.token())) throw CommandError("interrupted");
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
    const auto store = value_or_throw(store::Store::open(options.db.path(), store::Access::kRead));
    throw_if_failed(store::TournamentStore(*store).check_any());
    const auto stored = find_tournament(options.what, *store);
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
    if (!chart) throw CommandError("{}: {}", options.what, chart.error().message);
    write(std::move(*chart), options);
    return 0;
}

void add_nodes(Command& part, PlotOptions& options) {
    part.add_option("--nodes", options.nodes,
                    "let the engine judge each position with N nodes (default: what the bots said; "
                    "200000 where they said nothing)");
}

void add_size(Command& part, PlotOptions& options) {
    part.add_option("--seconds", options.moving.seconds_a_move, "of each move (default 0.8)")
        .range(0.05, 60.0);
    part.add_option("--size", options.moving.size, "width and height in pixels (default 360)")
        .range(16, 4096);
}

void add_nothing(Command&, PlotOptions&) {}

/// A kind of picture, and what its command has besides the options of all.
struct Picture {
    const char *name, *description;
    int (*plot)(const PlotOptions&);
    const char *what, *what_help;  ///< a number may be left out
    void (*add_own_options)(Command&, PlotOptions&);
    bool has_title, has_database;
    const char* examples;
};

constexpr Picture kPictures[] = {
    {"game", "X's chances move by move", plot_game, "GAME", GameSource::kHelp, add_nodes, true,
     true, "  ninefold plot game 3.17 -o game.svg"},
    {"animation", "A game as a moving picture", plot_animation, "GAME", GameSource::kHelp, add_size,
     false, true, "  ninefold plot animation 3.17 --theme auto -o game.svg"},
    {"ratings", "Elo of a tournament's bots with errors", plot_ratings, "ID",
     "the tournament's number (default: the newest)", add_nothing, true, true,
     "  ninefold plot ratings -o ratings.svg\n  ninefold plot ratings 7"},
    {"sprt", "How an SPRT went", plot_sprt, "ID", "the match's number (default: the newest SPRT)",
     add_nothing, true, true,
     "  ninefold plot sprt -o sprt.svg\n  ninefold plot sprt 12 --theme dark"},
    {"training", "The loss curve of a training run", plot_training, "FILE",
     "what the trainer wrote: RUN/student.csv", add_nothing, true, false,
     "  ninefold plot training run/student.csv -o loss.svg"}};

void add_picture(Command& command, const Picture& picture) {
    auto [part, options] = command.add(picture.name, picture.description, picture.plot);
    part.add_option("-o,--output", options.output, "the SVG file; - is standard output (default)");
    part.add_option("--theme", options.theme, "light (default), dark, or auto: as the reader's")
        .one_of({"light", "dark", "auto"});
    auto what = part.add_option(picture.what, options.what, picture.what_help);
    if (std::string_view(picture.what) != "ID") what.required();
    picture.add_own_options(part, options);
    if (picture.has_title) part.add_option("--title", options.title, "another title");
    if (picture.has_database) options.db.add_to(part);
    part.footer(std::string("Examples:\n") + picture.examples);
}

}  // namespace

void add_plot_command(Command& app) {
    Command& command = app.add_subcommand("plot", "Draw games, ratings, tests and training as SVG");
    command.require_subcommand();
    for (const Picture& picture : kPictures) add_picture(command, picture);
    command.footer(R"(Examples:
  ninefold plot game 3.17 -o game.svg
  ninefold plot animation 3.17 --theme auto -o game.svg
  ninefold plot ratings -o ratings.svg
  ninefold plot sprt 12 --theme dark
  ninefold plot training run/student.csv -o loss.svg)");
}

}  // namespace ninefold::cli
