// SPDX-License-Identifier: MIT
#include "arena/match_format.h"

#include <charconv>

#include "base/foreign_text.h"
#include "base/words.h"

namespace ninefold::arena {

namespace {

template <typename T>
bool read(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

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
        Batch batch;
        int pairs = 0;
        if (fields.size() < 2 || fields.size() > 3 || !read(fields[0], pairs) ||
            !read(fields[1], batch.lead) || (fields.size() == 3 && !read(fields[2], batch.time_factor))) {
            return wrong();
        }
        if (pairs < 1 || pairs > 100000 || !(batch.lead > 0) || !(batch.time_factor > 0) ||
            batch.time_factor > 100) {
            return wrong();
        }
        batch.games = 2 * pairs;
        batches.push_back(batch);
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
