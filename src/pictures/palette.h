// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ninefold::pictures {

/// What a picture's colours suit: a light page, a dark page, or whichever the reader prefers.
/// kAuto follows `prefers-color-scheme`; programs that know no CSS show its light colours.
enum class Theme : std::uint8_t { kLight, kDark, kAuto };
std::string_view name(Theme theme);
base::Result<Theme> parse_theme(std::string_view text);

/// What a colour is for. The values are those of the page (web/src/style/colours.css).
enum class Colour : std::uint8_t {
    kGround,
    kInk,
    kMuted,  ///< axes and numbers
    kLine,
    kBlock,
    kCell,      ///< where the mover may play
    kCellIdle,  ///< where the mover may not
    kX,
    kO,
    kXSoft,
    kOSoft,
    kLast,  ///< the last move
};
inline constexpr int kColourCount = 12;

/// Under kAuto the light one.
std::array<std::uint8_t, 3> red_green_blue(Theme theme, Colour colour);

/// Writes the one colour of an SVG element, fill or stroke. Under Theme::kAuto the element
/// gets a class besides, which style() changes on dark pages; so call one of the two once an
/// element.
class Palette {
public:
    explicit Palette(Theme theme) : theme_(theme) {}

    /// ` fill="#1462b8"`, with the blank before it.
    std::string fill(Colour colour) const { return attribute("fill", colour); }
    std::string stroke(Colour colour) const { return attribute("stroke", colour); }
    /// The `<style>` element that a picture begins with; empty where the theme needs none.
    std::string style() const;

private:
    std::string attribute(std::string_view property, Colour colour) const;

    Theme theme_;
};

}  // namespace ninefold::pictures
