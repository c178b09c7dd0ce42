// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace ninefold::pictures {

/// What a picture's colours suit: a light page, a dark page, or whichever the reader prefers.
/// kAuto follows `prefers-color-scheme`; programs that know no CSS show its light colours.
enum class Theme : std::uint8_t { kLight, kDark, kAuto };
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

/// A picture as it grows: elements are added lowest first, each a line.
class Svg {
public:
    explicit Svg(Theme theme) : theme_(theme) {}

    /// The root element up to its title and style. `more` are further attributes of it.
    void open(double width, double height, double units_wide, double units_high,
              std::string_view title, std::string_view more = {});
    template <typename... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }
    /// What was added since the last call.
    std::string take() { return std::exchange(text_, {}); }

    /// ` fill="#1462b8"`, with the blank before it: the one colour of an element. Under
    /// Theme::kAuto the element gets a class besides, which its style changes on dark pages; so
    /// call one of the two once an element.
    std::string fill(Colour colour) const { return attribute("fill", colour); }
    std::string stroke(Colour colour) const { return attribute("stroke", colour); }

private:
    std::string attribute(std::string_view property, Colour colour) const;

    Theme theme_;
    std::string text_;
};

/// A string as XML shows it: `&`, `<`, `>` and quotes escaped, bytes that are not UTF-8 replaced.
std::string xml_text(std::string_view text);

}  // namespace ninefold::pictures
