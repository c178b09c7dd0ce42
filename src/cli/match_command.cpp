// SPDX-License-Identifier: MIT
#include <cmath>
#include <nlohmann/json.hpp>

#include "arena/adjudicate.h"
#include "arena/broadcaster.h"
#include "arena/match.h"
#include "arena/match_spec_json.h"
#include "arena/self_description.h"
#include "base/counted.h"
#include "cli/audience.h"
#include "cli/bot_options.h"
#include "cli/cluster_option.h"
#include "cli/commands.h"
#include "cli/forfeits.h"
#include "cli/match_view.h"
#include "cli/position_options.h"
#include "cli/preset_option.h"
#include "cli/resumable_match.h"
#include "cli/variety.h"
#include "record/record_json.h"
#include "rules/position_text.h"
#include "sources/bot_source.h"
#include "store/default_path.h"
#include "store/store.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kForfeitsShown = 20;

struct MatchOptions {
    std::string a, b;
    int games = 0;  ///< 0: not said
    PresetOption preset;
    std::optional<std::string> time_b;  ///< where it is not that of A
    std::string format, time, openings = "start", starter, points;
    std::string adjudicate = "off";
    double agreement = 0.99;
    int agreement_plies = 4;
    int concurrency = 1;
    std::uint64_t seed = 1;
    std::string db, json, events, event;
    AudienceOption audience;
    bool quiet = false;
    bool restart = false;
    PositionOptions position;
    BotOptions bots;
    ClusterOption cluster;
};

/// Fills in what the command line leaves open: from the preset, or else as most matches are played.
void apply_defaults(MatchOptions& options) {
    if (const auto preset = options.preset.apply(options.position, options.time, options.bots)) {
        if (options.starter.empty()) options.starter = arena::name(preset->starter);
        if (options.points.empty()) options.points = arena::name(preset->points);
        if (options.games == 0 && options.format.empty()) {
            if (preset->format.is_fixed()) options.games = preset->format.most_games();
            else options.format = preset->format.text();
        }
    }
    if (options.time.empty()) options.time = "move=10s";
    if (options.starter.empty()) options.starter = "alternate";
    if (options.points.empty()) options.points = arena::name(arena::PointScale::kPlain);
    if (options.games == 0) options.games = 10;
}

void set_adjudication(arena::MatchSpec& spec, const MatchOptions& options) {
    const auto how = value_or_throw(arena::parse_adjudicate(options.adjudicate));
    if (how == arena::Adjudicate::kOff) return;
    if (options.points != arena::name(arena::PointScale::kPlain)) {
        throw CommandError(fmt::format("--adjudicate {}: points '{}' count the blocks of a "
                                       "finished board, which an adjudicated game has not",
                                       options.adjudicate, options.points));
    }
    if (arena::by_agreement(how)) {
        spec.adjudication.agreement = options.agreement;
        spec.adjudication.plies = options.agreement_plies;
    }
    if (arena::by_proof(how)) spec.proof = arena::ProofBudget{};
}

arena::MatchSpec make_spec(const MatchOptions& options, const BotPair& bots) {
    arena::MatchSpec spec;
    spec.event = options.event;
    spec.a_source = options.a;
    spec.b_source = options.b;
    std::tie(spec.a_name, spec.b_name) = bots.names();
    spec.start = options.position.first_position();
    spec.time_control = value_or_throw(arena::parse_time_control(options.time));
    if (options.time_b) {
        spec.time_control_b = value_or_throw(arena::parse_time_control(*options.time_b));
    }
    spec.format = options.format.empty()
                      ? arena::MatchFormat::games(options.games)
                      : value_or_throw(arena::MatchFormat::parse(options.format));
    spec.openings = value_or_throw(arena::Openings::parse(options.openings, spec.start));
    spec.starter = value_or_throw(arena::parse_starter(options.starter));
    spec.seed = options.seed;
    set_adjudication(spec, options);
    return spec;
}

/// A finished match with all its games, for people and for machines.
class MatchSummary {
public:
    MatchSummary(const arena::MatchSpec& spec, const arena::MatchReport& report,
                 store::Store& store, store::MatchId id, arena::PointScale scale)
        : spec_(spec), report_(report), store_(store), id_(id), scale_(scale) {
        filter_.match = id;
        filter_.order = store::Order::kByNumber;
        if (scale != arena::PointScale::kPlain) count_points();
        read_own_names();
    }

