// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace ninefold::tournament {

/// Which of two claims about an Elo difference a test is to decide between, and how often it may be
/// wrong.
struct SprtBounds {
    double elo0 = 0, elo1 = 5;
    double alpha = 0.05;  ///< accepting elo1 where elo0 is true
    double beta = 0.05;   ///< accepting elo0 where elo1 is true

    double lower() const;  ///< the log-likelihood ratio at which elo0 is accepted …
    double upper() const;  ///< … and elo1
};

enum class SprtVerdict : std::uint8_t { kContinue, kElo0, kElo1 };

/// The generalised sequential probability ratio test on pairs of games. A pair scores 0, 1/2, 1,
/// 3/2 or 2 points; `pairs` counts them. The ratio is that of the most likely distributions of pair
/// scores with each of the two expected scores, given the counts: exact, where the usual formula is
/// an approximation. Working with pairs instead of games takes the opening's advantage out of the
/// variance.
///
/// M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on normalized Elo"
/// (2019–2021, hardy.uhasselt.be/Fishtest), after T. L. Lai and others; the likelihood is maximised
/// as in A. B. Owen, "Empirical Likelihood" (2001), chapter 2.
double log_likelihood_ratio(const std::array<int, 5>& pairs, const SprtBounds& bounds);

SprtVerdict judge(double llr, const SprtBounds& bounds);

/// The expected score of one game at an Elo difference.
double expected_score(double elo);

/// The sign test: how likely a bot that is no better than its opponent wins at least `wins` of
/// wins + losses games (draws say nothing). Exact. 1 where there are no such games.
double chance_of_luck(int wins, int losses);

}  // namespace ninefold::tournament
