// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ninefold::tournament {

/// A number of a bot that is to be tuned.
struct TunedOption {
    std::string name;
    double start = 0, min = 0, max = 0;
    double step = 0;  ///< by which it is moved to and fro at the end of the run
    bool whole = false;

    /// `NAME=START,MIN,MAX[,STEP]`; whole numbers throughout make the option whole. The step is a
    /// twentieth of the range where it is not said.
    static base::Result<TunedOption> parse(std::string_view text);
    /// As it is written in a bot's source.
    std::string text(double value) const;
};

/// Simultaneous perturbation stochastic approximation (J. C. Spall, IEEE Transactions on Aerospace
/// and Electronic Systems 34, 1998): all options are moved at once, up or down by chance; two bots,
/// one with the moves and one with their opposites, play; everything goes a little towards the
/// winner. The gains fall as Spall recommends (0.602 and 0.101). Deterministic in its seed.
class Spsa {
public:
    Spsa(std::vector<TunedOption> options, int iterations, std::uint64_t seed);

    struct Trial {
        std::vector<double> plus, minus;
    };
    /// What to play in an iteration, from 0, given the values so far.
    Trial trial(int iteration) const;
    /// `score` is that of plus in the games of the iteration: its points less minus's, by game.
    void learn(int iteration, double score);

    const std::vector<double>& values() const { return values_; }
    const std::vector<TunedOption>& options() const { return options_; }

private:
    double perturbation(std::size_t option, int iteration) const;
    double direction(std::size_t option, int iteration) const;

    std::vector<TunedOption> options_;
    int iterations_;
    std::uint64_t seed_;
    std::vector<double> values_;
};

}  // namespace ninefold::tournament