    void print(std::FILE* out, bool quiet) const;
    Json to_json(const MatchOptions& options) const;

private:
    void count_points();
    void read_own_names();
    Json game_json(store::GameId id, const record::GameRecord& game) const;

    const arena::MatchSpec& spec_;
    const arena::MatchReport& report_;
    store::Store& store_;
    store::MatchId id_;
    arena::PointScale scale_;
    double points_a_ = 0, points_b_ = 0;  ///< by the community's scale, where it has its own
    arena::OwnName own_a_, own_b_;
    store::GameFilter filter_;
};

/// As the bots called themselves in the first game.
void MatchSummary::read_own_names() {
    store::GameFilter first = filter_;
    first.limit = 1;
    throw_if_failed(store_.for_each(first, [&](store::GameId id, const record::GameRecord& game) {
        const rules::Side a = spec_.a_is_x(id.number) ? rules::Side::kX : rules::Side::kO;
        own_a_ = arena::own_name(game, a);
        own_b_ = arena::own_name(game, rules::other(a));
        return true;
    }));
}

void MatchSummary::count_points() {
    throw_if_failed(store_.for_each(filter_, [&](store::GameId id, record::GameRecord game) {
        const auto points = arena::points(scale_, game);
        if (!points) return true;  // a void game, or one that neither bot started
        const bool a_is_x = spec_.a_is_x(id.number);
        points_a_ += a_is_x ? points->x : points->o;
        points_b_ += a_is_x ? points->o : points->x;
        return true;
    }));
}

void MatchSummary::print(std::FILE* out, bool quiet) const {
    const tui::Style style(out);
    const arena::Score& score = report_.score;
    if (!quiet) {
        fmt::print(out, "{}{} v {}{}  {}, {}, {}, seed {}, match {}\n", style.bold(), spec_.a_name,
                   spec_.b_name, style.off(), rules::name(spec_.start.rules()), spec_.time_text(),
                   spec_.format.text(), spec_.seed, store::to_text(id_));
        const auto tell = [&](const std::string& name, const arena::OwnName& own) {
            const std::string described = arena::self_description(own.name, own.author);
            if (!described.empty()) fmt::print(out, "{} {}\n", name, described);
        };
        tell(spec_.a_name, own_a_);
        if (spec_.b_name != spec_.a_name) tell(spec_.b_name, own_b_);
        fmt::print(out, "games {}  {} {} - {} {}  +{} ={} -{}\n", score.games(), spec_.a_name,
                   score.points_a(), score.points_b(), spec_.b_name, score.wins(), score.draws(),
                   score.losses());
        const arena::EloEstimate elo = score.elo();
        // One decimal, and none where it would be 0: "97.5 %", "0 %".
        fmt::print(out, "Elo {}  Chance that {} is stronger: {} %\n", elo_text(elo), spec_.a_name,
                   std::round(1000 * elo.superiority) / 10);
        if (scale_ != arena::PointScale::kPlain) {
            fmt::print(out, "points ({})  {} {} - {} {}\n", arena::name(scale_), spec_.a_name,
                       points_a_, points_b_, spec_.b_name);
        }
        print_forfeits(out, store_, id_, report_.forfeits, kForfeitsShown);
        print_variety(out, store_, id_, spec_.openings);
    }
    fmt::print(out, "{}{}{}\n", style.bold(), report_.verdict, style.off());
}

Json MatchSummary::game_json(store::GameId id, const record::GameRecord& game) const {
    Json json = record::to_json(game);
    json["id"] = store::to_text(id);
    json["number"] = id.number;
    json["a"] = spec_.a_is_x(id.number) ? "x" : "o";
    json["detail"] = game.detail;
    const auto column = [&](const char* name) {
        return json.contains(name) ? json[name] : Json(std::vector<Json>(game.plies.size()));
    };
    json["clocks"] = {{"spent", column("spent")}, {"left", column("clock")}};
    return json;
}

Json bot_json(const std::string& spec, const std::string& name, const arena::OwnName& own) {
    Json json = {{"spec", spec}, {"name", name}};
    if (!own.name.empty()) json["own_name"] = own.name;
    if (!own.author.empty()) json["author"] = own.author;
    return json;
}

