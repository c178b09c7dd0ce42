// SPDX-License-Identifier: MIT
#include "tournament/sprt.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace ninefold::tournament {

namespace {

using Distribution = std::array<double, 5>;

constexpr Distribution kScores = {0, 0.25, 0.5, 0.75, 1};

/// The distribution most likely to have given the frequencies, among those with this mean: each
/// frequency divided by 1 + t (score - mean), with the one t that makes it a distribution.
Distribution most_likely(const Distribution& frequencies, double mean) {
    const auto weight_sum = [&](double t) {
        double sum = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            const double d = kScores[i] - mean;
            sum += frequencies[i] * d / (1 + t * d);
        }
        return sum;  // falls as t grows, and is zero at the solution
    };
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int i = 0; i < 200; ++i) {
        const double middle = (low + high) / 2;
        (weight_sum(middle) > 0 ? low : high) = middle;
    }
    Distribution found{};
    for (std::size_t i = 0; i < 5; ++i) {
        found[i] = frequencies[i] / (1 + (low + high) / 2 * (kScores[i] - mean));
    }
    return found;
}

}  // namespace

double expected_score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double SprtBounds::lower() const { return std::log(beta / (1 - alpha)); }
double SprtBounds::upper() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const std::array<int, 5>& pairs, const SprtBounds& bounds) {
    // Every score must have a positive probability; unseen ones get a tiny one.
    constexpr double kTrifle = 1e-3;
    Distribution frequencies{};
    double total = 0;
    for (std::size_t i = 0; i < 5; ++i)
        total += frequencies[i] = std::max<double>(pairs[i], kTrifle);
    if (std::accumulate(pairs.begin(), pairs.end(), 0) == 0) return 0;
    for (double& frequency : frequencies) frequency /= total;
    const Distribution p0 = most_likely(frequencies, expected_score(bounds.elo0));
    const Distribution p1 = most_likely(frequencies, expected_score(bounds.elo1));
    double llr = 0;
    for (std::size_t i = 0; i < 5; ++i) llr += frequencies[i] * std::log(p1[i] / p0[i]);
    return total * llr;
}

SprtVerdict judge(double llr, const SprtBounds& bounds) {
    if (llr >= bounds.upper()) return SprtVerdict::kElo1;
    if (llr <= bounds.lower()) return SprtVerdict::kElo0;
    return SprtVerdict::kContinue;
}

double chance_of_luck(int wins, int losses) {
    const int n = wins + losses;
    double sum = 0;
    for (int k = wins; k <= n; ++k) {
        sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) -
                        n * std::numbers::ln2);
    }
    return std::min(1.0, sum);
}

}  // namespace ninefold::tournament
