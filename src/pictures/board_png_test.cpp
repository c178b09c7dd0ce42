// SPDX-License-Identifier: MIT
#include "pictures/board_picture.h"

#include <gtest/gtest.h>

#include "pictures/png.h"
#include "rules/position_text.h"

namespace ninefold::pictures {

namespace {

std::uint32_t number_at(const std::string& png, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
        value = value << 8 | static_cast<std::uint8_t>(png[i]);
    return value;
}

/// Undoes what to_png() does, as any reader would: fixed codes and repetitions alone.
class Inflater {
public:
    explicit Inflater(std::string_view bytes) : bytes_(bytes) {}

    std::string inflate() {
        EXPECT_EQ(bits(3), 0b011U);
        std::string out;
        for (unsigned symbol = next(); symbol != 256; symbol = next()) {
            if (symbol < 256) {
                out += static_cast<char>(symbol);
                continue;
            }
            const unsigned extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
            unsigned base = 3;
            for (unsigned s = 257; s < symbol; ++s) base += 1U << (s < 265 ? 0 : (s - 261) / 4);
            const unsigned length = symbol == 285 ? 258 : base + bits(extra);
            EXPECT_EQ(code(5), 0U);
            out.append(length, out.back());
        }
        return out;
    }

private:
    unsigned bits(unsigned count) {
        unsigned value = 0;
        for (unsigned i = 0; i < count; ++i, ++at_) {
            value |= (static_cast<std::uint8_t>(bytes_[at_ / 8]) >> (at_ % 8) & 1U) << i;
        }
        return value;
    }
    unsigned code(unsigned count) {
        unsigned value = 0;
        while (count-- > 0) value = value << 1 | bits(1);
        return value;
    }
    unsigned next() {
        const unsigned seven = code(7);
        if (seven < 24) return 256 + seven;
        const unsigned eight = seven << 1 | bits(1);
        if (eight < 0xC0) return eight - 0x30;
        if (eight < 0xC8) return 280 + eight - 0xC0;
        return 144 + ((eight << 1 | bits(1)) - 0x190);
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
};

/// The pixels of a PNG that to_png() wrote.
std::string pixels_of(const std::string& png) {
    const std::uint32_t width = number_at(png, 16), height = number_at(png, 20);
    const std::size_t idat = png.find("IDAT");
    const std::string rows = Inflater(std::string_view(png).substr(idat + 6)).inflate();
    EXPECT_EQ(rows.size(), (3 * width + 1) * height);
    std::string pixels;
    for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < 3 * width; ++x) {
            const char above = y == 0 ? char{} : pixels[pixels.size() - 3 * width];
            pixels += static_cast<char>(rows[y * (3 * width + 1) + 1 + x] + above);
        }
    }
    return pixels;
}

}  // namespace

TEST(Png, EveryPixelComesBackWhateverTheRuns) {
    std::vector<std::uint8_t> rgb;
    for (int i = 0; i < 3 * 97 * 31; ++i) {
        // Runs of every length up to some thousands, and bytes of both code lengths.
        rgb.push_back(static_cast<std::uint8_t>(i < 4000 ? i * i / 997 : i % 7 == 0 ? 200 : 3));
    }
    const std::string png = to_png(97, 31, rgb);
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(pixels_of(png), std::string(rgb.begin(), rgb.end()));
    // Flat pictures get small.
    const std::vector<std::uint8_t> flat(std::size_t{3} * 600 * 600, 239);
    EXPECT_LT(to_png(600, 600, flat).size(), 9'000U);
}

TEST(BoardPng, ShowsTheMarksInTheColoursOfTheSides) {
    const auto position = rules::parse_position("9/9/9/9/o3x4/9/9/9/9 x 0 standard");
    ASSERT_TRUE(position);
    BoardPicture picture;
    picture.size = 344;
    const std::string png = board_png(*position, picture);
    EXPECT_EQ(number_at(png, 16), 344U);
    const std::string pixels = pixels_of(png);
    const auto at = [&](std::size_t x, std::size_t y) {
        return pixels.substr(3 * (344 * y + x), 3);
    };
    const auto colour = [](Colour of) {
        const auto rgb = red_green_blue(Theme::kLight, of);
        return std::string(rgb.begin(), rgb.end());
    };
    EXPECT_EQ(at(1, 1), colour(Colour::kGround));
    // The middle of the board is the middle of X's mark.
    EXPECT_EQ(at(172, 172), colour(Colour::kX));
    EXPECT_NE(pixels.find(colour(Colour::kO)), std::string::npos);
    EXPECT_LT(png.size(), 60'000U);
}

}  // namespace ninefold::pictures
