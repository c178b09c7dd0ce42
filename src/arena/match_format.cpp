// SPDX-License-Identifier: MIT
#include "arena/match_format.h"

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"

namespace ninefold::arena {

namespace {

constexpr std::string_view kGames = "games=", kBatches = "batches=";
constexpr double kMostTime = 100;  ///< of a batch's time factor

base::Error wrong_format(std::string_view text, std::string_view why) {
    return base::fail("format {}: {}; it reads games=N, batches, or batches=PAIRS:LEAD[:TIME],…, "
                      "e.g. games=10 or batches=5:2,5:1,5:1:0.25",
                      base::quoted(text), why);
}

std::string too_many() { return fmt::format("a match has 1 to {} games", MatchFormat::kMostGames); }

/// `PAIRS:LEAD[:TIME]`; the error is only why it is none.
base::Result<Batch> parse_batch(std::string_view part) {
    const auto fields = base::split(part, ':');
    if (fields.size() < 2 || fields.size() > 3) {
        return base::fail("{} is not PAIRS:LEAD[:TIME]", base::quoted(part));
    }
    const auto pairs = base::parse_number<int>(fields[0]);
    if (!pairs || *pairs < 1 || *pairs > MatchFormat::kMostGames / 2) {
        return base::fail("{} is not a number of pairs from 1 to {}", base::quoted(fields[0]),
                          MatchFormat::kMostGames / 2);
    }
    const auto lead = base::parse_number<double>(fields[1]);
    if (!lead || !(*lead > 0) || *lead > MatchFormat::kMostGames) {
        return base::fail("{} is not a lead above 0 and up to {}", base::quoted(fields[1]),
                          MatchFormat::kMostGames);
    }
    const auto time = fields.size() == 3 ? base::parse_number<double>(fields[2]) : 1.0;
    if (!time || !(*time > 0) || *time > kMostTime) {
        return base::fail("{} is not a factor of the time above 0 and up to {}",
                          base::quoted(fields[2]), kMostTime);
    }
    return Batch{2 * *pairs, *lead, *time};
}

}  // namespace

base::Result<MatchFormat> MatchFormat::parse(std::string_view text) {
    if (text == "batches") return code_tournament();
    if (text.starts_with(kGames)) {
        const auto count = base::parse_number<int>(text.substr(kGames.size()));
        if (!count || *count < 1 || *count > kMostGames) return wrong_format(text, too_many());
        return games(*count);
    }
    if (!text.starts_with(kBatches)) return wrong_format(text, "unknown");
    MatchFormat format({});
    for (const std::string_view part : base::split(text.substr(kBatches.size()), ',')) {
        const auto batch = parse_batch(part);
        if (!batch) return wrong_format(text, batch.error().message);
        format.batches_.push_back(*batch);
        // After each: the sum cannot overflow.
        if (format.most_games() > kMostGames) return wrong_format(text, too_many());
    }
    return format;
}

int MatchFormat::most_games() const {
    int games = 0;
    for (const Batch& batch : batches_) games += batch.games;
    return games;
}

double MatchFormat::time_factor(int game) const {
    for (const Batch& batch : batches_) {
        if ((game -= batch.games) < 0) return batch.time_factor;
    }
    return batches_.back().time_factor;
}

std::string MatchFormat::text() const {
    if (is_fixed()) return fmt::format("{}{}", kGames, batches_.front().games);
    std::string text(kBatches);
    for (const Batch& batch : batches_) {
        if (text.back() != '=') text += ',';
        text += fmt::format("{}:{}", batch.games / 2, batch.lead);
        if (batch.time_factor != 1) text += fmt::format(":{}", batch.time_factor);
    }
    return text;
}

}  // namespace ninefold::arena
