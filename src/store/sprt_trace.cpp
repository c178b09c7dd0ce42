// SPDX-License-Identifier: MIT
#include "store/sprt_trace.h"

#include <algorithm>
#include <numeric>

#include "arena/match.h"
#include "base/parse_json.h"

namespace ninefold::store {

namespace {

using base::fail;

base::Result<MatchInfo> newest_sprt(Store& store) {
    auto matches = store.matches();
    if (!matches) return matches.error();
    const auto found = std::ranges::find_if(*matches, [](const MatchInfo& info) {
        return info.match.kind == MatchKind::kSprt;
    });
    if (found == matches->end()) return fail("no SPRT has been played yet; 'ninefold sprt'");
    return std::move(*found);
}

/// The four numbers that the command keeps with the conditions of the match.
base::Result<tournament::SprtBounds> bounds_of(const MatchInfo& info) {
    const auto spec = base::parse_json(info.match.spec);
    if (info.match.kind == MatchKind::kSprt && spec.is_object() && spec.contains("sprt")) {
        const auto& numbers = spec["sprt"];
        const auto is_number = [](const auto& item) { return item.is_number(); };
        if (numbers.is_array() && numbers.size() == 4 && std::ranges::all_of(numbers, is_number)) {
            return tournament::SprtBounds{numbers[0], numbers[1], numbers[2], numbers[3]};
        }
    }
    return fail("match {} is not an SPRT; 'ninefold games --matches' lists them", info.id.value);
}

}  // namespace

base::Result<SprtTrace> sprt_trace(Store& store, std::optional<MatchId> id) {
    const auto info = id ? store.match(*id) : newest_sprt(store);
    if (!info) return info.error();
    const auto bounds = bounds_of(*info);
    if (!bounds) return bounds.error();
    const auto games = store.results_since(info->id, 0);
    if (!games) return games.error();
    SprtTrace trace{info->match.a, info->match.b, *bounds, {}};
    arena::Score score;
    const arena::MatchSpec alternate;  // as every SPRT is played
    for (const KeptGame& game : *games) {
        if (!game.counts()) continue;
        const int number = game.id.number;
        score.add(number,
                  arena::PlayedGame{number, alternate.a_is_x(number), *game.ending, game.winner}
                      .result_of_a());
        const auto& pairs = score.pentanomial();
        const auto whole = static_cast<std::size_t>(std::accumulate(pairs.begin(), pairs.end(), 0));
        if (whole == trace.llr.size()) continue;
        trace.llr.push_back(tournament::log_likelihood_ratio(pairs, *bounds));
    }
    if (trace.llr.empty()) return fail("SPRT {} has no complete pair of games yet", info->id.value);
    return trace;
}

}  // namespace ninefold::store
