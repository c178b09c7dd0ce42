// SPDX-License-Identifier: MIT
#include "arena/match_format.h"

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/words.h"

namespace ninefold::arena {

base::Result<MatchFormat> MatchFormat::parse(std::string_view text) {
    if (text == "batches") return code_tournament();
    constexpr std::string_view kPrefix = "batches=";
    const auto wrong = [&] {
        return base::fail("format {}; it reads batches or batches=PAIRS:LEAD[:TIME],…, e.g. "
                          "batches=5:2,5:1,5:1:0.25",
                          base::quoted(text));
    };
    if (!text.starts_with(kPrefix)) return wrong();
    std::vector<Batch> batches;
    for (const std::string_view part : base::split(text.substr(kPrefix.size()), ',')) {
        const auto fields = base::split(part, ':');
        if (fields.size() < 2 || fields.size() > 3) return wrong();
        const auto pairs = base::parse_number<int>(fields[0]);
        const auto lead = base::parse_number<double>(fields[1]);
        const auto time = fields.size() == 3 ? base::parse_number<double>(fields[2]) : 1.0;
        if (!pairs || *pairs < 1 || *pairs > 100000 || !lead || !(*lead > 0) || !time ||
            !(*time > 0) || *time > 100) {
            return wrong();
        }
        batches.push_back({2 * *pairs, *lead, *time});
    }
    return MatchFormat(std::move(batches));
}

int MatchFormat::most_games() const {
    int games = 0;
    for (const Batch& batch : batches_) games += batch.games;
    return games;
}

std::string MatchFormat::text() const {
    if (is_fixed()) return fmt::format("games={}", batches_.front().games);
    std::string text = "batches=";
    for (const Batch& batch : batches_) {
        if (text.back() != '=') text += ',';
        text += fmt::format("{}:{}", batch.games / 2, batch.lead);
        if (batch.time_factor != 1) text += fmt::format(":{}", batch.time_factor);
    }
    return text;
}

}  // namespace ninefold::arena
