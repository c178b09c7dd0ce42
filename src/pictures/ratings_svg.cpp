// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "pictures/board_shapes.h"
#include "pictures/chart.h"

namespace ninefold::pictures {

namespace {

constexpr double kNamesEnd = 180, kBarsEnd = 600, kRowHeight = 24, kFirstRow = 56;

/// Draws one list; the elements are added to one string, lowest first.
class RatingsDrawing {
public:
    RatingsDrawing(const std::vector<RatedName>& rows, Theme theme) : rows_(rows), palette_(theme) {
        low_ = rows.front().elo;
        high_ = low_;
        for (const RatedName& row : rows) {
            low_ = std::min(low_, row.elo - row.error);
            high_ = std::max(high_, row.elo + row.error);
        }
        if (high_ <= low_) high_ = low_ + 1;
    }

    std::string draw(std::string_view title) {
        const double height = kFirstRow + kRowHeight * static_cast<double>(rows_.size()) + 24;
        svg_ =
            fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="640" height="{0:.5g}" )"
                        R"(viewBox="0 0 640 {0:.5g}" role="img" font-family="sans-serif" )"
                        R"(font-size="12"><title>{1}</title>)"
                        "\n{2}",
                        height, xml_text(title), palette_.style());
        svg_ += fmt::format(R"(<rect width="100%" height="100%" rx="6"{}/>)"
                            "\n",
                            palette_.fill(Colour::kCell));
        words(16, 24, title, Colour::kInk, "start");
        for (const double elo : ticks(low_, high_, 6)) {
            bar(at(elo), kFirstRow - 12, at(elo), height - 28, Colour::kLine);
            words(at(elo), height - 10, elo == 0 ? "0" : fmt::format("{:+.0f}", elo),
                  Colour::kMuted, "middle");
        }
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            draw_row(rows_[i], kFirstRow + kRowHeight * static_cast<double>(i));
        }
        return svg_ + "</svg>\n";
    }

private:
    double at(double elo) const {
        return kNamesEnd + (elo - low_) / (high_ - low_) * (kBarsEnd - kNamesEnd);
    }

    void draw_row(const RatedName& row, double y) {
        constexpr std::size_t kMostBytes = 24;
        words(kNamesEnd - 12, y + 4, base::safe_name(row.name, kMostBytes), Colour::kInk, "end");
        bar(at(row.elo - row.error), y, at(row.elo + row.error), y, Colour::kX);
        for (const double end : {row.elo - row.error, row.elo + row.error}) {
            bar(at(end), y - 4, at(end), y + 4, Colour::kX);
        }
        svg_ += fmt::format(R"(<circle cx="{:.5g}" cy="{:.5g}" r="4"{}>)"
                            "<title>{:+.0f} ± {:.0f}</title></circle>\n",
                            at(row.elo), y, palette_.fill(Colour::kX), row.elo, row.error);
    }

    void words(double x, double y, std::string_view text, Colour colour, std::string_view anchor) {
        svg_ += fmt::format(R"(<text x="{:.5g}" y="{:.5g}" text-anchor="{}"{}>{}</text>)"
                            "\n",
                            x, y, anchor, palette_.fill(colour), xml_text(text));
    }

    void bar(double x1, double y1, double x2, double y2, Colour colour) {
        svg_ += fmt::format(R"(<line x1="{:.5g}" y1="{:.5g}" x2="{:.5g}" y2="{:.5g}"{}/>)"
                            "\n",
                            x1, y1, x2, y2, palette_.stroke(colour));
    }

    const std::vector<RatedName>& rows_;
    Palette palette_;
    double low_ = 0, high_ = 1;
    std::string svg_;
};

}  // namespace

std::string ratings_svg(const std::vector<RatedName>& rows, std::string_view title, Theme theme) {
    return RatingsDrawing(rows, theme).draw(title);
}

}  // namespace ninefold::pictures
