// SPDX-License-Identifier: MIT
#include "pictures/svg.h"

#include "base/foreign_text.h"

namespace ninefold::pictures {

namespace {

struct Shades {
    std::string_view name, light, dark;
};

constexpr std::array<Shades, kColourCount> kShades = {{
    {"ground", "#efece5", "#111418"},
    {"ink", "#1d2128", "#e8eaed"},
    {"muted", "#5c6470", "#a3abb6"},
    {"line", "#ddd7ca", "#2c333d"},
    {"block", "#d9d2c3", "#0c0e11"},
    {"cell", "#ffffff", "#262c36"},
    {"cell-idle", "#f8f6f1", "#1a1f26"},
    {"x", "#1462b8", "#6db4ff"},
    {"o", "#b94e06", "#ffad60"},
    {"x-soft", "#d9e8f8", "#1d3550"},
    {"o-soft", "#fbe4d0", "#4a3018"},
    {"last", "#fbeebb", "#4b4320"},
}};
constexpr std::array<std::string_view, 3> kThemes = {"light", "dark", "auto"};

const Shades& shades_of(Colour colour) { return kShades[static_cast<std::size_t>(colour)]; }

}  // namespace

std::string_view name(Theme theme) { return kThemes[static_cast<std::size_t>(theme)]; }

base::Result<Theme> parse_theme(std::string_view text) {
    for (std::size_t i = 0; i < kThemes.size(); ++i) {
        if (kThemes[i] == text) return static_cast<Theme>(i);
    }
    return base::fail("unknown theme '{}'; known are light, dark and auto", text);
}

std::array<std::uint8_t, 3> red_green_blue(Theme theme, Colour colour) {
    const Shades& shades = shades_of(colour);
    const std::string_view text = theme == Theme::kDark ? shades.dark : shades.light;
    const auto digit = [&](std::size_t i) {
        return static_cast<unsigned>(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
    };
    const auto part = [&](std::size_t i) {
        return static_cast<std::uint8_t>(16 * digit(i) + digit(i + 1));
    };
    return {part(1), part(3), part(5)};
}

std::string Svg::attribute(std::string_view property, Colour colour) const {
    const Shades& shades = shades_of(colour);
    if (theme_ == Theme::kDark) return fmt::format(R"( {}="{}")", property, shades.dark);
    if (theme_ == Theme::kLight) return fmt::format(R"( {}="{}")", property, shades.light);
    return fmt::format(R"( {0}="{1}" class="ninefold-{0}-{2}")", property, shades.light,
                       shades.name);
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
            css += fmt::format(".ninefold-{0}-{1}{{{0}:{2}}}", property, shades.name, shades.dark);
        }
    }
    add("<style>@media (prefers-color-scheme: dark){{{}}}</style>", css);
}

std::string xml_text(std::string_view text) { return base::escape_xml(base::safe_name(text)); }

}  // namespace ninefold::pictures