Json MatchSummary::to_json(const MatchOptions& options) const {
    const arena::Score& score = report_.score;
    const arena::EloEstimate elo = score.elo();
    const auto number = [](double value) {
        return std::isfinite(value) ? Json(value) : Json(nullptr);
    };
    Json json = {{"match", store::to_text(id_)},
                 {"bots", Json::array({bot_json(options.a, spec_.a_name, own_a_),
                                       bot_json(options.b, spec_.b_name, own_b_)})},
                 {"rules", rules::name(spec_.start.rules())},
                 {"time_control", spec_.time_text()},
                 {"format", spec_.format.text()},
                 {"openings", spec_.openings.text()},
                 {"seed", spec_.seed},
                 {"complete", report_.complete},
                 {"score", {score.points_a(), score.points_b()}},
                 {"wins", score.wins()},
                 {"draws", score.draws()},
                 {"losses", score.losses()},
                 {"winner", report_.winner ? Json(std::string(1, *report_.winner)) : Json(nullptr)},
                 {"verdict", report_.verdict},
                 {"elo",
                  {{"difference", number(elo.elo)},
                   {"low", elo.low ? Json(*elo.low) : Json(nullptr)},
                   {"high", elo.high ? Json(*elo.high) : Json(nullptr)},
                   {"superiority", elo.superiority}}},
                 {"pairs", score.pentanomial()},
                 {"games", Json::array()}};
    if (scale_ != arena::PointScale::kPlain) {
        json["points"] = {{"scale", arena::name(scale_)}, {"a", points_a_}, {"b", points_b_}};
    }
    throw_if_failed(store_.for_each(filter_, [&](store::GameId id, record::GameRecord game) {
        json["games"].push_back(game_json(id, game));
        return true;
    }));
    return json;
}

void write_json(const std::string& path, const Json& json) {
    write_text(path, json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n');
}

int play_match(MatchOptions& options) {
    Interruption interruption;
    apply_defaults(options);
    const auto scale = value_or_throw(arena::parse_point_scale(options.points));
    BotPair bots = options.bots.resolve(options.a, options.b);
    arena::MatchSpec spec = make_spec(options, bots);
    check_beginnings(bots, spec);
    if (!options.quiet) print_notes(bots);
    throw_if_options_refused(bots, spec.start);
    if (!options.json.empty()) check_output(options.json);
    const std::filesystem::path path = options.db.empty() ? value_or_throw(store::default_path())
                                                          : std::filesystem::path(options.db);
    const auto store = value_or_throw(store::Store::open(path));
    const auto match =
        open_match(*store,
                   {.spec = spec, .a = bots.a, .b = bots.b, .conditions = arena::to_json(spec)},
                   options.restart);
    spec = match->spec();
    const auto& played = match->played();
    std::FILE* const out = options.json == "-" || options.events == "-" ? stderr : stdout;
    if (match->is_resumed() && !options.quiet) {
        fmt::print(stderr, "resuming match {}: {} kept (--new starts another)\n", spec.id,
                   base::counted(played.size(), "game"));
    }
    Audience audience = options.audience.invite(path, match->id(), "#/watch");
    arena::Broadcaster broadcaster;
    audience.join(broadcaster);
    MatchView view(stderr, options.quiet, static_cast<int>(played.size()));
    for (const arena::PlayedGame& game : played) view.count(game.number, game.result_of_a());
    broadcaster.add(view);
    const OutputFile events =
        options.events.empty() ? OutputFile(nullptr, std::fclose) : open_output(options.events);
    EventWriter writer(events.get());
    if (events) broadcaster.add(writer);
    const MatchPlace place(options.cluster, *store, *match, bots, options.bots.rules());
    const auto report =
        match->play(place.place(options.concurrency), broadcaster, interruption.token());
    view.finish();
    if (!report) throw CommandError(report.error().message);
    if (report->complete) throw_if_failed(match->finish(*report));
    const MatchSummary summary(spec, *report, *store, match->id(), scale);
    summary.print(out, options.quiet);
    if (!options.json.empty()) write_json(options.json, summary.to_json(options));
    if (writer.failed()) throw CommandError(fmt::format("{}: writing failed", options.events));
    if (!report->complete) {
        fmt::print(stderr, "every finished game is kept; give the same command again to resume\n");
        return 1;
    }
    return 0;
}

/// How many games, under which clocks, from where, and how they count.
void add_rules_of_play(Command& command, MatchOptions& options) {
    auto games = command.add_option("-n,--games", options.games, "number of games (default 10)")
                     .range(1, 100'000'000);
    command
        .add_option("--format", options.format,
                    "batches: 5 pairs, lead 2 decides; 5 more, lead 1; 5 more at a quarter of the "
                    "time; or batches=PAIRS:LEAD[:TIME],…")
        .excludes(games);
    options.position.add_to(command);
    command.add_option(
        "-t,--time", options.time,
        "time control (default move=10s): move=10s,game=120s · first=1s,move=100ms · "
        "soft=90s,hard=100s,grant=1.5 · tc=60+0.5 · none");
    command.add_option("--time-b", options.time_b,
                       "time control of BOT_B, where it is not that of BOT_A (time odds)");
    command.add_option("--openings", options.openings,
                       std::string(arena::Openings::kForms) +
                           "; where pairs begin (default start)");
    command.add_option("--starter", options.starter,
                       "who has X: alternate (default: pairs), random, a or b");
    command.add_option("--points", options.points,
                       "how games count besides wins: plain (default), blocks or course");
}

void add_adjudication(Command& command, MatchOptions& options) {
    command
        .add_option("--adjudicate", options.adjudicate,
                    "end a game early: agree (when both bots are sure of its result), prove (when "
                    "the solver proves it), both, or off (default)")
        .one_of({"agree", "prove", "both", "off"});
    command
        .add_option("--adjudicate-sure", options.agreement,
                    "…sure is an expected score of this or more (default 0.99)")
        .range(0.5, 1.0);
    command
        .add_option("--adjudicate-moves", options.agreement_plies,
                    "…for this many moves of each in a row (default 4)")
        .range(1, 40);
}

}  // namespace

