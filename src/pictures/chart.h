// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "pictures/svg.h"
#include "record/game_record.h"

namespace ninefold::pictures {

struct Point {
    double x = 0, y = 0;
};

/// A line through points, from left to right, in the units of its axes.
struct Curve {
    std::string name;
    std::vector<Point> points;
    Colour colour = Colour::kX;
    bool on_right = false;  ///< measured on the right axis
    /// Fills the area between the curve and this height: above it in X's soft colour, below in O's.
    std::optional<double> area_from{};
};

struct Axis {
    std::string label;
    std::optional<double> low{}, high{};  ///< the range; that of the points where it is not set
};

/// A dashed line across the chart with its name.
struct Level {
    double y = 0;
    std::string name;
};

/// Curves over one x axis, with one y axis or two.
struct Chart {
    std::string title;
    Axis x, y, right;
    std::vector<Curve> curves;
    std::vector<Level> levels;
    Theme theme = Theme::kLight;
};

/// A chart as a complete `<svg>` element. Precondition: a curve on the left axis has a point.
std::string to_svg(const Chart& chart);

/// Even steps of 1, 2 or 5 times a power of ten that cover a range, about `wanted` of them.
std::vector<double> ticks(double low, double high, int wanted);

/// X's expected score after every move, as the record has it. Fails where it has none.
base::Result<Chart> evaluation_chart(const record::GameRecord& game);

/// The log-likelihood ratio of an SPRT after each pair, with its two bounds; at most 1,000 points.
Chart sprt_chart(const std::vector<double>& llr, double lower, double upper);

/// The curve of a training run from what the trainer writes, RUN/student.csv: step, loss, loss of
/// the draw, and in some rows the held-out error. The first 50 steps are left out: they would
/// flatten the rest.
base::Result<Chart> training_chart(std::string_view csv);

/// A rating with half its 95 % interval.
struct RatedName {
    std::string name;
    double elo = 0, error = 0;
};

/// Ratings with error bars, one below the other in the given order. Precondition: there is one.
std::string ratings_svg(const std::vector<RatedName>& rows, std::string_view title, Theme theme);

}  // namespace ninefold::pictures
