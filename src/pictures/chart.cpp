// SPDX-License-Identifier: MIT
#include "pictures/chart.h"

#include <algorithm>
#include <cmath>

#include "base/foreign_text.h"

namespace ninefold::pictures {

namespace {

constexpr double kWidth = 640;

struct Range {
    double low = 0, high = 1;
    double share(double value) const { return (value - low) / (high - low); }
};

/// The range of an axis; never empty.
Range range_of(const Axis& axis, const std::vector<double>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    Range range{axis.low.value_or(*least), axis.high.value_or(*most)};
    if (range.high <= range.low) range.high = range.low + 1;
    return range;
}

std::string number_text(double value) {
    return std::abs(value) >= 10'000 ? fmt::format("{:.4g}k", value / 1000)
                                     : fmt::format("{:.5g}", value == 0 ? 0.0 : value);
}

/// What charts and lists of ratings are drawn with.
class Plot {
public:
    Plot(double height, std::string_view title, Theme theme) : svg_(theme) {
        svg_.open(kWidth, height, kWidth, height, title,
                  R"( font-family="sans-serif" font-size="12")");
        svg_.add(R"(<rect width="100%" height="100%" rx="6"{}/>)", svg_.fill(Colour::kCell));
    }

protected:
    void text(Point at, std::string_view words, Colour colour, std::string_view anchor,
              std::string_view more = {}) {
        svg_.add(R"(<text x="{:.5g}" y="{:.5g}" text-anchor="{}"{}{}>{}</text>)", at.x, at.y,
                 anchor, svg_.fill(colour), more, xml_text(words));
    }
    void line(Point from, Point to, Colour colour, std::string_view more = {}) {
        svg_.add(R"(<line x1="{:.5g}" y1="{:.5g}" x2="{:.5g}" y2="{:.5g}"{}{}/>)", from.x, from.y,
                 to.x, to.y, svg_.stroke(colour), more);
    }

    Svg svg_;
};

class ChartDrawing : Plot {
    static constexpr double kHeight = 320;
    static constexpr double kLeft = 56, kRight = 584, kTop = 44, kBottom = 264;

public:
    explicit ChartDrawing(const Chart& chart)
        : Plot(kHeight, chart.title, chart.theme), chart_(chart) {
        std::vector<double> x, y, right;
        for (const Curve& curve : chart.curves) {
            for (const Point& point : curve.points) {
                x.push_back(point.x);
                (curve.on_right ? right : y).push_back(point.y);
            }
        }
        x_ = range_of(chart.x, x);
        y_ = range_of(chart.y, y);
        if (!right.empty()) right_ = range_of(chart.right, right);
    }

    std::string draw() {
        text({kLeft, 20}, chart_.title, Colour::kInk, "start", R"( font-size="14")");
        for (const Curve& curve : chart_.curves) draw_area(curve);
        draw_axes();
        for (const Level& level : chart_.levels) draw_level(level);
        double name_at = kRight;
        for (const Curve& curve : chart_.curves) draw_curve(curve, name_at);
        return svg_.take() + "</svg>\n";
    }

private:
    double at_x(double x) const { return kLeft + x_.share(x) * (kRight - kLeft); }
    double at_y(double y, bool on_right = false) const {
        return kBottom - (on_right ? *right_ : y_).share(y) * (kBottom - kTop);
    }
    std::string on_path(double x, double y, const Curve& curve) const {
        return fmt::format("{:.5g},{:.5g} ", at_x(x), at_y(y, curve.on_right));
    }

    void draw_axes() {
        for (const double value : ticks(y_.low, y_.high, 5)) {
            const double y = at_y(value);
            line({kLeft, y}, {kRight, y}, Colour::kLine);
            text({kLeft - 6, y + 4}, number_text(value), Colour::kMuted, "end");
        }
        if (right_) {
            for (const double value : ticks(right_->low, right_->high, 5)) {
                text({kRight + 6, at_y(value, true) + 4}, number_text(value), Colour::kMuted,
                     "start");
            }
            text({kRight, kTop - 8}, chart_.right.label, Colour::kMuted, "end");
        }
        for (const double value : ticks(x_.low, x_.high, 8)) {
            text({at_x(value), kBottom + 18}, number_text(value), Colour::kMuted, "middle");
        }
        text({(kLeft + kRight) / 2, kHeight - 14}, chart_.x.label, Colour::kMuted, "middle");
        text({kLeft, kTop - 8}, chart_.y.label, Colour::kMuted, "start");
    }

    void draw_level(const Level& level) {
        const double y = at_y(level.y);
        line({kLeft, y}, {kRight, y}, Colour::kInk, R"( stroke-dasharray="5 4")");
        text({kRight, y - 5}, level.name, Colour::kInk, "end");
    }

