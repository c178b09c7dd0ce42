// SPDX-License-Identifier: MIT
// What the charts of chart.h show: a game, a test, a training run.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number.h"
#include "base/split.h"
#include "pictures/chart.h"

namespace ninefold::pictures {

namespace {

constexpr int kSkippedSteps = 50;

std::string players_of(const record::GameRecord& game) {
    if (game.x.empty() && game.o.empty()) return "X's expected score";
    return fmt::format("{} (X) v {} (O)   {}", game.x, game.o, record::result_text(game));
}

}  // namespace

base::Result<Chart> evaluation_chart(const record::GameRecord& game) {
    Curve curve;
    curve.colour = Colour::kInk;
    curve.area_from = 50;
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
        if (!game.plies[i].eval) continue;
        curve.points.push_back({static_cast<double>(i + 1), 100 * *game.plies[i].eval});
    }
    if (curve.points.empty()) return base::fail("the game has no evaluations to draw");
    Chart chart;
    chart.title = players_of(game);
    chart.x = {"move", 0, static_cast<double>(game.plies.size())};
    chart.y = {"X's expected score, %", 0, 100};
    chart.curves = {std::move(curve)};
    return chart;
}

Chart sprt_chart(const std::vector<double>& llr, double lower, double upper) {
    constexpr std::size_t kMostPoints = 1000;
    Curve curve{"", {{0, 0}}};
    for (std::size_t i = 1; i <= std::min(kMostPoints, llr.size()); ++i) {
        const std::size_t pairs = std::max(i, i * llr.size() / kMostPoints);
        curve.points.push_back({static_cast<double>(pairs), llr[pairs - 1]});
    }
    const double margin = 0.1 * (upper - lower);
    Chart chart;
    chart.title = "Sequential probability ratio test";
    chart.x = {"pairs of games", 0, {}};
    chart.y = {"log-likelihood ratio", lower - margin, upper + margin};
    chart.levels = {{upper, "accepted"}, {lower, "rejected"}};
    for (const Point& point : curve.points) {
        chart.y.low = std::min(*chart.y.low, point.y);
        chart.y.high = std::max(*chart.y.high, point.y);
    }
    chart.curves = {std::move(curve)};
    return chart;
}

base::Result<Chart> training_chart(std::string_view csv) {
    Curve loss{"training loss", {}}, held{"held-out error", {}, Colour::kO, true};
    int number = 0;
    for (std::string_view row : base::split(csv, '\n')) {
        ++number;
        if (row.ends_with('\r')) row.remove_suffix(1);
        if (row.empty()) continue;
        const std::vector<std::string_view> cells = base::split(row, ',');
        const auto value = [&](std::size_t i) {
            return cells.size() > i ? base::parse_number<double>(cells[i]) : std::nullopt;
        };
        const auto step = value(0), at = value(1);
        if (!step || !at || !std::isfinite(*step) || !std::isfinite(*at)) {
            return base::fail(
                "line {}: expected the trainer's columns, step,loss,draw-loss[,error…]", number);
        }
        if (*step <= kSkippedSteps) continue;
        loss.points.push_back({*step, *at});
        if (const auto error = value(3)) held.points.push_back({*step, *error});
    }
    if (loss.points.empty()) {
        return base::fail("there is nothing to draw: no step after step {}", kSkippedSteps);
    }
    Chart chart;
    chart.title = "Training";
    chart.x.label = "step";
    chart.y.label = "loss (cross-entropy)";
    chart.right.label = "RMSE against search";
    chart.curves = {std::move(loss)};
    if (!held.points.empty()) chart.curves.push_back(std::move(held));
    return chart;
}

}  // namespace ninefold::pictures
