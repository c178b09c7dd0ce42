// SPDX-License-Identifier: MIT
#include "base/did_you_mean.h"

#include <algorithm>

#include <fmt/format.h>

namespace ninefold::base {

namespace {

/// How many letters must be added, left out, changed or swapped with their neighbour to make one
/// word of the other.
int edit_distance(std::string_view a, std::string_view b) {
    // Rows of the usual table: for the letters of `a` so far, one fewer and two fewer.
    std::vector<int> before, last, row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::move(last);
        last = std::move(row);
        row.assign(b.size() + 1, static_cast<int>(i));
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words) {
    constexpr std::size_t kLongest = 40;
    if (typed.empty() || typed.size() > kLongest) return {};
    // Half of a short word may not be wrong, nor more than two letters of a long one.
    int least = std::min(2, static_cast<int>(typed.size()) / 2) + 1;
    std::string nearest;
    for (const std::string& word : words) {
        const bool begins_so = typed.size() >= 3 && word.starts_with(typed);
        const int distance = begins_so ? 1 : edit_distance(typed, word);
        if (distance >= least) continue;
        least = distance;
        nearest = word;
    }
    return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

}  // namespace ninefold::base
