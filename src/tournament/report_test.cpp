// SPDX-License-Identifier: MIT
#include "tournament/report.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "arena/referee.h"
#include "base/file_contents.h"
#include "bots/builtin.h"
#include "tournament/report_page.h"
#include "tournament/simulation_for_test.h"

namespace ninefold::tournament {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A tournament of random bots, every game played, and its report.
class ReportTest : public testing::Test {
protected:
    ReportTest()
        : tournament_(
              spec_with(5,
                        "[[stage]]\nname = \"League\"\ntype = \"groups\"\ngroups = 2\nadvance = 1\n"
                        "[[stage]]\nname = \"Cup\"\ntype = \"knockout\"\naward = [10, 9]\n",
                        "name = \"<b>&\\\"Cup\\\"\"\ntime = \"none\"\n")) {
        auto x = *bots::make_builtin("random"), o = *bots::make_builtin("random");
        for (auto tasks = tournament_.take_new_games(); !tasks.empty();
             tasks = tournament_.take_new_games()) {
            for (const GameTask& task : tasks) {
                record::GameRecord game =
                    arena::play_game(tournament_.game_spec(task), *x, *o, nullptr, {});
                if (task.number == 3) forfeit(game);
                EXPECT_TRUE(
                    tournament_.add(task.number, *outcome_of(game, arena::PointScale::kBlocks)));
                games_[task.number] = game;
            }
        }
    }
    static void forfeit(record::GameRecord& game) {
        game.plies.resize(4);
        game.ending = rules::Ending::kCrash;
        game.winner = rules::Side::kO;
        game.detail = "X exited with code 1, </script><script>alert(1)\n\tsecond line";
    }
    Report report() const {
        Report report(tournament_);
        for (const auto& [number, game] : games_) report.add(number, game);
        return report;
    }

    Tournament tournament_;
    std::map<int, record::GameRecord> games_;
};

TEST_F(ReportTest, PageIsWholeAndSafe) {
    ASSERT_TRUE(tournament_.is_over());
    const std::string html = to_html(report());
    EXPECT_THAT(html, HasSubstr("&lt;b&gt;&amp;&quot;Cup&quot;"));
    EXPECT_THAT(html, Not(HasSubstr("<b>&")));
    EXPECT_THAT(html, Not(HasSubstr("alert(1)</")));
    EXPECT_THAT(html, Not(HasSubstr("</script><script>alert")));
    EXPECT_THAT(html, HasSubstr("<svg class=\"bracket\""));
    EXPECT_THAT(html, HasSubstr("Cross table"));
    EXPECT_THAT(html, HasSubstr("<h2>Forfeits</h2>"));
    EXPECT_THAT(html, HasSubstr("X exited with code 1, &lt;/script&gt;"));
    // One page, nothing from elsewhere.
    EXPECT_THAT(html, Not(HasSubstr("http")));
    EXPECT_THAT(html, Not(HasSubstr("src=")));
}

TEST_F(ReportTest, BracketHasABoxForEveryMeetingAndItsNames) {
    const std::string svg = bracket_svg(tournament_, 1);
    const auto boxes = [&] {
        int count = 0;
        for (std::size_t at = 0; (at = svg.find("<rect", at)) != std::string::npos; ++at) ++count;
        return count;
    };
    EXPECT_EQ(boxes(), 1);  // the two winners of groups meet once
    for (const Meeting& meeting : tournament_.stages()[1].meetings) {
        for (const TeamId team : {meeting.pairing.a, meeting.pairing.b}) {
            EXPECT_THAT(svg, HasSubstr('>' + tournament_.spec().bot(team).name + '<'));
        }
    }
}

TEST_F(ReportTest, PackedGamesHoldEveryMove) {
    const Report made = report();
    EXPECT_EQ(made.games(), static_cast<int>(games_.size()));
    std::string_view text = made.packed_games();
    for (const auto& [number, game] : games_) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        std::vector<std::string_view> fields;
        for (std::size_t at = 0; at <= line.size();) {
            const std::size_t end = std::min(line.find('\t', at), line.size());
            fields.push_back(line.substr(at, end - at));
            at = end + 1;
        }
        ASSERT_EQ(fields.size(), 10u);
        EXPECT_EQ(fields[0], std::to_string(number));
        ASSERT_EQ(fields[8].size(), game.plies.size());
        for (std::size_t i = 0; i < game.plies.size(); ++i) {
            int move = fields[8][i] - '(';
            for (const char skipped : {'<', '>', '\\', '`'}) move -= fields[8][i] > skipped;
            EXPECT_EQ(static_cast<unsigned>(move), game.plies[i].move.value());
        }
    }
    EXPECT_TRUE(text.empty());
}

