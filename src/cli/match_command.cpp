// SPDX-License-Identifier: MIT
#include <cmath>

#include <nlohmann/json.hpp>

#include "arena/adjudicate.h"
#include "arena/event_json.h"
#include "arena/events.h"
#include "base/counted.h"
#include "base/notice.h"
#include "cli/match_options.h"
#include "store/match_summary.h"
#include "tui/match_view.h"

namespace ninefold::cli {

namespace {

struct MatchCommandOptions : MatchOptions {
    std::string a, b;
    int games = 0;  ///< 0: not said
    PresetOption preset;
    std::string format, starter, points;
    std::string adjudicate = "off";
    double agreement = 0;     ///< 0: not said
    int agreement_plies = 0;  ///< 0: not said
    std::string json, events, event;
    AudienceOption audience;
};

/// Fills in what the command line leaves open: from the preset, or else as most matches are played.
void apply_defaults(MatchCommandOptions& options) {
    if (const auto preset = options.preset.apply(options.position, options.time, options.bots)) {
        if (options.starter.empty()) options.starter = arena::name(preset->starter);
        if (options.points.empty()) options.points = arena::name(preset->points);
        if (options.games == 0 && options.format.empty()) options.format = preset->format.text();
    }
    if (options.time.empty()) options.time = "move=10s";
    if (options.starter.empty()) options.starter = "alternate";
    if (options.points.empty()) options.points = arena::name(arena::PointScale::kPlain);
    if (options.games == 0) options.games = 10;
}

void set_adjudication(arena::MatchSpec& spec, const MatchCommandOptions& options) {
    const auto how = value_or_throw(arena::parse_name<arena::Adjudicate>(options.adjudicate));
    if (!arena::by_agreement(how) && (options.agreement > 0 || options.agreement_plies > 0)) {
        throw CommandError("--adjudicate-sure and --adjudicate-moves go with --adjudicate agree or "
                           "both");
    }
    if (how == arena::Adjudicate::kOff) return;
    if (options.points != arena::name(arena::PointScale::kPlain)) {
        throw CommandError("--adjudicate {}: points '{}' count the blocks of a "
                           "finished board, which an adjudicated game has not",
                           options.adjudicate, options.points);
    }
    spec.adjudication.how = how;
    if (options.agreement > 0) spec.adjudication.agreement = options.agreement;
    if (options.agreement_plies > 0) spec.adjudication.plies = options.agreement_plies;
}

arena::MatchSpec make_spec(const MatchCommandOptions& options, const BotPair& bots) {
    const auto format = options.format.empty()
                            ? arena::MatchFormat::games(options.games)
                            : value_or_throw(arena::MatchFormat::parse(options.format));
    arena::MatchSpec spec = options.spec(options.event, bots, format);
    spec.starter = value_or_throw(arena::parse_name<arena::Starter>(options.starter));
    set_adjudication(spec, options);
    return spec;
}

/// Writes every event as a JSON line to a file or to standard output.
class EventWriter final : public arena::EventSink {
public:
    explicit EventWriter(std::FILE* file) : file_(file) {}
    bool failed() const { return failed_; }

