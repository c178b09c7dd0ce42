// SPDX-License-Identifier: MIT
#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/foreign_text.h"
#include "base/notice.h"
#include "cli/match_options.h"
#include "tournament/bot_entries.h"
#include "tournament/grade.h"
#include "tui/fitted_text.h"

namespace ninefold::cli {

namespace {

struct GradeOptions : MatchOptions {
    GradeOptions() { time = "move=10s,game=120s"; }

    std::vector<std::string> names;
    std::string csv;
    int games = 10, more = 40;
};

/// Adds up games, those kept before and then each as it ends. Behind a match: one event at a time.
class GradedBot final : public tournament::Grade, public arena::GameEndSink {
public:
    explicit GradedBot(const std::string& bot) { name = bot; }

    void on_end(const arena::GameEnded& game) override { add(*game.record, game.a_is_x); }
    void add(const record::GameRecord& game, bool a_is_x) {
        Grade::add(game, a_is_x ? rules::Side::kX : rules::Side::kO, matches.size() == 1);
    }
    std::string match_names(std::string_view between) const {
        std::vector<std::string> names;
        for (const store::MatchId id : matches) names.push_back(store::to_text(id));
        return fmt::format("{}", fmt::join(names, between));
    }

    int kept_before = 0;                    ///< games that an earlier command played
    bool unread = false;                    ///< nothing could be played
    bool stopped = false;                   ///< before the last game
    std::vector<store::MatchId> matches{};  ///< where its games are kept; those of the first count
    std::vector<std::string> summaries{};   ///< of those matches, to finish them with
};

/// Plays those games of a match that were not played before, each on the disk before it counts.
/// The match stays unfinished, so that the same command finds it until the whole class is graded.
void play_games(const GradeOptions& options, const BotPair& bots, int games, GradedBot& bot,
                store::Store& store, const std::stop_token& stop) {
    arena::MatchSpec spec = options.spec("Part 1", bots, arena::MatchFormat::games(games));
    spec.a_name = bot.name;
    spec.b_name = bots.b.name;
    spec.seed += bot.matches.size();
    const auto match = options.open(store, wanted_match(store::MatchKind::kGrade, spec, bots));
    bot.matches.push_back(match->id());
    throw_if_failed(store.for_each({.match = match->id(), .order = store::Order::kByNumber},
                                   [&](store::GameId id, const record::GameRecord& game) {
                                       bot.add(game, spec.a_is_x(id.number));
                                       return true;
                                   }));
    bot.kept_before += static_cast<int>(match->played().size());
    const auto report = value_or_throw(
        match->play({.maker = bots.maker(), .slots = std::max(1, options.concurrency)}, bot, stop));
    bot.stopped = !report.complete;
    bot.summaries.push_back(store::summary_of(report));
}

void grade(const GradeOptions& options, const std::string& source, GradedBot& bot,
           store::Store& store, const std::stop_token& stop) {
    const sources::HouseRules house = options.bots.rules();
    const auto supervisor = std::make_shared<process::ProcessSupervisor>();
    const auto own = sources::BotSource::parse(source, house, supervisor);
    if (!own) {
        // A bot that cannot be read loses all its games; the others are graded.
        bot.counting.games = bot.counting.losses = bot.counting.forfeits = options.games;
        bot.all = bot.counting;
        bot.why = own.error().message;
        bot.unread = true;
        return;
    }
    const BotPair bots{*own,
                       value_or_throw(sources::BotSource::parse("random", house, supervisor))};
    play_games(options, bots, options.games, bot, store, stop);
    if (bot.stopped || options.more == 0 || !bot.is_no_better_than_random()) return;
    play_games(options, bots, options.more, bot, store, stop);
}

void print_table(const std::vector<GradedBot>& bots, int games) {
    tui::TextTable table({{"bot", false, 2, 8},
                          {"points", true},
                          {"of", true},
                          {"%", true},
                          {"won", true},
                          {"drawn", true},
                          {"lost", true},
                          {"match", true},
                          {"note", false, 1, 12, true}});
    for (const GradedBot& bot : bots) {
        const tournament::Tally& tally = bot.counting;
        table.row(bot.name, tally.points, 3 * games, fmt::format("{:.1f}", bot.percent(games)),
                  tally.wins, tally.draws, tally.losses, bot.match_names(", "), bot.note());
    }
    table.print(stdout);
    fmt::print("%: of the whole score, of which this part is {} %\n"
               "match: its games, 'ninefold games --match N' lists them\n",
               tournament::Grade::kWeight);
}

std::string to_csv(const std::vector<GradedBot>& bots, int games) {
    std::string text =
        "bot,points,of,percent,won,drawn,lost,forfeits,all_games,all_won,all_lost,p,matches,note\n";
    for (const GradedBot& bot : bots) {
        const tournament::Tally& tally = bot.counting;
        text += fmt::format("{},{},{},{:.2f},{},{},{},{},{},{},{},{:.4f},{},{}\n",
                            base::csv_cell(bot.name), tally.points, 3 * games, bot.percent(games),
                            tally.wins, tally.draws, tally.losses, tally.forfeits, bot.all.games,
                            bot.all.wins, bot.all.losses, bot.chance(), bot.match_names(" "),
                            base::csv_cell(bot.note()));
    }
    return text;
}

/// The bots of the list, named, without the modules of theirs that a pattern such as *.py finds as
/// well.
std::vector<tournament::BotEntry> without_modules(const std::vector<std::string>& sources) {
    std::vector<tournament::BotEntry> entries;
    for (const std::string& text : sources) entries.push_back({text, ""});
    for (const std::string& note : tournament::leave_out_modules(entries)) print_note(note);
    throw_if_failed(tournament::name_bots(entries));
    return entries;
}

int run_grade(const GradeOptions& options) {
    Interruption interruption;
    if (!options.csv.empty()) check_output(options.csv);
    const std::vector<tournament::BotEntry> entries = without_modules(options.names);
    const auto store = options.open_store();
    std::vector<GradedBot> bots;
    for (const tournament::BotEntry& entry : entries) {
        if (interruption.requested()) break;
        GradedBot bot(entry.name);
        grade(options, entry.source, bot, *store, interruption.token());
        if (bot.stopped) break;
        base::notice("{}/{} {}: {} points{}\n", bots.size() + 1, entries.size(), bot.name,
                     bot.counting.points,
                     bot.kept_before > 0
                         ? fmt::format(" ({} of its games were kept before)", bot.kept_before)
                         : "");
        bots.push_back(std::move(bot));
    }
    if (options.csv != "-") print_table(bots, options.games);
    if (!options.csv.empty()) write_text(options.csv, to_csv(bots, options.games));
    if (bots.size() < entries.size()) return say_resumable();
    for (const GradedBot& bot : bots) {
        for (std::size_t i = 0; i < bot.matches.size(); ++i) {
            throw_if_failed(store->finish_match(bot.matches[i], bot.summaries[i]));
        }
    }
    return std::ranges::any_of(bots, &GradedBot::unread) ? 1 : 0;
}

}  // namespace

void add_grade_command(Command& app) {
    auto [command, options] =
        app.add("grade", "Grade bots as the course does: ten games against random moves",
                run_grade);
    command.add_option("BOT", options.names, "the bots of a class").required();
    command.add_option("-t,--time", options.time, "time control (default move=10s,game=120s)");
    command
        .add_option("-n,--games", options.games,
                    "games that count, half of them starting (default 10)")
        .range(2, 10'000);
    command
        .add_option(
            "--more", options.more,
            "more games where ten do not show that a bot is better than random (default 40)")
        .range(0, 100'000);
    options.add_concurrency_to(command);
    options.add_openings_to(command, "start, as the course does");
    command.add_option("--seed", options.seed, "seed of the random opponent (default 1)");
    command.add_option("--csv", options.csv, "write the table as CSV; - is standard output");
    command.add_flag("--new", options.restart,
                     "start again even if the same bots are graded in part already");
    options.db.add_to(command);
    options.bots.add_to(command);
    command.footer(
        R"(Win 3 points, draw with more blocks 2, other draw 1, loss 0; 60 % of the course's score.
A bot for which chance explains its wins (p of the sign test 0.01 or more) is called no
better than random; the course gives such a bot nothing. Every game is kept before it
counts. Give the same command again to resume an interrupted grading; a bot whose file
has changed since then starts again. Exit code 1: a bot could not be read, or the
command was interrupted.

Examples:
  ninefold grade submissions/*.py --concurrency 2 --csv part1.csv
  ninefold grade alice.py --games 20 --more 0)");
}

}  // namespace ninefold::cli
