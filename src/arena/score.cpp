// SPDX-License-Identifier: MIT
#include "arena/score.h"

#include <cmath>
#include <numeric>
#include <span>

#include <fmt/format.h>

namespace ninefold::arena {

namespace {

double to_elo(double score) { return 400 * std::log10(score / (1 - score)); }

/// Mean and standard error of the score of a game, from values 0..1 with their counts.
struct Sample {
    double mean = 0.5;
    double error = 0;
};

Sample summarise(std::span<const int> counts) {
    const double n = std::accumulate(counts.begin(), counts.end(), 0);
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double value = static_cast<double>(i) / static_cast<double>(counts.size() - 1);
        sum += counts[i] * value;
        squares += counts[i] * value * value;
    }
    const double mean = sum / n;
    const double variance = n > 1 ? std::max(0.0, (squares - n * mean * mean) / (n - 1)) : 0.25;
    return {mean, std::sqrt(variance / n)};
}

}  // namespace

std::string signed_elo(double elo) { return fmt::format("{:+.0f}", std::round(elo) + 0.0); }

void Score::add(int number, GameResult of_a) {
    ++(of_a == GameResult::kWin ? wins_ : of_a == GameResult::kDraw ? draws_ : losses_);
    const auto partner = halves_.find(number ^ 1);
    if (partner == halves_.end()) {
        halves_.emplace(number, of_a);
        return;
    }
    ++pentanomial_[static_cast<std::size_t>(of_a) + static_cast<std::size_t>(partner->second)];
    halves_.erase(partner);
}

EloEstimate Score::elo() const {
    EloEstimate estimate;
    if (games() == 0) return estimate;
    const std::array results = {losses_, draws_, wins_};
    const bool enough_pairs = std::accumulate(pentanomial_.begin(), pentanomial_.end(), 0) >= 2;
    Sample sample = summarise(enough_pairs ? std::span<const int>(pentanomial_) : results);
    // Pairs that are all alike have no spread, though their games may: a win and a draw in each.
    // The games' own spread is the larger one then, which overstates the error rather than hide it.
    if (sample.error == 0) sample = summarise(results);
    sample.mean = points_a() / games();
    constexpr double kTwoSided95 = 1.959964;
    const double low = sample.mean - kTwoSided95 * sample.error;
    const double high = sample.mean + kTwoSided95 * sample.error;
    if (sample.error > 0 && low > 0) estimate.low = to_elo(low);
    if (sample.error > 0 && high < 1) estimate.high = to_elo(high);
    estimate.elo = sample.mean <= 0 ? -INFINITY : sample.mean >= 1 ? INFINITY : to_elo(sample.mean);
    if (sample.error > 0) {
        estimate.superiority =
            0.5 * std::erfc(-(sample.mean - 0.5) / sample.error / std::sqrt(2.0));
    } else if (sample.mean != 0.5) {
        // All games won or all lost: their spread tells nothing. The posterior of a uniform prior
        // does.
        const double against = std::exp2(-1 - games());
        estimate.superiority = sample.mean > 0.5 ? 1 - against : against;
    }
    return estimate;
}

}  // namespace ninefold::arena
