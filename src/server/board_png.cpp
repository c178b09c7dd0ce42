// SPDX-License-Identifier: MIT
#include "server/board_png.h"

#include <algorithm>
#include <cmath>

#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/crc.hpp>

#include "pictures/board_drawing.h"

namespace ninefold::server {

namespace {

using pictures::Colour;
using pictures::colour_of;
using pictures::Square;

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
class PixelCanvas final : public pictures::BoardCanvas {
public:
    PixelCanvas(pictures::Theme theme, int size)
        : theme_(theme),
          size_(size),
          scale_(static_cast<double>(size) / pictures::kBoardSize),
          rows_(static_cast<std::size_t>(size) * (3 * static_cast<std::size_t>(size) + 1), '\0') {}

    /// As PNG has them: a byte that says that the row is as it is, then red, green and blue of each
    /// pixel.
    const std::string& rows() const { return rows_; }

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
                char* at = &rows_[static_cast<std::size_t>(y * (3 * size_ + 1) + 1 + 3 * x)];
                for (const std::uint8_t wanted : rgb) {
                    const auto below = static_cast<std::uint8_t>(*at);
                    *at++ = static_cast<char>(std::lround(below + covered * (wanted - below)));
                }
            }
        }
    }

    pictures::Theme theme_;
    int size_;
    double scale_;  ///< pixels a unit
    std::string rows_;
};

std::string big_endian(std::size_t value) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xFF);
    return out;
}

/// In zlib's format (RFC 1950).
std::string compressed(const std::string& bytes) {
    namespace zlib = boost::beast::zlib;
    zlib::deflate_stream stream;
    std::string out(stream.upper_bound(bytes.size()), '\0');
    zlib::z_params part;
    part.next_in = bytes.data();
    part.avail_in = bytes.size();
    part.next_out = out.data();
    part.avail_out = out.size();
    boost::beast::error_code end_of_stream;
    stream.write(part, zlib::Flush::finish, end_of_stream);
    out.resize(part.total_out);
    std::uint32_t low = 1, high = 0;  // Adler's checksum
    for (const char c : bytes) {
        low = (low + static_cast<std::uint8_t>(c)) % 65521;
        high = (high + low) % 65521;
    }
    return "\x78\x01" + out + big_endian(high << 16 | low);
}

std::string chunk(std::string_view type, const std::string& data) {
    const std::string body = std::string(type) + data;
    boost::crc_32_type crc;
    crc.process_bytes(body.data(), body.size());
    return big_endian(data.size()) + body + big_endian(crc.checksum());
}

}  // namespace

std::string board_png(const rules::AnyPosition& position, const pictures::BoardPicture& picture) {
    PixelCanvas canvas(picture.theme, picture.size);
    canvas.rectangle({0, 0, pictures::kBoardSize}, Colour::kGround, 0);
    pictures::draw_board(position, picture, canvas);
    const std::string size = big_endian(static_cast<std::size_t>(picture.size));
    return "\x89PNG\r\n\x1a\n" +
           chunk("IHDR", size + size + std::string{8, 2, 0, 0, 0}) +  // 8 bits of each colour
           chunk("IDAT", compressed(canvas.rows())) + chunk("IEND", "");
}

}  // namespace ninefold::server
