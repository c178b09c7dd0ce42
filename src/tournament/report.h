// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "record/game_record.h"
#include "tournament/ratings.h"
#include "tournament/tournament.h"

namespace ninefold::tournament {

/// Something that was exchanged while the tournament was played: a bot's files, or the openings.
struct ContentChange {
    std::string what;  ///< the bot's name, or the openings as the specification names them
    int games = 0;     ///< how many were played before
};

/// Everything a report says of a tournament that the tournament itself does not know. Games are
/// packed, one line each, so that 100,000 of them fit into one file (docs/tournaments.md).
class Report {
public:
    explicit Report(const Tournament& tournament) : tournament_(tournament) {}

    std::string id, created, finished;  ///< of the stored tournament; may be empty
    std::vector<ContentChange> changes{};

    /// Adds one kept game. In the order of numbers.
    void add(int number, const record::GameRecord& game);

    const Tournament& tournament() const { return tournament_; }
    const std::vector<std::string>& packed_games() const { return packed_; }
    /// The games that somebody lost by misbehaving.
    const nlohmann::ordered_json& forfeits() const { return forfeits_; }

private:
    const Tournament& tournament_;
    std::vector<std::string> packed_;
    nlohmann::ordered_json forfeits_ = nlohmann::ordered_json::array();
};

/// Ratings from all games that were decided on the board.
Ratings ratings_of(const Tournament& tournament);
/// What each team did in all its games of all stages, by the tournament's points; byes and
/// walkovers are no games.
std::vector<Tally> tallies_of(const Tournament& tournament);
/// The points of all its games and the most they could have been worth: `14.5/20`.
std::string score_text(const Tally& tally, arena::PointScale scale);
/// `+35`; a dash for a team without a rated game.
std::string rating_text(const Rating& rating);
/// Whether a stage that gives points of the tournament has ended.
bool has_awards(const Tournament& tournament);

/// What a finished tournament is kept with, so that it can be compared when its games are counted
/// again: places, points and tie-breaks of every table, the final ranking, and the ratings.
nlohmann::ordered_json standings_json(const Tournament& tournament);

/// Every row of every table, and the final ranking; a line of headings first.
std::string to_csv(const Report& report);
/// Everything but the games' moves: what the server answers, and the JSON report.
nlohmann::ordered_json to_json(const Report& report);
/// The same as `tournament`, with the names of its `bots` and the packed `games`: what the page
/// inside a report shows.
nlohmann::ordered_json with_games(const Report& report);

/// Points as tables show them: 3, 2.5.
std::string points_text(double points);

}  // namespace ninefold::tournament
