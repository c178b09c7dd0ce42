// SPDX-License-Identifier: MIT
#include "binding/convert.h"
#include "binding/played_position.h"
#include "record/record_json.h"
#include "record/record_text.h"
#include "rules/position_text.h"

namespace ninefold::python {

namespace {

using record::GameRecord;
using record::Ply;
using rules::Move;

using GameClass = py::class_<GameRecord>;

/// The game that led to a position, ended as the board says.
GameRecord game_of(const PlayedPosition& position, const std::string& x, const std::string& o,
                   const std::string& event) {
    GameRecord game;
    game.x = x;
    game.o = o;
    game.event = event;
    game.start = position.start();
    for (const Move move : position.moves()) game.plies.push_back({.move = move});
    if (position.position().is_over()) {
        const rules::Outcome outcome = position.position().outcome();
        game.ending = outcome.ending;
        game.winner = outcome.winner;
    }
    const auto checked = record::check(game);
    if (!checked) throw_error(checked.error());
    return game;
}

std::vector<PlayedPosition> positions_of(const GameRecord& game) {
    PlayedPosition position(game.start);
    std::vector<PlayedPosition> positions = {position};
    for (const Ply& ply : game.plies) {
        position.play(ply.move);
        positions.push_back(position);
    }
    return positions;
}

/// What `part` says of each ply.
template <typename F>
py::list column(const GameRecord& game, F part) {
    py::list list;
    for (const Ply& ply : game.plies) list.append(part(ply));
    return list;
}

std::optional<double> seconds(const std::optional<record::Duration>& duration) {
    if (!duration) return std::nullopt;
    return in_seconds(*duration);
}

void bind_columns(GameClass& type) {
    type.def_property_readonly(
        "moves", [](const GameRecord& game) { return to_python(game.moves()); },
        "The moves, the opening's included.");
    type.def_property_readonly(
        "evals",
        [](const GameRecord& game) { return column(game, [](const Ply& p) { return p.eval; }); },
        "X's expected score, 0 to 1, as the mover saw it at each move; None where unknown.");
    type.def_property_readonly(
        "spent",
        [](const GameRecord& game) {
            return column(game, [](const Ply& p) { return seconds(p.spent); });
        },
        "The seconds that each move took; None where unknown.");
    type.def_property_readonly(
        "clocks",
        [](const GameRecord& game) {
            return column(game, [](const Ply& p) { return seconds(p.clock); });
        },
        "The seconds that the mover had left after each move; None where unknown.");
    type.def_property_readonly(
        "notes",
        [](const GameRecord& game) { return column(game, [](const Ply& p) { return p.note; }); },
        "A remark on each move, often empty.");
    type.def(
        "positions", [](const GameRecord& game) { return positions_of(game); },
        "All positions, from the first to the last: one more than there are moves.");
}

void bind_tags(GameClass& type) {
    type.def_readonly("id", &GameRecord::id, "Its name where it was played; may be empty.");
    type.def_readonly("event", &GameRecord::event, "The match or tournament.");
    type.def_readonly("date", &GameRecord::date, "ISO 8601, UTC.");
    type.def_readonly("x", &GameRecord::x, "The name of X's player.");
    type.def_readonly("o", &GameRecord::o, "The name of O's player.");
    type.def_readonly("time_control", &GameRecord::time_control, "As in `move=10s`.");
    type.def_readonly("seed", &GameRecord::seed, "The seed of random choices.");
    type.def_readonly("opening", &GameRecord::opening,
                      "How many of the first moves were given, not chosen by the players.");
    type.def_readonly("detail", &GameRecord::detail, "The ending explained in a sentence.");
    type.def_property_readonly(
        "rules", [](const GameRecord& game) { return rules::name(game.start.rules()); },
        "The rules, such as 'standard'.");
    type.def_property_readonly(
        "start", [](const GameRecord& game) { return PlayedPosition(game.start); },
        "The first position.");
    type.def_property_readonly(
        "winner", [](const GameRecord& game) { return to_python(game.winner); },
        "'x' or 'o'; None for a draw or a game without a result.");
    type.def_property_readonly(
        "ending",
        [](const GameRecord& game) -> std::optional<std::string> {
            if (!game.ending) return std::nullopt;
            return std::string(rules::name(*game.ending));
        },
        "How it ended, such as 'line' or 'move-time'; None while it runs.");
    type.def_property_readonly(
        "result", [](const GameRecord& game) { return std::string(record::result_text(game)); },
        "'1-0', '0-1', '1/2-1/2', '0-0' (both failed) or '*'.");
    type.def_property_readonly(
        "tags",
        [](const GameRecord& game) {
            py::dict tags;
            for (const auto& [name, value] : game.tags) tags[py::str(name)] = value;
            return tags;
        },
        "Other tags, by name.");
}

void bind_formats(GameClass& type) {
    type.def_static(
        "from_text",
        [](const std::string& text) { return value_or_throw(record::parse_record_text(text)); },
        py::arg("text"), "A game from the readable form (docs/formats.md).");
    type.def_static(
        "from_json",
        [](const std::string& text) { return value_or_throw(record::parse_record_json(text)); },
        py::arg("text"), "A game from its JSON form.");
    type.def(
        "to_text", [](const GameRecord& game) { return record::to_text(game); },
        R"(The readable form.

>>> game = Game(Position.from_moves("44 40"), x="Ada", o="Bob")
>>> Game.from_text(game.to_text()) == game
True
)");
    type.def(
        "to_json", [](const GameRecord& game) { return record::to_json_line(game); },
        "The JSON form, on one line.");
    type.def("__len__", [](const GameRecord& game) { return game.plies.size(); });
    type.def("__eq__", [](const GameRecord& a, const py::object& b) -> py::object {
        if (!py::isinstance<GameRecord>(b)) {
            return py::reinterpret_borrow<py::object>(Py_NotImplemented);
        }
        return py::bool_(a == b.cast<const GameRecord&>());
    });
    type.attr("__hash__") = py::none();
    type.def("__repr__", [](const GameRecord& game) {
        return fmt::format("<Game {} v {} {} {} moves>", game.x.empty() ? "?" : game.x,
                           game.o.empty() ? "?" : game.o, record::result_text(game),
                           game.plies.size());
    });
    type.def(py::pickle([](const GameRecord& game) { return record::to_json_line(game); },
                        [](const std::string& text) {
                            return value_or_throw(record::parse_record_json(text));
                        }));
}

}  // namespace

void bind_game(py::module_& module) {
    GameClass type(module, "Game", R"(A game: who played it, its moves, and how it ended.

Made from a position and the moves that led to it, or read from a file (open_games).

>>> game = Game(Position.from_moves("44 40"), x="Ada", o="Bob")
>>> game
<Game Ada v Bob * 2 moves>
>>> game.moves
[Move('44'), Move('40')]
)");
    publish(type);
    type.def(py::init(&game_of), py::arg("position"), py::kw_only(), py::arg("x") = "",
             py::arg("o") = "", py::arg("event") = "");
    bind_tags(type);
    bind_columns(type);
    bind_formats(type);
}

}  // namespace ninefold::python
