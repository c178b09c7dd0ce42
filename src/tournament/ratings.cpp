// SPDX-License-Identifier: MIT
#include "tournament/ratings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ninefold::tournament {

namespace {

/// A symmetric positive definite matrix and what it is needed for.
class SymmetricMatrix {
public:
    explicit SymmetricMatrix(std::size_t size) : size_(size), values_(size * size) {}

    double& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }
    double at(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }

    /// Replaces the lower half by the Cholesky factor L, A = L L'.
    void factorise() {
        for (std::size_t j = 0; j < size_; ++j) {
            for (std::size_t i = j; i < size_; ++i) {
                double sum = at(i, j);
                const double *a = &values_[i * size_], *b = &values_[j * size_];
                for (std::size_t k = 0; k < j; ++k) sum -= a[k] * b[k];
                at(i, j) = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / at(j, j);
            }
        }
    }
    /// Solves A x = b, after factorise().
    std::vector<double> solve(std::vector<double> b) const {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t k = 0; k < i; ++k) b[i] -= at(i, k) * b[k];
            b[i] /= at(i, i);
        }
        for (std::size_t i = size_; i-- > 0;) {
            for (std::size_t k = i + 1; k < size_; ++k) b[i] -= at(k, i) * b[k];
            b[i] /= at(i, i);
        }
        return b;
    }
    /// The variance of a combination of the parameters where A is their curvature, after
    /// factorise().
    double variance(const std::vector<double>& weights) const {
        const std::vector<double> solved = solve(weights);
        double sum = 0;
        for (std::size_t i = 0; i < size_; ++i) sum += weights[i] * solved[i];
        return sum;
    }

private:
    std::size_t size_;
    std::vector<double> values_;
};

struct Chances {
    double x, draw, o;
};

Chances chances(double difference, double draw) {
    const double w = std::exp(difference / 2), t = std::exp(draw), l = 1 / w;
    const double sum = w + t + l;
    return {w / sum, t / sum, l / sum};
}

/// The parameters are the teams' ratings in natural units, then X's advantage, then the draw
/// parameter.
class Model {
public:
    Model(int teams, const std::vector<ResultCount>& results)
        : teams_(static_cast<std::size_t>(teams)), results_(results), values_(teams_ + 2) {}

    void fit() {
        for (int step = 0; step < 60; ++step) {
            std::vector<double> gradient(values_.size());
            SymmetricMatrix curvature = derive(gradient);
            curvature.factorise();
            std::vector<double> move = curvature.solve(gradient);
            double largest = 0;
            for (const double value : move) largest = std::max(largest, std::abs(value));
            // Far from the solution the quadratic picture is wrong: short steps.
            const double scale = largest > 1 ? 1 / largest : 1;
            for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += scale * move[i];
            if (largest < 1e-9) break;
        }
    }
    SymmetricMatrix curvature() const {
        std::vector<double> unused(values_.size());
        SymmetricMatrix matrix = derive(unused);
        matrix.factorise();
        return matrix;
    }
    double value(std::size_t index) const { return values_[index]; }
    std::size_t advantage() const { return teams_; }
    std::size_t draw() const { return teams_ + 1; }

private:
    SymmetricMatrix derive(std::vector<double>& gradient) const {
        SymmetricMatrix h(values_.size());
        for (const ResultCount& result : results_) add(result, gradient, h);
        for (std::size_t i = 0; i < teams_; ++i) add_prior(i, gradient, h);
        // Weak priors keep both from running away where the games say nothing of them.
        for (const std::size_t i : {advantage(), draw()}) {
            gradient[i] -= 0.01 * values_[i];
            h.at(i, i) += 0.01;
        }
        return h;
    }
    void add(const ResultCount& r, std::vector<double>& gradient, SymmetricMatrix& h) const {
        const auto x = static_cast<std::size_t>(r.x), o = static_cast<std::size_t>(r.o);
        const double n = r.x_wins + r.draws + r.o_wins;
        const Chances p = chances(values_[x] - values_[o] + values_[advantage()], values_[draw()]);
        const double mean = (p.x - p.o) / 2;
        const double by_difference = (r.x_wins - r.o_wins) / 2.0 - n * mean;
        const double variance = n * ((p.x + p.o) / 4 - mean * mean);
        const double mixed = -n * mean * p.draw;
        const struct {
            std::size_t index;
            double sign;
        } kTerms[] = {{x, 1}, {o, -1}, {advantage(), 1}};
        for (const auto& [i, s] : kTerms) {
            gradient[i] += s * by_difference;
            for (const auto& [j, t] : kTerms) h.at(i, j) += s * t * variance;
            h.at(i, draw()) += s * mixed;
            h.at(draw(), i) += s * mixed;
        }
        gradient[draw()] += r.draws - n * p.draw;
        h.at(draw(), draw()) += n * p.draw * (1 - p.draw);
    }
    /// One drawn game, as half a win and half a loss, against a team rated 0.
    void add_prior(std::size_t team, std::vector<double>& gradient, SymmetricMatrix& h) const {
        const double p = 1 / (1 + std::exp(-values_[team]));
        gradient[team] += 0.5 - p;
        h.at(team, team) += p * (1 - p);
    }

    std::size_t teams_;
    const std::vector<ResultCount>& results_;
    std::vector<double> values_;
};

}  // namespace

Ratings rate(int teams, const std::vector<ResultCount>& results) {
    constexpr double kElo = 400 / std::numbers::ln10;
    constexpr double kTwoSided95 = 1.959964;
    Model model(teams, results);
    model.fit();
    const SymmetricMatrix curvature = model.curvature();
    Ratings ratings;
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(teams); ++i) {
        // Of the difference to the average: the level of all together means nothing.
        std::vector<double> weights(static_cast<std::size_t>(teams) + 2);
        std::fill_n(weights.begin(), teams, -1.0 / teams);
        weights[i] += 1;
        const double error = kElo * kTwoSided95 * std::sqrt(curvature.variance(weights));
        ratings.teams.push_back({kElo * model.value(i), error, 0});
        sum += ratings.teams.back().elo;
    }
    for (Rating& rating : ratings.teams) rating.elo -= sum / std::max(1, teams);
    for (const ResultCount& result : results) {
        const int games = result.x_wins + result.draws + result.o_wins;
        ratings.teams[static_cast<std::size_t>(result.x)].games += games;
        ratings.teams[static_cast<std::size_t>(result.o)].games += games;
    }
    ratings.x_advantage = kElo * model.value(model.advantage());
    return ratings;
}

}  // namespace ninefold::tournament