    void on_event(const arena::Event& event) override {
        if (failed_) return;
        const std::string line = arena::to_json_line(event) + '\n';
        failed_ = std::fwrite(line.data(), 1, line.size(), file_) != line.size() ||
                  std::fflush(file_) != 0;
    }

private:
    std::FILE* file_;
    bool failed_ = false;
};

void print(std::FILE* out, store::Store& store, const store::MatchSummary& summary,
           const arena::MatchSpec& spec, const arena::MatchReport& report) {
    const pictures::TextStyle style(out);
    const arena::Score& score = report.score;
    fmt::print(out, "{}  {}, {}, {}, seed {}, match {}\n",
               style.bold(fmt::format("{} v {}", spec.a_name, spec.b_name)),
               rules::name(spec.start.rules()), spec.time_text(), spec.format.text(), spec.seed,
               store::to_text(summary.id));
    const auto tell = [&](const std::string& name, const arena::OwnName& own) {
        const std::string described = arena::self_description(own.name, own.author);
        if (!described.empty()) fmt::print(out, "{} {}\n", name, described);
    };
    tell(spec.a_name, summary.a.own);
    if (spec.b_name != spec.a_name) tell(spec.b_name, summary.b.own);
    fmt::print(out, "games {}  {} {} - {} {}  +{} ={} -{}\n", score.games(), spec.a_name,
               score.points_a(), score.points_b(), spec.b_name, score.wins(), score.draws(),
               score.losses());
    const arena::EloEstimate elo = score.elo();
    // One decimal, and none where it would be 0: "97.5 %", "0 %".
    fmt::print(out, "Elo {}  Chance that {} is stronger: {} %\n", tui::elo_text(elo), spec.a_name,
               std::round(1000 * elo.superiority) / 10);
    if (summary.scale != arena::PointScale::kPlain) {
        fmt::print(out, "points ({})  {} {} - {} {}\n", arena::name(summary.scale), spec.a_name,
                   summary.a.points, summary.b.points, spec.b_name);
    }
    constexpr std::int64_t kForfeitsShown = 20;
    print_forfeits(out, store, summary.id, kForfeitsShown);
    print_variety(out, store, summary.id, spec.openings);
}

int play_match(MatchCommandOptions& options) {
    Interruption interruption;
    apply_defaults(options);
    const auto scale = value_or_throw(arena::parse_name<arena::PointScale>(options.points));
    BotPair bots = options.bots.pair_with_notes(options.a, options.b);
    arena::MatchSpec spec = make_spec(options, bots);
    bots.check_beginnings(spec, options.quiet);
    bots.check_options(spec.start);
    if (!options.json.empty()) check_output(options.json);
    const auto store = options.open_store();
    const auto match = options.open(*store, wanted_match(store::MatchKind::kMatch, spec, bots));
    spec = match->spec();
    if (match->is_resumed() && !options.quiet) {
        base::notice("resuming match {}: {} kept (--new starts another)\n", spec.id,
                     base::counted(match->played().size(), "game"));
    }
    const Audience audience = options.audience.invite(options.db.path(), match->id(), "#/watch");
    arena::Broadcaster broadcaster;
    broadcaster.add(*audience.sink);
    tui::MatchView view(spec, match->played(), options.quiet);
    broadcaster.add(view);
    const OutputFile events =
        options.events.empty() ? OutputFile(nullptr, std::fclose) : open_output(options.events);
    EventWriter writer(events.get());
    if (events) broadcaster.add(writer);
    const OwnedPlace where = options.place(*store, *match, bots);
    const auto played = match->play(where.place, broadcaster, interruption.token());
    view.finish();
    const arena::MatchReport report = value_or_throw(played);
    const auto summary = value_or_throw(store::summarise(*store, match->id(), spec, scale));
    std::FILE* const out = options.json == "-" || options.events == "-" ? stderr : stdout;
    if (options.quiet) print_forfeits(out, *store, match->id(), 0);
    else print(out, *store, summary, spec, report);
    fmt::print(out, "{}\n", pictures::TextStyle(out).bold(report.verdict));
    if (!options.json.empty()) {
        const auto json = value_or_throw(store::to_json(*store, summary, spec, report));
        write_text(options.json, json_text(json, 1));
    }
    if (writer.failed()) throw CommandError("{}: writing failed", options.events);
    return report.complete ? 0 : say_resumable();
}

/// How many games, under which clocks, from where, and how they count.
void add_rules_of_play(Command& command, MatchCommandOptions& options) {
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
    options.add_time_b_to(command);
    options.add_openings_to(command, "start");
    command.add_option("--starter", options.starter,
                       "who has X: alternate (default: pairs), random, a or b");
    command.add_option("--points", options.points,
                       "how games count besides wins: plain (default), blocks or course");
}

void add_adjudication(Command& command, MatchCommandOptions& options) {
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
    auto [command, options] =
        app.add("match", "Play a match of two bots under a clock", play_match);
    command.add_option("BOT_A", options.a, "a built-in bot, a file or a command (see below)")
        .required();
    command.add_option("BOT_B", options.b, "the other one").required();
    options.preset.add_to(command, "play");
    add_rules_of_play(command, options);
    options.add_concurrency_to(command);
    command.add_option("--seed", options.seed, "of openings and bots' chance (default 1)");
    add_adjudication(command, options);
    command.add_option("--event", options.event, "name of the event, for the records");
    options.db.add_to(command);
    options.add_new_to(command, "match");
    command.add_option("--json", options.json, "write the whole match as JSON; - is stdout");
    command.add_option("--events", options.events, "write every event as a JSON line; - is stdout");
    command.add_flag("-q,--quiet", options.quiet,
                     "print the verdict only, and how many games were forfeited");
    options.audience.add_to(command);
    options.cluster.add_to(command);
    options.bots.add_to(command);
    command.footer(
        R"(BOT is a built-in bot (random, first, greedy, minimax:depth=4, mcts:sims=2000), the engine
(engine:level=5), a bot file (its interface is recognised), or a command after ugi:,
codingame: or riddles:. Options of a UGI bot stand before it: 'option.Hash=8 ./mybot'.
Every game is kept before its result is announced. Give the same command again
to resume a match that was interrupted, by kill -9 or a power cut included.

Examples:
  ninefold match random greedy --games 100
  ninefold match mcts:sims=500 'ugi:./mybot --fast' --time tc=60+0.5 --openings random:4
  ninefold match alice.py bob.jar --format batches --time soft=90s,hard=100s
  ninefold match alice.py bob.py --preset course-select-move
  ninefold match alice.py bob.py --serve)");
}

}  // namespace ninefold::cli