    /// The area above and that below the height, each closed along it.
    void draw_area(const Curve& curve) {
        if (!curve.area_from) return;
        const double from = *curve.area_from;
        const std::vector<Point> points = with_crossings(curve.points, from);
        for (const bool above : {true, false}) {
            std::string path = on_path(points.front().x, from, curve);
            for (const Point& point : points) {
                const double y = above ? std::max(point.y, from) : std::min(point.y, from);
                path += on_path(point.x, y, curve);
            }
            path += on_path(points.back().x, from, curve);
            svg_.add(R"(<polygon points="{}"{}/>)", path,
                     svg_.fill(above ? Colour::kXSoft : Colour::kOSoft));
        }
    }

    /// The points, and those where the curve crosses the height.
    static std::vector<Point> with_crossings(const std::vector<Point>& points, double height) {
        std::vector<Point> result;
        for (const Point& point : points) {
            if (!result.empty() && (result.back().y - height) * (point.y - height) < 0) {
                const Point& before = result.back();
                const double share = (height - before.y) / (point.y - before.y);
                result.push_back({before.x + share * (point.x - before.x), height});
            }
            result.push_back(point);
        }
        return result;
    }

    /// Names stand from right to left beside the title, where there are several curves.
    void draw_curve(const Curve& curve, double& name_at) {
        std::string path;
        for (const Point& point : curve.points) path += on_path(point.x, point.y, curve);
        svg_.add(
            R"(<polyline points="{}" fill="none" stroke-width="2" stroke-linejoin="round"{}/>)",
            path, svg_.stroke(curve.colour));
        if (curve.points.size() == 1) {
            svg_.add(R"(<circle cx="{:.5g}" cy="{:.5g}" r="3"{}/>)", at_x(curve.points[0].x),
                     at_y(curve.points[0].y, curve.on_right), svg_.fill(curve.colour));
        }
        if (chart_.curves.size() < 2) return;
        text({name_at, 20}, curve.name, curve.colour, "end");
        name_at -= 8.0 * static_cast<double>(curve.name.size());
    }

    const Chart& chart_;
    Range x_, y_;
    std::optional<Range> right_;
};

class RatingsDrawing : Plot {
    static constexpr double kNamesEnd = 180, kBarsEnd = 600, kRowHeight = 24, kFirstRow = 56;

public:
    RatingsDrawing(const std::vector<RatedName>& rows, std::string_view title, Theme theme)
        : Plot(height_of(rows), title, theme), rows_(rows) {
        std::vector<double> ends;
        for (const RatedName& row : rows) {
            ends.insert(ends.end(), {row.elo - row.error, row.elo + row.error});
        }
        elo_ = range_of({}, ends);
        text({16, 24}, title, Colour::kInk, "start");
    }

    std::string draw() {
        const double height = height_of(rows_);
        for (const double elo : ticks(elo_.low, elo_.high, 6)) {
            line({at(elo), kFirstRow - 12}, {at(elo), height - 28}, Colour::kLine);
            text({at(elo), height - 10}, elo == 0 ? "0" : fmt::format("{:+.0f}", elo),
                 Colour::kMuted, "middle");
        }
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            draw_row(rows_[i], kFirstRow + kRowHeight * static_cast<double>(i));
        }
        return svg_.take() + "</svg>\n";
    }

private:
    static double height_of(const std::vector<RatedName>& rows) {
        return kFirstRow + kRowHeight * static_cast<double>(rows.size()) + 24;
    }
    double at(double elo) const { return kNamesEnd + elo_.share(elo) * (kBarsEnd - kNamesEnd); }

    void draw_row(const RatedName& row, double y) {
        constexpr std::size_t kMostBytes = 24;
        text({kNamesEnd - 12, y + 4}, base::safe_name(row.name, kMostBytes), Colour::kInk, "end");
        const double low = at(row.elo - row.error), high = at(row.elo + row.error);
        line({low, y}, {high, y}, Colour::kX);
        for (const double end : {low, high}) line({end, y - 4}, {end, y + 4}, Colour::kX);
        svg_.add(
            R"(<circle cx="{:.5g}" cy="{:.5g}" r="4"{}><title>{:+.0f} ± {:.0f}</title></circle>)",
            at(row.elo), y, svg_.fill(Colour::kX), row.elo, row.error);
    }

    const std::vector<RatedName>& rows_;
    Range elo_;
};

}  // namespace

std::vector<double> ticks(double low, double high, int wanted) {
    const double rough = (high - low) / std::max(wanted, 1);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = power;
    for (const double factor : {2.0, 5.0, 10.0}) {
        if (step < 0.999 * rough) step = factor * power;
    }
    std::vector<double> result;
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) {
        result.push_back(k * step);
    }
    return result;
}

std::string to_svg(const Chart& chart) { return ChartDrawing(chart).draw(); }

std::string ratings_svg(const std::vector<RatedName>& rows, std::string_view title, Theme theme) {
    return RatingsDrawing(rows, title, theme).draw();
}

}  // namespace ninefold::pictures
