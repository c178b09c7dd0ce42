// SPDX-License-Identifier: MIT
#include "server/board_png.h"

#include <gtest/gtest.h>
#include <boost/beast/zlib/inflate_stream.hpp>

#include "rules/position_text.h"

namespace ninefold::server {

namespace {

std::uint32_t number_at(const std::string& png, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
        value = value << 8 | static_cast<std::uint8_t>(png[i]);
    return value;
}

/// The pixels of a PNG that board_png() wrote, all rows of which are as they are.
std::string pixels_of(const std::string& png) {
    namespace zlib = boost::beast::zlib;
    const std::uint32_t width = number_at(png, 16), height = number_at(png, 20);
    const std::size_t idat = png.find("IDAT");
    std::string rows((3 * width + 1) * height, '\x7f');
    zlib::z_params part;
    part.next_in = png.data() + idat + 6;
    part.avail_in = number_at(png, idat - 4) - 6;
    part.next_out = rows.data();
    part.avail_out = rows.size();
    boost::beast::error_code error;
    zlib::inflate_stream().write(part, zlib::Flush::finish, error);
    EXPECT_EQ(error, zlib::error::end_of_stream);
    EXPECT_EQ(part.total_out, rows.size());
    std::string pixels;
    for (std::size_t y = 0; y < height; ++y) {
        EXPECT_EQ(rows[y * (3 * width + 1)], '\0');
        pixels += rows.substr(y * (3 * width + 1) + 1, 3 * width);
    }
    return pixels;
}

}  // namespace

TEST(BoardPng, ShowsTheMarksInTheColoursOfTheSides) {
    const auto position = rules::parse_position("9/9/9/9/o3x4/9/9/9/9 x 0 standard");
    ASSERT_TRUE(position);
    pictures::BoardPicture picture;
    picture.size = 344;
    const std::string png = board_png(*position, picture);
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(number_at(png, 16), 344U);
    const std::string pixels = pixels_of(png);
    const auto at = [&](std::size_t x, std::size_t y) {
        return pixels.substr(3 * (344 * y + x), 3);
    };
    using pictures::Colour;
    const auto colour = [](Colour of) {
        const auto rgb = pictures::red_green_blue(pictures::Theme::kLight, of);
        return std::string(rgb.begin(), rgb.end());
    };
    EXPECT_EQ(at(1, 1), colour(Colour::kGround));
    // The middle of the board is the middle of X's mark.
    EXPECT_EQ(at(172, 172), colour(Colour::kX));
    EXPECT_NE(pixels.find(colour(Colour::kO)), std::string::npos);
    EXPECT_LT(png.size(), 9'000U) << "flat pictures are small";
}

}  // namespace ninefold::server
