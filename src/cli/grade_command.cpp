// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "arena/match.h"
#include "arena/match_spec_json.h"
#include "arena/points.h"
#include "base/foreign_text.h"
#include "cli/bot_options.h"
#include "cli/commands.h"
#include "cli/database_option.h"
#include "cli/resumable_match.h"
#include "tournament/bot_entries.h"
#include "tournament/chance.h"
#include "tournament/game_outcome.h"
#include "tui/text_table.h"

namespace ninefold::cli {

namespace {

using Json = nlohmann::ordered_json;

struct GradeOptions {
    std::vector<std::string> bots;
    std::string time = "move=10s,game=120s", csv, opponent = "random";
    std::string openings = "start";
    int games = 10, more = 40, concurrency = 1;
    std::uint64_t seed = 1;
    bool restart = false;
    BotOptions running;
    DatabaseOption database;
};

/// What a bot got in its ten games, and what those after them say of it.
struct Grade {
    std::string name;
    int games = 0, wins = 0, draws = 0, losses = 0, forfeits = 0;
    double points = 0;
    int all_wins = 0, all_losses = 0, all_games = 0;  ///< with the games that give no points
    int kept_before = 0;                              ///< games that an earlier command played
    std::string why;      ///< the first forfeit, or why nothing was played
    bool unread = false;  ///< nothing could be played
    bool stopped = false;
    std::vector<store::MatchId> matches{};  ///< where its games are kept

    double chance() const { return tournament::chance_of_luck(all_wins, all_losses); }
    /// Lost every game by a forfeit: more games would tell nothing more.
    bool is_hopeless() const { return forfeits == games; }
    /// The course gives a bot that plays no better than random nothing.
    double counting_points() const { return chance() < kSure ? points : 0; }

    std::string match_names(std::string_view between) const {
        std::vector<std::string> names;
        for (const store::MatchId id : matches) names.push_back(store::to_text(id));
        return fmt::format("{}", fmt::join(names, between));
    }

    static constexpr double kSure = 0.01;
};

constexpr double kWeight = 60;  ///< percent of the course's score that part 1 is

/// Adds up games, those kept before and then each as it ends. Behind a match: one event at a time.
class Grader final : public arena::EventSink {
public:
    Grader(Grade& grade, bool gives_points) : grade_(grade), gives_points_(gives_points) {}

    void on_event(const arena::Event& event) override {
        const auto* ended = std::get_if<arena::GameEnded>(&event);
        if (ended != nullptr) add(*ended->record, ended->a_is_x);
    }
    bool wants_moves() const override { return false; }

