// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <vector>

#include "pictures/board_drawing.h"
#include "pictures/png.h"

namespace ninefold::pictures {

namespace {

/// In the units of the board.
struct Place {
    double x, y;
};

double distance_to_segment(Place p, Place a, Place b) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double t =
        std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0., 1.);
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// How far outside a square with round corners; negative inside.
double distance_to_square(Place p, Square square, double radius) {
    const double half = square.size / 2.;
    const double x = std::abs(p.x - square.x - half) - half + radius;
    const double y = std::abs(p.y - square.y - half) - half + radius;
    return std::hypot(std::max(x, 0.), std::max(y, 0.)) + std::min(std::max(x, y), 0.) - radius;
}

/// Pixels. A shape is a function that says how far outside of it a point lies, negative inside;
/// an edge is as smooth as a pixel is wide.
class PixelCanvas final : public BoardCanvas {
public:
    PixelCanvas(Theme theme, int size)
        : theme_(theme),
          size_(size),
          scale_(static_cast<double>(size) / kBoardSize),
          pixels_(3 * static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

    const std::vector<std::uint8_t>& pixels() const { return pixels_; }

    void rectangle(Square square, Colour colour, int radius) override {
        paint(square, colour, 1, [&](Place p) { return distance_to_square(p, square, radius); });
    }
    void frame(Square square, Colour colour) override {
        paint({square.x - 2, square.y - 2, square.size + 4}, colour, 1,
              [&](Place p) { return std::abs(distance_to_square(p, square, 5)) - 1.5; });
    }
    void mark(Square square, rules::Side side, double opacity) override {
        const double inset = square.size * 0.24, half = square.size * 0.06;
        const Place low{square.x + inset, square.y + inset};
        const Place high{square.x + square.size - inset, square.y + square.size - inset};
        const Place middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
        if (side == rules::Side::kX) {
            paint(square, colour_of(side), opacity, [&](Place p) {
                return std::min(distance_to_segment(p, low, high),
                                distance_to_segment(p, {low.x, high.y}, {high.x, low.y})) -
                       half;
            });
        } else {
            paint(square, colour_of(side), opacity, [&](Place p) {
                const double radius = std::hypot(p.x - middle.x, p.y - middle.y);
                return std::abs(radius - (high.x - low.x) / 2) - half;
            });
        }
    }
    void number(Square, rules::Move) override {}

private:
    /// All pixels of a square that the shape covers.
    template <typename Shape>
    void paint(Square box, Colour colour, double opacity, const Shape& shape) {
        const auto rgb = red_green_blue(theme_, colour);
        const auto pixel = [&](int unit) {
            return std::clamp(static_cast<int>(std::lround(unit * scale_)), 0, size_);
        };
        for (int y = pixel(box.y); y < pixel(box.y + box.size); ++y) {
            for (int x = pixel(box.x); x < pixel(box.x + box.size); ++x) {
                const double outside = shape({(x + 0.5) / scale_, (y + 0.5) / scale_}) * scale_;
                const double covered = std::clamp(0.5 - outside, 0., 1.) * opacity;
                std::uint8_t* at =
                    &pixels_[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size_) +
                                  static_cast<std::size_t>(x))];
                for (std::size_t i = 0; i < 3; ++i) {
                    at[i] =
                        static_cast<std::uint8_t>(std::lround(at[i] + covered * (rgb[i] - at[i])));
                }
            }
        }
    }

    Theme theme_;
    int size_;
    double scale_;  ///< pixels a unit
    std::vector<std::uint8_t> pixels_;
};

}  // namespace

std::string board_png(const rules::AnyPosition& position, const BoardPicture& picture) {
    PixelCanvas canvas(picture.theme, picture.size);
    canvas.rectangle({0, 0, kBoardSize}, Colour::kGround, 0);
    draw_board(position, picture, canvas);
    return to_png(picture.size, picture.size, canvas.pixels());
}

}  // namespace ninefold::pictures
