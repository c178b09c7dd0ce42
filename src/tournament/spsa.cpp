// SPDX-License-Identifier: MIT
#include "tournament/spsa.h"

#include <algorithm>
#include <cmath>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/rng.h"
#include "base/split.h"

namespace ninefold::tournament {

namespace {

constexpr double kAlpha = 0.602, kGamma = 0.101;
constexpr double kStability = 0.1;  ///< of the iterations: keeps the first steps small
constexpr double kEndGain = 0.05;   ///< of a step, for winning all games of the last iteration

}  // namespace

base::Result<TunedOption> TunedOption::parse(std::string_view text) {
    const auto wrong = [&] {
        return base::fail("option {}; it reads NAME=START,MIN,MAX[,STEP], e.g. c=0.9,0.1,3",
                          base::quoted(text));
    };
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos) return wrong();
    std::vector<double> numbers;
    for (const std::string_view part : base::split(text.substr(equals + 1), ',')) {
        const auto number = base::parse_number<double>(part);
        if (!number || !std::isfinite(*number)) return wrong();
        numbers.push_back(*number);
    }
    if (numbers.size() < 3 || numbers.size() > 4) return wrong();
    TunedOption option{std::string(text.substr(0, equals)), numbers[0], numbers[1], numbers[2]};
    option.step = numbers.size() == 4 ? numbers[3] : (option.max - option.min) / 20;
    option.whole = text.substr(equals).find_first_of(".e") == std::string_view::npos;
    if (!(option.min <= option.start && option.start <= option.max && option.min < option.max &&
          option.step > 0 && option.step <= option.max - option.min)) {
        return base::fail("option {}: the start lies between the minimum and the maximum, and the "
                          "step is above 0 and not larger than what lies between those",
                          base::quoted(text));
    }
    if (option.whole) option.step = std::max(1.0, option.step);
    return option;
}

std::string TunedOption::text(double value) const {
    const double bounded = std::clamp(value, min, max);
    if (whole) return fmt::format("{}", std::llround(bounded));
    return fmt::format("{:.6g}", bounded);
}

Spsa::Spsa(std::vector<TunedOption> options, int iterations, std::uint64_t seed)
    : options_(std::move(options)), iterations_(std::max(1, iterations)), seed_(seed) {
    for (const TunedOption& option : options_) values_.push_back(option.start);
}

/// Falls to the option's step in the last iteration.
double Spsa::perturbation(std::size_t option, int iteration) const {
    return options_[option].step * std::pow(iterations_, kGamma) / std::pow(iteration + 1, kGamma);
}

double Spsa::direction(std::size_t option, int iteration) const {
    const auto part = static_cast<std::uint64_t>(iteration) * options_.size() + option;
    return base::derived_seed(seed_, part) % 2 == 0 ? 1 : -1;
}

Spsa::Trial Spsa::trial(int iteration) const {
    Trial trial;
    for (std::size_t i = 0; i < options_.size(); ++i) {
        const double move = direction(i, iteration) * perturbation(i, iteration);
        trial.plus.push_back(std::clamp(values_[i] + move, options_[i].min, options_[i].max));
        trial.minus.push_back(std::clamp(values_[i] - move, options_[i].min, options_[i].max));
    }
    return trial;
}

void Spsa::learn(int iteration, double score) {
    const double stability = kStability * iterations_;
    for (std::size_t i = 0; i < options_.size(); ++i) {
        const double end = kEndGain * options_[i].step;
        const double gain = end * std::pow(stability + iterations_, kAlpha) /
                            std::pow(stability + iteration + 1, kAlpha);
        const double value = values_[i] + gain * score * direction(i, iteration);
        values_[i] = std::clamp(value, options_[i].min, options_[i].max);
    }
}

}  // namespace ninefold::tournament
