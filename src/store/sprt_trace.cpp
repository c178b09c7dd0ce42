// SPDX-License-Identifier: MIT
#include "store/sprt_trace.h"

#include <algorithm>
#include <numeric>

#include "arena/match.h"
#include "base/parse_json.h"
#include "base/try.h"

namespace ninefold::store {

namespace {

using base::fail;

base::Result<MatchInfo> newest_sprt(Store& store) {
    auto played = TRY(store.matches_of(MatchKind::kSprt));
    if (played.empty()) return fail("no SPRT has been played yet; 'ninefold sprt'");
    return std::move(played.front());
}

/// The four numbers that the command keeps with the conditions of the match.
base::Result<tournament::SprtBounds> bounds_of(const MatchInfo& info) {
    const auto spec = base::parse_json(info.spec);
    if (info.kind == MatchKind::kSprt && spec.is_object() && spec.contains("sprt")) {
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
    const MatchInfo info = TRY(id ? store.match(*id) : newest_sprt(store));
    const tournament::SprtBounds bounds = TRY(bounds_of(info));
    SprtTrace trace{info.a, info.b, bounds, {}};
    arena::Score score;
    const arena::MatchSpec alternate;  // as every SPRT is played
    for (const KeptGame& game : TRY(store.results_since(info.id, 0))) {
        if (!game.counts()) continue;
        const int number = game.id.number;
        score.add(number, arena::result_of(game.winner, alternate.a_is_x(number)));
        const auto& pairs = score.pentanomial();
        const auto whole = static_cast<std::size_t>(std::accumulate(pairs.begin(), pairs.end(), 0));
        if (whole == trace.llr.size()) continue;
        trace.llr.push_back(tournament::log_likelihood_ratio(pairs, trace.bounds));
    }
    if (trace.llr.empty()) return fail("SPRT {} has no complete pair of games yet", info.id.value);
    return trace;
}

}  // namespace ninefold::store