void add_match_command(Command& app) {
    auto options = std::make_shared<MatchOptions>();
    Command& command = app.add_subcommand("match", "Play a match of two bots under a clock");
    command.add_option("BOT_A", options->a, "a built-in bot, a file or a command (see below)")
        .required();
    command.add_option("BOT_B", options->b, "the other one").required();
    options->preset.add_to(command, "play");
    add_rules_of_play(command, *options);
    command
        .add_option("-c,--concurrency", options->concurrency, "games at the same time (default 1)")
        .range(1, 1024);
    command.add_option("--seed", options->seed, "of openings and bots' chance (default 1)");
    add_adjudication(command, *options);
    command.add_option("--event", options->event, "name of the event, for the records");
    command.add_option("--db", options->db, "database of games (default: your own, docs/store.md)");
    command.add_flag("--new", options->restart,
                     "start a new match even if the same one is unfinished");
    command.add_option("--json", options->json, "write the whole match as JSON; - is stdout");
    command.add_option("--events", options->events,
                       "write every event as a JSON line; - is stdout");
    command.add_flag("-q,--quiet", options->quiet, "print the verdict only");
    options->audience.add_to(command);
    options->cluster.add_to(command);
    options->bots.add_to(command);
    command.footer(
        "BOT is a built-in bot (random, first, greedy, minimax:depth=4, mcts:sims=2000), the "
        "engine\n(engine:level=5), a bot file (its interface is recognised), or a command after "
        "ugi:,\ncodingame: or riddles:. Options of a UGI bot stand before it: 'option.Hash=8 "
        "./mybot'.\n"
        "Every game is kept before its result is announced. Give the same command "
        "again\nto resume a match that was interrupted, by kill -9 or a power cut included.\n\n"
        "Examples:\n"
        "  ninefold match random greedy --games 100\n"
        "  ninefold match mcts:sims=500 'ugi:./mybot --fast' --time tc=60+0.5 --openings random:4\n"
        "  ninefold match alice.py bob.jar --format batches --time soft=90s,hard=100s\n"
        "  ninefold match alice.py bob.py --preset course-select-move\n"
        "  ninefold match alice.py bob.py --serve");
    command.runs([options] { return play_match(*options); });
}

}  // namespace ninefold::cli
