// SPDX-License-Identifier: MIT
#include "pictures/chart.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "pictures/board_shapes.h"

namespace ninefold::pictures {

namespace {

constexpr double kWidth = 640, kHeight = 320;
constexpr double kLeft = 56, kRight = 584, kTop = 44, kBottom = 264;

struct Range {
    double low = 0, high = 1;
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

/// Draws one chart; the elements are added to one string, lowest first.
class ChartDrawing {
public:
    explicit ChartDrawing(const Chart& chart) : chart_(chart), palette_(chart.theme) {
        std::vector<double> x, y, right;
        for (const Curve& curve : chart.curves) {
            for (const Point& point : curve.points) {
                x.push_back(point.x);
                (curve.on_right ? right : y).push_back(point.y);
            }
        }
        x_ = range_of(chart.x, x);
        y_ = range_of(chart.y, y);
        has_right_ = !right.empty();
        if (has_right_) right_ = range_of(chart.right, right);
    }

    std::string draw() {
        svg_ = fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" )"
                           R"(viewBox="0 0 {0} {1}" role="img" font-family="sans-serif" )"
                           R"(font-size="12"><title>{2}</title>)"
                           "\n{3}",
                           kWidth, kHeight, xml_text(chart_.title), palette_.style());
        svg_ += fmt::format(R"(<rect width="100%" height="100%" rx="6"{}/>)"
                            "\n",
                            palette_.fill(Colour::kCell));
        text(kLeft, 20, chart_.title, Colour::kInk, "start", R"( font-size="14")");
        for (const Curve& curve : chart_.curves) draw_area(curve);
        draw_axes();
        for (const Level& level : chart_.levels) draw_level(level);
        double name_at = kRight;
        for (const Curve& curve : chart_.curves) draw_curve(curve, name_at);
        return svg_ + "</svg>\n";
    }

private:
    double at_x(double x) const {
        return kLeft + (x - x_.low) / (x_.high - x_.low) * (kRight - kLeft);
    }
    double at_y(double y, bool on_right) const {
        const Range& range = on_right ? right_ : y_;
        return kBottom - (y - range.low) / (range.high - range.low) * (kBottom - kTop);
    }

    void text(double x, double y, std::string_view words, Colour colour, std::string_view anchor,
              std::string_view more = {}) {
        svg_ += fmt::format(R"(<text x="{:.5g}" y="{:.5g}" text-anchor="{}"{}{}>{}</text>)"
                            "\n",
                            x, y, anchor, palette_.fill(colour), more, xml_text(words));
    }

    void line(Point from, Point to, Colour colour, std::string_view more = {}) {
        svg_ += fmt::format(R"(<line x1="{:.5g}" y1="{:.5g}" x2="{:.5g}" y2="{:.5g}"{}{}/>)"
                            "\n",
                            from.x, from.y, to.x, to.y, palette_.stroke(colour), more);
    }

    void draw_axes() {
        for (const double value : ticks(y_.low, y_.high, 5)) {
            const double y = at_y(value, false);
            line({kLeft, y}, {kRight, y}, Colour::kLine);
            text(kLeft - 6, y + 4, number_text(value), Colour::kMuted, "end");
        }
        if (has_right_) {
            for (const double value : ticks(right_.low, right_.high, 5)) {
                text(kRight + 6, at_y(value, true) + 4, number_text(value), Colour::kMuted,
                     "start");
            }
        }
        for (const double value : ticks(x_.low, x_.high, 8)) {
            text(at_x(value), kBottom + 18, number_text(value), Colour::kMuted, "middle");
        }
        text((kLeft + kRight) / 2, kHeight - 14, chart_.x.label, Colour::kMuted, "middle");
        text(kLeft, kTop - 8, chart_.y.label, Colour::kMuted, "start");
        if (has_right_) text(kRight, kTop - 8, chart_.right.label, Colour::kMuted, "end");
    }

    void draw_level(const Level& level) {
        const double y = at_y(level.y, false);
        line({kLeft, y}, {kRight, y}, Colour::kInk, R"( stroke-dasharray="5 4")");
        text(kRight, y - 5, level.name, Colour::kInk, "end");
    }

    /// The area above and that below the height, each closed along it.
    void draw_area(const Curve& curve) {
        if (!curve.area_from) return;
        const std::vector<Point> points = with_crossings(curve.points, *curve.area_from);
        for (const bool above : {true, false}) {
            std::string path = fmt::format("{:.5g},{:.5g}", at_x(points.front().x),
                                           at_y(*curve.area_from, curve.on_right));
            for (const Point& point : points) {
                const double y = above ? std::max(point.y, *curve.area_from)
                                       : std::min(point.y, *curve.area_from);
                path += fmt::format(" {:.5g},{:.5g}", at_x(point.x), at_y(y, curve.on_right));
            }
            path += fmt::format(" {:.5g},{:.5g}", at_x(points.back().x),
                                at_y(*curve.area_from, curve.on_right));
            svg_ += fmt::format(R"(<polygon points="{}"{}/>)"
                                "\n",
                                path, palette_.fill(above ? Colour::kXSoft : Colour::kOSoft));
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
        for (const Point& point : curve.points) {
            path += fmt::format("{:.5g},{:.5g} ", at_x(point.x), at_y(point.y, curve.on_right));
        }
        svg_ += fmt::format(R"(<polyline points="{}" fill="none" stroke-width="2" )"
                            R"(stroke-linejoin="round"{}/>)"
                            "\n",
                            path, palette_.stroke(curve.colour));
        if (curve.points.size() == 1) {
            svg_ += fmt::format(R"(<circle cx="{:.5g}" cy="{:.5g}" r="3"{}/>)"
                                "\n",
                                at_x(curve.points[0].x), at_y(curve.points[0].y, curve.on_right),
                                palette_.fill(curve.colour));
        }
        if (chart_.curves.size() < 2) return;
        text(name_at, 20, curve.name, curve.colour, "end");
        name_at -= 8.0 * static_cast<double>(curve.name.size());
    }

    const Chart& chart_;
    Palette palette_;
    Range x_, y_, right_;
    bool has_right_ = false;
    std::string svg_;
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

}  // namespace ninefold::pictures
