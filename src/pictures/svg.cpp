// SPDX-License-Identifier: MIT
#include "pictures/svg.h"

#include "base/enum_names.h"
#include "base/foreign_text.h"

namespace ninefold::pictures {

namespace {

struct Shades {
    std::string_view name;
    std::uint32_t light, dark;  ///< red, green and blue
};

constexpr std::array<Shades, kColourCount> kShades = {{
    {"ground", 0xefece5, 0x111418},
    {"ink", 0x1d2128, 0xe8eaed},
    {"muted", 0x5c6470, 0xa3abb6},
    {"line", 0xddd7ca, 0x2c333d},
    {"block", 0xd9d2c3, 0x0c0e11},
    {"cell", 0xffffff, 0x262c36},
    {"cell-idle", 0xf8f6f1, 0x1a1f26},
    {"x", 0x1462b8, 0x6db4ff},
    {"o", 0xb94e06, 0xffad60},
    {"x-soft", 0xd9e8f8, 0x1d3550},
    {"o-soft", 0xfbe4d0, 0x4a3018},
    {"last", 0xfbeebb, 0x4b4320},
}};
constexpr base::EnumNames<Theme, 3> kThemes = {"light", "dark", "auto"};

const Shades& shades_of(Colour colour) { return kShades[static_cast<std::size_t>(colour)]; }

}  // namespace

base::Result<Theme> parse_theme(std::string_view text) {
    if (const auto theme = kThemes.find(text)) return *theme;
    return base::fail("unknown theme '{}'; known are light, dark and auto", text);
}

std::array<std::uint8_t, 3> red_green_blue(Theme theme, Colour colour) {
    const Shades& shades = shades_of(colour);
    const std::uint32_t shade = theme == Theme::kDark ? shades.dark : shades.light;
    return {static_cast<std::uint8_t>(shade >> 16), static_cast<std::uint8_t>(shade >> 8),
            static_cast<std::uint8_t>(shade)};
}

std::string Svg::attribute(std::string_view property, Colour colour) const {
    const Shades& shades = shades_of(colour);
    std::string text = fmt::format(R"( {}="#{:06x}")", property,
                                   theme_ == Theme::kDark ? shades.dark : shades.light);
    if (theme_ == Theme::kAuto) {
        text += fmt::format(R"( class="ninefold-{}-{}")", property, shades.name);
    }
    return text;
}

void Svg::open(double width, double height, double units_wide, double units_high,
               std::string_view title, std::string_view more) {
    add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{:.5g}" height="{:.5g}" )"
        R"(viewBox="0 0 {:.5g} {:.5g}" role="img"{}>)",
        width, height, units_wide, units_high, more);
    add("<title>{}</title>", xml_text(title));
    if (theme_ != Theme::kAuto) return;
    std::string css;
    for (const Shades& shades : kShades) {
        for (const std::string_view property : {"fill", "stroke"}) {
            css += fmt::format(".ninefold-{0}-{1}{{{0}:#{2:06x}}}", property, shades.name,
                               shades.dark);
        }
    }
    add("<style>@media (prefers-color-scheme: dark){{{}}}</style>", css);
}

std::string xml_text(std::string_view text) { return base::escape_xml(base::safe_name(text)); }

}  // namespace ninefold::pictures