TEST_F(ReportTest, StandingsHaveScoresAndForfeits) {
    const std::vector<Tally> tallies = tallies_of(tournament_);
    int games = 0, forfeits = 0;
    for (const Tally& tally : tallies) {
        games += tally.games;
        forfeits += tally.forfeits;
    }
    EXPECT_EQ(games, 2 * static_cast<int>(games_.size()));
    EXPECT_EQ(forfeits, 1);
    const std::string html = to_html(report());
    const std::string standings = html.substr(0, html.find("</table>"));
    EXPECT_THAT(standings, HasSubstr("<th>score<th>forfeits<th>Elo"));
    const auto json = nlohmann::json::parse(to_json(report()));
    for (const auto& row : json["final"]) {
        const auto& bots = tournament_.spec().bots;
        const auto bot = std::find_if(bots.begin(), bots.end(),
                                      [&](const BotEntry& b) { return b.name == row["bot"]; });
        const Tally& tally = tallies[static_cast<std::size_t>(bot - bots.begin())];
        EXPECT_EQ(row["points"], tally.points);
        EXPECT_EQ(row["most_points"], 3 * tally.games);
        EXPECT_EQ(row["forfeits"], tally.forfeits);
        EXPECT_THAT(standings, HasSubstr("<td>" + score_text(tally, arena::PointScale::kBlocks)));
    }
}

TEST(ReportText, ScoresAndRatings) {
    Tally tally;
    tally.games = 20;
    tally.points = 14.5;
    EXPECT_EQ(score_text(tally, arena::PointScale::kPlain), "14.5/20");
    EXPECT_EQ(score_text(tally, arena::PointScale::kBlocks), "14.5/60");
    EXPECT_EQ(rating_text({-0.3, 663, 2}), "+0");
    EXPECT_EQ(rating_text({-0.0, 663, 0}), "–");
    EXPECT_EQ(rating_text({-35.2, 20, 50}), "-35");
}

TEST(ReportText, UnratedBotsAndTheAdvantageOfFewGames) {
    const GameOutcome crash{rules::Ending::kCrash, rules::Side::kX, {0, 0}, {3, 0}, 4};
    Tournament tournament(spec_with(3, "[[stage]]\ntype = \"round-robin\"\n"));
    play_out(tournament, [&](const GameTask&) { return crash; });
    ASSERT_TRUE(tournament.is_over());
    const std::string html = to_html(Report(tournament));
    EXPECT_THAT(html, HasSubstr("<td>–<td"));
    EXPECT_THAT(html, Not(HasSubstr("having X")));
    EXPECT_THAT(to_csv(Report(tournament)), Not(HasSubstr("-0")));
    Tournament longer(spec_with(3, "[[stage]]\ntype = \"round-robin\"\ngames = 10\n"));
    play_out(longer, lower_wins);
    EXPECT_THAT(to_html(Report(longer)), HasSubstr("having X is worth "));
}

TEST(ReportText, AwardsAreShownWhenAStageHasGivenThem) {
    const std::string stage = "[[stage]]\ntype = \"round-robin\"\naward = [4, 3]\n";
    Tournament tournament(spec_with(3, stage));
    play_out(tournament, lower_wins, 3);
    EXPECT_FALSE(has_awards(tournament));
    Tournament over(spec_with(3, stage));
    play_out(over, lower_wins);
    EXPECT_TRUE(has_awards(over));
}

TEST_F(ReportTest, CsvAndJsonAgreeWithTheRanking) {
    const auto json = nlohmann::json::parse(to_json(report()));
    const auto ranking = tournament_.final_ranking();
    ASSERT_EQ(json["final"].size(), ranking.size());
    EXPECT_EQ(json["final"][0]["bot"], tournament_.spec().bot(ranking[0].team).name);
    EXPECT_EQ(json["final"][0]["award"], 10);
    EXPECT_EQ(json["forfeits"].size(), 1u);
    const std::string csv = to_csv(report());
    // Headings, five rows of groups, two of the cup, five of the final ranking; equal columns.
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 13);
    for (std::size_t at = 0; at < csv.size(); at = csv.find('\n', at) + 1) {
        const std::string row = csv.substr(at, csv.find('\n', at) - at);
        EXPECT_EQ(std::count(row.begin(), row.end(), ','), 17) << row;
    }
}

TEST(ReportStyleTest, MarksHaveTheColoursOfThePage) {
    const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
    const auto colours = base::read_file(root / "web/src/style/colours.css");
    ASSERT_TRUE(colours) << colours.error().message;
    // The light ones come first, then the dark ones.
    const auto of = [](std::string_view style, std::string_view name, std::string_view blank) {
        std::vector<std::string> found;
        const std::string begin = fmt::format("{}:{}#", name, blank);
        for (std::size_t at = 0; (at = style.find(begin, at)) != std::string_view::npos;) {
            at += begin.size();
            found.emplace_back(style.substr(at, 6));
        }
        return found;
    };
    for (const char* name : {"--x", "--o"}) {
        EXPECT_THAT(of(kReportStyle, name, ""), testing::SizeIs(2)) << name;
        EXPECT_EQ(of(kReportStyle, name, ""), of(*colours, name, " ")) << name;
    }
}

}  // namespace
}  // namespace ninefold::tournament
