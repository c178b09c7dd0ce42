// SPDX-License-Identifier: MIT
#include <algorithm>

#include "pictures/board_drawing.h"

namespace ninefold::pictures {

namespace {

using rules::Block;
using rules::Cell;
using rules::Move;
using rules::Side;

constexpr double kRest = 3;  ///< seconds at the end, before it starts again

/// Draws one game: everything that is ever visible, each with the part of the time when it is.
class GameDrawing {
public:
    GameDrawing(const record::GameRecord& game, const MovingPicture& picture)
        : game_(game), picture_(picture), canvas_(picture.theme) {
        positions_.push_back(game.start);
        for (const record::Ply& ply : game.plies) {
            positions_.push_back(positions_.back().after(ply.move));
        }
        seconds_ = picture.seconds_a_move * static_cast<double>(positions_.size()) + kRest;
    }

    std::string draw() {
        const std::size_t end = positions_.size();
        canvas_.open(picture_.size,
                     fmt::format("{} v {}: {}", game_.x, game_.o, record::result_text(game_)));
        for (const Block block : rules::BlockSet::all()) draw_ground(block);
        svg_ = canvas_.take();
        for (std::size_t at = 1; at < end; ++at) {
            canvas_.rectangle(square_of(game_.plies[at - 1].move), Colour::kLast, 3);
            show(at, at + 1);
        }
        for (std::size_t at = 1; at < end; ++at) {
            canvas_.mark(square_of(game_.plies[at - 1].move), positions_[at - 1].side(), 1);
            show(at, end);
        }
        for (std::size_t at = 0; at < end; ++at) draw_targets(at);
        for (const Block block : rules::BlockSet::all()) draw_owner(block);
        return svg_ + "</svg>\n";
    }

private:
    void draw_ground(Block block) {
        canvas_.rectangle(square_of(block), Colour::kBlock, 5);
        for (std::uint8_t cell = 0; cell < 9; ++cell) {
            canvas_.rectangle(square_of(Move(block, Cell{cell})), Colour::kCell, 3);
        }
    }

    void draw_targets(std::size_t at) {
        const rules::AnyPosition& position = positions_[at];
        if (position.is_over()) return;
        for (const Block block : position.targets()) {
            canvas_.frame(square_of(block), colour_of(position.side()));
        }
        show(at, at + 1);
    }

    void draw_owner(Block block) {
        for (const Side side : {Side::kX, Side::kO}) {
            const auto owns = [&](const auto& p) { return p.won(side).contains(block); };
            if (!owns(positions_.back())) continue;
            const auto since = std::ranges::find_if(positions_, owns) - positions_.begin();
            const auto at = static_cast<std::size_t>(since);
            // A block that is won but still played in shows its cells through the big mark.
            const bool closes = positions_[at].closed().contains(block);
            const Square square = square_of(block);
            if (closes) canvas_.rectangle(square, soft_colour_of(side), 5);
            canvas_.mark(square, side, closes ? 0.9 : 0.3);
            show(at, positions_.size());
        }
    }

    /// Shows what was just drawn from one position until before another; at the end, the pause
    /// included.
    void show(std::size_t from, std::size_t until) {
        const bool stays = until >= positions_.size();
        const auto share = [&](std::size_t at) {
            return static_cast<double>(at) * picture_.seconds_a_move / seconds_;
        };
        std::string values = from == 0 ? "1" : "0;1";
        std::string times = from == 0 ? "0" : fmt::format("0;{:.5f}", share(from));
        if (!stays) {
            values += ";0";
            times += fmt::format(";{:.5f}", share(until));
        }
        svg_ += fmt::format(R"(<g opacity="{}">{}<animate attributeName="opacity" )"
                            R"(calcMode="discrete" dur="{:.5g}s" repeatCount="indefinite" )"
                            R"(values="{}" keyTimes="{}"/></g>)"
                            "\n",
                            stays ? 1 : 0, canvas_.take(), seconds_, values, times);
    }

    const record::GameRecord& game_;
    const MovingPicture& picture_;
    SvgCanvas canvas_;
    std::vector<rules::AnyPosition> positions_;  ///< the start, and after each move
    double seconds_ = 0;                         ///< of one round
    std::string svg_;
};

}  // namespace

std::string game_svg(const record::GameRecord& game, const MovingPicture& picture) {
    return GameDrawing(game, picture).draw();
}

}  // namespace ninefold::pictures