    void add(const record::GameRecord& game, bool a_is_x) {
        const auto outcome = tournament::outcome_of(game, arena::PointScale::kBlocks);
        if (!outcome) return;
        const rules::Side own = a_is_x ? rules::Side::kX : rules::Side::kO;
        const bool won = outcome->is_won_by(own), lost = outcome->is_lost_by(own);
        ++grade_.all_games;
        grade_.all_wins += won;
        grade_.all_losses += lost;
        if (!gives_points_) return;
        ++grade_.games;
        grade_.wins += won;
        grade_.losses += lost;
        grade_.draws += !won && !lost;
        grade_.points += outcome->points_of(own);
        if (lost && outcome->is_forfeit()) {
            ++grade_.forfeits;
            if (grade_.why.empty())
                grade_.why = fmt::format("{}: {}", rules::name(game.ending.value()), game.detail);
        }
    }

private:
    Grade& grade_;
    bool gives_points_;
};

arena::MatchSpec match_spec(const GradeOptions& options, const std::string& name,
                            const BotPair& bots, int games, std::uint64_t seed) {
    arena::MatchSpec spec;
    spec.event = "Part 1";
    spec.a_source = bots.a.text();
    spec.b_source = bots.b.text();
    spec.a_name = name;
    spec.b_name = bots.b.name();
    spec.time_control = value_or_throw(arena::parse_time_control(options.time));
    spec.openings = value_or_throw(arena::Openings::parse(options.openings, spec.start));
    spec.format = arena::MatchFormat::games(games);
    spec.seed = seed;
    return spec;
}

/// Plays those games of a match that were not played before, each on the disk before it counts.
/// The match stays unfinished, so that the same command finds it until the whole class is graded.
void play_games(const GradeOptions& options, const BotPair& bots, store::Store& store,
                const arena::MatchSpec& spec, Grade& grade, const std::stop_token& stop) {
    const auto match = open_match(store,
                                  {.kind = store::MatchKind::kGrade,
                                   .spec = spec,
                                   .a = bots.a,
                                   .b = bots.b,
                                   .conditions = arena::to_json(spec)},
                                  options.restart);
    const bool gives_points = grade.matches.empty();
    grade.matches.push_back(match->id());
    Grader grader(grade, gives_points);
    throw_if_failed(store.for_each({.match = match->id(), .order = store::Order::kByNumber},
                                   [&](store::GameId id, const record::GameRecord& game) {
                                       grader.add(game, spec.a_is_x(id.number));
                                       return true;
                                   }));
    grade.kept_before += static_cast<int>(match->played().size());
    const auto report =
        match->play({.maker = bots.maker(), .slots = options.concurrency}, grader, stop);
    grade.stopped = !value_or_throw(report).complete;
}

Grade grade_bot(const GradeOptions& options, const tournament::BotEntry& bot, store::Store& store,
                const std::stop_token& stop) {
    const std::string& text = bot.source;
    Grade grade;
    grade.name = bot.name;
    const sources::HouseRules house = options.running.rules();
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    auto own = sources::BotSource::parse(text, house, supervisor);
    auto other = value_or_throw(sources::BotSource::parse(options.opponent, house, supervisor));
    if (!own) {
        // A bot that cannot be read loses all its games; the others are graded.
        grade.games = grade.losses = grade.forfeits = options.games;
        grade.all_games = grade.all_losses = options.games;
        grade.why = own.error().message;
        grade.unread = true;
        return grade;
    }
    const BotPair bots{*own, other};
    play_games(options, bots, store,
               match_spec(options, bot.name, bots, options.games, options.seed), grade, stop);
    if (grade.chance() >= Grade::kSure && options.more > 0 && !grade.is_hopeless() &&
        !grade.stopped) {
        play_games(options, bots, store,
                   match_spec(options, bot.name, bots, options.more, options.seed + 1), grade,
                   stop);
    }
    return grade;
}

/// Why the bot got what it got: both where it lost by forfeits and is no better than random.
std::string note(const Grade& grade) {
    std::string text;
    if (grade.forfeits > 0) {
        text = fmt::format("{} forfeit{}; {}", grade.forfeits, grade.forfeits == 1 ? "" : "s",
                           grade.why);
    }
    if (grade.chance() < Grade::kSure || grade.is_hopeless()) return text;
    return fmt::format(
        "no better than random, which counts nothing: {} won, {} lost of {} (p = {:.2f}){}{}",
        grade.all_wins, grade.all_losses, grade.all_games, grade.chance(), text.empty() ? "" : "; ",
        text);
}

double percent(const Grade& grade, int games) {
    return kWeight * grade.counting_points() / (3.0 * games);
}

void print_table(const std::vector<Grade>& grades, int games) {
    tui::TextTable table({{"bot", false, 2, 8},
                          {"points", true},
                          {"of", true},
                          {"%", true},
                          {"won", true},
                          {"drawn", true},
                          {"lost", true},
                          {"match", true},
                          {"note", false, 1, 12, true}});
    for (const Grade& grade : grades) {
        table.add({grade.name, fmt::format("{}", grade.points), fmt::format("{}", 3 * games),
                   fmt::format("{:.1f}", percent(grade, games)), fmt::format("{}", grade.wins),
                   fmt::format("{}", grade.draws), fmt::format("{}", grade.losses),
                   grade.match_names(", "), note(grade)});
    }
    table.print(stdout);
    fmt::print("%: of the whole score, of which this part is {} %\n"
               "match: its games, 'ninefold games --match N' lists them\n",
               kWeight);
}

void write_csv(const std::string& path, const std::vector<Grade>& grades, int games) {
    std::string text =
        "bot,points,of,percent,won,drawn,lost,forfeits,all_games,all_won,all_lost,p,matches,note\n";
    for (const Grade& grade : grades) {
        text += fmt::format("{},{},{},{:.2f},{},{},{},{},{},{},{},{:.4f},{},{}\n",
                            base::csv_cell(grade.name), grade.points, 3 * games,
                            percent(grade, games), grade.wins, grade.draws, grade.losses,
                            grade.forfeits, grade.all_games, grade.all_wins, grade.all_losses,
                            grade.chance(), grade.match_names(" "), base::csv_cell(note(grade)));
    }
    write_text(path, text);
}

/// The bots of the list, named, without the modules of theirs that a pattern such as *.py finds as
/// well.
std::vector<tournament::BotEntry> without_modules(const std::vector<std::string>& sources) {
    std::vector<tournament::BotEntry> entries;
    for (const std::string& text : sources) entries.push_back({text, ""});
    for (const std::string& note : tournament::leave_out_modules(entries)) {
        fmt::print(stderr, "note: {}\n", note);
    }
    throw_if_failed(tournament::name_bots(entries));
    return entries;
}

/// All bots in turn, as far as the command is not interrupted.
std::vector<Grade> grade_bots(const GradeOptions& options,
                              const std::vector<tournament::BotEntry>& bots, store::Store& store,
                              const Interruption& interruption) {
    std::vector<Grade> grades;
    for (const tournament::BotEntry& bot : bots) {
        if (interruption.requested()) break;
        Grade grade = grade_bot(options, bot, store, interruption.token());
        if (grade.stopped) break;
        fmt::print(stderr, "{}/{} {}: {} points{}\n", grades.size() + 1, bots.size(), grade.name,
                   grade.points,
                   grade.kept_before > 0
                       ? fmt::format(" ({} of its games were kept before)", grade.kept_before)
                       : "");
        grades.push_back(std::move(grade));
    }
    return grades;
}

int run_grade(const GradeOptions& options) {
    Interruption interruption;
    if (!options.csv.empty()) check_output(options.csv);
    const std::vector<tournament::BotEntry> bots = without_modules(options.bots);
    const auto store = value_or_throw(store::Store::open(options.database.path()));
    const std::vector<Grade> grades = grade_bots(options, bots, *store, interruption);
    const bool complete = grades.size() == bots.size();
    if (options.csv != "-") print_table(grades, options.games);
    if (!options.csv.empty()) write_csv(options.csv, grades, options.games);
    if (!complete) {
        fmt::print(stderr, "every finished game is kept; give the same command again to resume\n");
        return 1;
    }
    for (const Grade& grade : grades) {
        for (const store::MatchId id : grade.matches)
            throw_if_failed(store->finish_match(id, "{}"));
    }
    const bool all_read =
        std::none_of(grades.begin(), grades.end(), [](const Grade& grade) { return grade.unread; });
    return all_read ? 0 : 1;
}

}  // namespace

void add_grade_command(Command& app) {
    auto options = std::make_shared<GradeOptions>();
    Command& command =
        app.add_subcommand("grade",
                           "Grade bots as the course does: ten games against random moves");
    command.add_option("BOT", options->bots, "the bots of a class").required();
    command.add_option("-t,--time", options->time, "time control (default move=10s,game=120s)");
    command
        .add_option("-n,--games", options->games,
                    "games that count, half of them starting (default 10)")
        .range(2, 10'000);
    command
        .add_option(
            "--more", options->more,
            "more games where ten do not show that a bot is better than random (default 40)")
        .range(0, 100'000);
    command
        .add_option("-c,--concurrency", options->concurrency, "games at the same time (default 1)")
        .range(1, 1024);
    command.add_option("--openings", options->openings,
                       std::string(arena::Openings::kForms) +
                           "; where pairs begin (default start, as the course does)");
    command.add_option("--seed", options->seed, "seed of the random opponent (default 1)");
    command.add_option("--csv", options->csv, "write the table as CSV; - is standard output");
    command.add_flag("--new", options->restart,
                     "start again even if the same bots are graded in part already");
    options->database.add_to(command);
    options->running.add_to(command);
    command.footer(
        "Win 3 points, draw with more blocks 2, other draw 1, loss 0; 60 % of the course's score.\n"
        "A bot for which chance explains its wins (p of the sign test 0.01 or more) is called no\n"
        "better than random; the course gives such a bot nothing. Every game is kept before "
        "it\n"
        "counts. Give the same command again to resume an interrupted grading; a bot whose file\n"
        "has changed since then starts again. Exit code 1: a bot could not be read, or the\n"
        "command was interrupted.\n\n"
        "Examples:\n"
        "  ninefold grade submissions/*.py --concurrency 2 --csv part1.csv\n"
        "  ninefold grade alice.py --games 20 --more 0");
    command.runs([options] { return run_grade(*options); });
}

}  // namespace ninefold::cli
