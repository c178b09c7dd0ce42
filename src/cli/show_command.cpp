// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "base/split.h"
#include "cli/commands.h"
#include "cli/position_options.h"
#include "pictures/board_svg.h"
#include "rules/move_text.h"
#include "rules/position_text.h"
#include "tui/board_drawing.h"

namespace ninefold::cli {

namespace {

struct ShowOptions {
    PositionOptions position;
    std::string text, svg, theme = "light";
    bool json = false, numbers = false;
};

nlohmann::ordered_json to_json(const rules::AnyPosition& position) {
    using Json = nlohmann::ordered_json;
    Json json = {{"position", rules::to_text(position)},
                 {"rules", rules::name(position.rules().ruleset)},
                 {"tie_break", rules::name(position.rules().tie_break)},
                 {"side", std::string(1, rules::to_char(position.side()))},
                 {"ply", position.ply()},
                 {"target", Json::array()},
                 {"legal", Json::array()},
                 {"ending", nullptr},
                 {"winner", nullptr}};
    for (const rules::Block block : position.targets()) json["target"].push_back(block.index);
    for (const rules::Move move : position.legal_moves()) {
        json["legal"].push_back(rules::to_text(move));
    }
    if (position.is_over()) {
        const rules::Outcome outcome = position.outcome();
        json["ending"] = rules::name(outcome.ending);
        if (outcome.winner) json["winner"] = std::string(1, rules::to_char(*outcome.winner));
    }
    json["blocks"] = {{"x", position.won(rules::Side::kX).size()},
                      {"o", position.won(rules::Side::kO).size()}};
    json["hash"] = fmt::format("{:016x}", position.hash());
    return json;
}

int show(const ShowOptions& options) {
    const rules::AnyPosition position = options.position.position_or(options.text);
    if (options.json) {
        fmt::print("{}\n", to_json(position).dump());
        return 0;
    }
    std::optional<rules::Move> last;
    if (const auto words = base::split_words(options.position.moves()); !words.empty()) {
        last = value_or_throw(rules::parse_move(words.back()));
    }
    if (!options.svg.empty()) {
        pictures::BoardPicture picture{.last = last, .numbers = options.numbers};
        picture.theme = value_or_throw(pictures::parse_theme(options.theme));
        write_text(options.svg, pictures::board_svg(position, picture));
        return 0;
    }
    const tui::Style style(stdout);
    fmt::print("\n{}\n{}{}{}\n", tui::draw_board(position, last, style), style.bold(),
               tui::describe(position), style.off());
    fmt::print("{}\n", rules::to_text(position));
    return 0;
}

}  // namespace

void add_show_command(Command& app) {
    auto options = std::make_shared<ShowOptions>();
    Command& command =
        app.add_subcommand("show",
                           "Draw a position, in the terminal or as SVG, or describe it as JSON");
    command.add_option("POSITION", options->text, "position string; or use --position and --moves");
    options->position.add_to(command);
    command.add_flag("--json", options->json, "one JSON object: position, targets, legal moves, …");
    command.add_option("--svg", options->svg, "write a picture to this file; - is standard output");
    command.add_option("--theme", options->theme, "of --svg: light (default), dark or auto")
        .one_of({"light", "dark", "auto"});
    command.add_flag("--numbers", options->numbers, "of --svg: name the moves that may be played");
    command.footer("Blocks are numbered above, and so are the cells that the mover may play in: 40 "
                   "is block 4,\n"
                   "cell 0. [X] is the last move.\n\n"
                   "Examples:\n"
                   "  ninefold show\n"
                   "  ninefold show --moves '40 01 12'\n"
                   "  ninefold show --moves '40 01 12' --svg board.svg\n"
                   "  ninefold show '9/9/9/9/x8/9/9/9/9 o 0 standard'\n"
                   "  ninefold show --rules open --position '9/9/9/9/x8/9/9/9/9 o 0' --json");
    command.runs([options] { return show(*options); });
}

}  // namespace ninefold::cli
