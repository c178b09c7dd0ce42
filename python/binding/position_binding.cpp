// SPDX-License-Identifier: MIT
#include <pybind11/numpy.h>

#include "binding/convert.h"
#include "binding/played_position.h"
#include "binding/stoppable.h"
#include "pictures/board_picture.h"
#include "rules/move_text.h"
#include "rules/perft.h"
#include "rules/position_text.h"

namespace ninefold::python {

namespace {

using rules::Block;
using rules::Move;
using rules::Side;

/// Text with moves, or a list of them.
void play_all(PlayedPosition& position, py::handle moves) {
    if (PyUnicode_Check(moves.ptr()) != 0) {
        const auto text = py::cast<std::string>(moves);
        for (const Move move : value_or_throw(rules::parse_moves(position.position(), text))) {
            position.play(move);
        }
        return;
    }
    std::size_t number = 0;
    for (const py::handle object : moves) {
        ++number;
        const Move move = to_move(object);
        if (const auto why = rules::why_illegal(position.position(), move); !why.empty()) {
            throw py::value_error(
                fmt::format("move {} ({}) is illegal: {}", number, rules::to_text(move), why));
        }
        position.play(move);
    }
}

PlayedPosition from_moves(const py::object& moves, const std::string& rules) {
    PlayedPosition position(rules::AnyPosition::start(to_rules(rules)));
    play_all(position, moves);
    return position;
}

void play(PlayedPosition& position, py::handle object) {
    const Move move = to_move(object);
    if (!position.position().is_legal(move)) {
        throw py::value_error(fmt::format("move {} is illegal: {}", rules::to_text(move),
                                          rules::why_illegal(position.position(), move)));
    }
    position.play(move);
}

Move undo(PlayedPosition& position) {
    if (!position.has_moves()) {
        throw py::value_error("there is no move to undo: the position is the one it began with");
    }
    const Move move = position.last_move();
    position.undo();
    return move;
}

py::list block_list(rules::BlockSet blocks) {
    py::list list;
    for (const Block block : blocks) list.append(block.index);
    return list;
}

Side to_side(const std::string& text) {
    if (text == "x") return Side::kX;
    if (text == "o") return Side::kO;
    throw py::value_error(fmt::format("side '{}': 'x' or 'o' is possible", text));
}

py::array_t<bool> legal_mask(const PlayedPosition& position) {
    py::array_t<bool> mask(Move::kCount);
    bool* const data = mask.mutable_data();
    std::fill_n(data, Move::kCount, false);
    for (const Move move : position.position().legal_moves()) data[move.value()] = true;
    return mask;
}

py::array_t<std::int8_t> cells(const PlayedPosition& position) {
    py::array_t<std::int8_t> board({9, 9});
    std::int8_t* const data = board.mutable_data();
    std::fill_n(data, Move::kCount, std::int8_t{0});
    for (const Side side : {Side::kX, Side::kO}) {
        for (const Move move : position.position().marks(side)) {
            data[move.value()] = side == Side::kX ? 1 : 2;
        }
    }
    return board;
}

std::optional<rules::Outcome> outcome(const PlayedPosition& position) {
    if (!position.position().is_over()) return std::nullopt;
    return position.position().outcome();
}

/// The board in nine rows, for print().
std::string diagram(const PlayedPosition& played) {
    const rules::AnyPosition& position = played.position();
    std::string text;
    for (int row = 0; row < 9; ++row) {
        if (row == 3 || row == 6) text += "------+-------+------\n";
        for (int column = 0; column < 9; ++column) {
            if (column == 3 || column == 6) text += " |";
            const Move move = rules::move_at({row, column});
            if (column > 0) text += ' ';
            text += position.marks(Side::kX).contains(move)   ? 'X'
                    : position.marks(Side::kO).contains(move) ? 'O'
                                                              : '.';
        }
        text += '\n';
    }
    return text + rules::to_text(position);
}

std::string svg(const PlayedPosition& position, int size, bool numbers, const std::string& theme) {
    pictures::BoardPicture picture;
    if (position.has_moves()) picture.last = position.last_move();
    picture.size = static_cast<int>(in_range("size", size, 16, 10000));
    picture.numbers = numbers;
    picture.theme = value_or_throw(pictures::parse_theme(theme));
    return pictures::board_svg(position.position(), picture);
}

/// Counts the deeper part at once, and the part above it move by move, so that it can be stopped.
template <rules::Ruleset R>
std::uint64_t stoppable_perft(const rules::Position<R>& position, int depth,
                              const std::stop_token& stop) {
    constexpr int kAtOnce = 5;
    if (depth <= kAtOnce) return rules::perft(position, depth);
    std::uint64_t nodes = 0;
    for (const Move move : position.legal_moves()) {
        if (stop.stop_requested()) break;
        nodes += stoppable_perft(position.after(move), depth - 1, stop);
    }
    return nodes;
}

std::uint64_t perft(const PlayedPosition& played, std::int64_t depth) {
    const int plies = static_cast<int>(in_range("depth", depth, 0, 81));
    return run_stoppable([position = played.position(), plies](const std::stop_token& stop) {
        return position.visit([&](const auto& p) { return stoppable_perft(p, plies, stop); });
    });
}

using PositionClass = py::class_<PlayedPosition>;

void bind_making(PositionClass& type) {
    type.def(py::init([](const std::string& rules) {
                 return PlayedPosition(rules::AnyPosition::start(to_rules(rules)));
             }),
             py::arg("rules") = "standard");
    type.def_static(
        "from_text",
        [](const std::string& text) {
            return PlayedPosition(value_or_throw(rules::parse_position(text)));
        },
        py::arg("text"), R"(The position that a position string describes.

>>> Position.from_text("9/9/9/9/x8/9/9/9/9 o 0 standard").side
'o'
)");
    type.def_static("from_moves", &from_moves, py::arg("moves"), py::arg("rules") = "standard",
                    R"(The position after moves from the start: a string, or a list of moves.

>>> Position.from_moves("44 40").ply
2
)");
    type.def("__copy__", [](const PlayedPosition& p) { return p; });
    type.def("__deepcopy__", [](const PlayedPosition& p, const py::dict&) { return p; });
    type.def(
        "copy", [](const PlayedPosition& p) { return p; }, R"(A copy with a life of its own.)");
    type.def(py::pickle(
        [](const PlayedPosition& p) {
            py::list moves;
            for (const Move move : p.moves()) moves.append(move.value());
            return py::make_tuple(rules::to_text(p.start()), moves);
        },
        [](const py::tuple& state) {
            if (state.size() != 2) throw py::value_error("a pickled Position has two parts");
            PlayedPosition p(
                value_or_throw(rules::parse_position(py::cast<std::string>(state[0]))));
            play_all(p, state[1]);
            return p;
        }));
}

void bind_moves(PositionClass& type) {
    type.def(
        "moves", [](const PlayedPosition& p) { return to_python(p.position().legal_moves()); },
        R"(The legal moves, in ascending order; none when the game is over.

>>> len(Position().moves())
81
>>> Position().play("44").moves()[:2]
[Move('40'), Move('41')]
)");
    type.def("legal_mask", &legal_mask,
             R"(The legal moves as a numpy array of 81 booleans, indexed by move.

>>> int(Position().legal_mask().sum())
81
)");
    type.def(
        "is_legal",
        [](const PlayedPosition& p, py::handle move) {
            return p.position().is_legal(to_move(move));
        },
        py::arg("move"), "Whether the move can be played.");
    type.def(
        "why_illegal",
        [](const PlayedPosition& p, py::handle move) {
            return rules::why_illegal(p.position(), to_move(move));
        },
        py::arg("move"), R"(Why the move cannot be played; an empty string where it can.

>>> Position().play("44").why_illegal("00")
'block 0 is not a target; the mover is sent to block 4'
)");
}

void bind_play(PositionClass& type) {
    type.def(
        "play",
        [](py::object self, py::handle move) {
            play(self.cast<PlayedPosition&>(), move);
            return self;
        },
        py::arg("move"), R"(Plays a move in place and returns the position itself.

>>> Position().play("44").play((4, 0)).ply
2
>>> Position().play("44").play("00")
Traceback (most recent call last):
    ...
ValueError: move 00 is illegal: block 0 is not a target; the mover is sent to block 4
)");
    type.def(
        "play_all",
        [](py::object self, const py::object& moves) {
            auto& position = self.cast<PlayedPosition&>();
            PlayedPosition after = position;
            play_all(after, moves);
            position = after;
            return self;
        },
        py::arg("moves"), "Plays several moves, a string or a list; all of them or none.");
    type.def(
        "undo", [](PlayedPosition& p) { return to_python(undo(p)); },
        R"(Takes the last move back and returns it.

>>> Position().play("44").undo()
Move('44')
)");
    type.def(
        "after",
        [](const PlayedPosition& p, py::handle move) {
            PlayedPosition next = p;
            play(next, move);
            return next;
        },
        py::arg("move"), "The position after a move, as a new object.");
}

void bind_state(PositionClass& type) {
    type.def_property_readonly(
        "rules", [](const PlayedPosition& p) { return rules::name(p.position().rules()); },
        "The name of its rules, one of `RULES`.");
    type.def_property_readonly(
        "side", [](const PlayedPosition& p) { return to_python(p.position().side()); },
        "The side to move, 'x' or 'o'.");
    type.def_property_readonly(
        "ply", [](const PlayedPosition& p) { return p.position().ply(); },
        "How many marks are on the board.");
    type.def_property_readonly(
        "targets", [](const PlayedPosition& p) { return block_list(p.position().targets()); },
        "The blocks the mover may play in; none when the game is over.");
    type.def_property_readonly(
        "closed", [](const PlayedPosition& p) { return block_list(p.position().closed()); },
        "The blocks that take no more marks.");
    type.def(
        "won",
        [](const PlayedPosition& p, const std::string& side) {
            return block_list(p.position().won(to_side(side)));
        },
        py::arg("side"), "The blocks that a side owns.");
    type.def_property_readonly(
        "is_over", [](const PlayedPosition& p) { return p.position().is_over(); },
        "Whether the game is over.");
    type.def_property_readonly(
        "winner",
        [](const PlayedPosition& p) {
            const auto known = outcome(p);
            return known ? to_python(known->winner) : std::nullopt;
        },
        "'x' or 'o'; None for a draw or while the game runs (see is_over).");
    type.def_property_readonly(
        "ending",
        [](const PlayedPosition& p) -> std::optional<std::string> {
            const auto known = outcome(p);
            if (!known) return std::nullopt;
            return std::string(rules::name(known->ending));
        },
        "'line', 'majority' or 'draw'; None while the game runs.");
    type.def_property_readonly(
        "history", [](const PlayedPosition& p) { return to_python(p.moves()); },
        "The moves played since the position was made.");
    type.def_property_readonly(
        "last_move",
        [](const PlayedPosition& p) {
            return p.has_moves() ? to_python(p.last_move()) : py::object(py::none());
        },
        "The last of them, or None.");
    type.def_property_readonly(
        "hash", [](const PlayedPosition& p) { return p.position().hash(); },
        "64 bits that are equal for equal positions.");
}

void bind_shown(PositionClass& type) {
    type.def("cells", &cells,
             R"(The marks as a numpy array [block, cell]: 0 empty, 1 X, 2 O.

>>> int(Position().play("40").cells()[4, 0])
1
)");
    type.def(
        "to_text", [](const PlayedPosition& p) { return rules::to_text(p.position()); },
        R"(The position string; equal positions have equal strings.

>>> Position().play("40").to_text()
'9/9/9/9/x8/9/9/9/9 o 0 standard'
)");
    type.def("svg", &svg, py::arg("size") = 360, py::arg("numbers") = false,
             py::arg("theme") = "auto",
             "The board as SVG. `numbers` writes the legal moves into their cells; `theme` is "
             "'light', 'dark' or 'auto'.");
    type.def("_repr_svg_", [](const PlayedPosition& p) { return svg(p, 360, false, "auto"); });
    type.def("perft", &perft, py::arg("depth"),
             R"(The number of move sequences of that length; finished games count 0 below them.

>>> Position().perft(4)
55080
)");
    type.def("__str__", &diagram);
    type.def("__repr__", [](const PlayedPosition& p) {
        return fmt::format("Position('{}')", rules::to_text(p.position()));
    });
    type.def("__eq__", [](const PlayedPosition& a, const py::object& b) -> py::object {
        if (!py::isinstance<PlayedPosition>(b)) {
            return py::reinterpret_borrow<py::object>(Py_NotImplemented);
        }
        return py::bool_(a.position() == b.cast<const PlayedPosition&>().position());
    });
    type.attr("__hash__") = py::none();
}

/// In the order of their numbers in a state.
py::tuple names_of_rules() {
    py::list names;
    for (const rules::Rules rules : rules::kAllRules) names.append(rules::name(rules));
    return py::tuple(names);
}

}  // namespace

void bind_position(py::module_& module) {
    module.attr("RULES") = names_of_rules();
    module.def(
        "move_number", [](py::handle move) { return to_move(move).value(); }, py::arg("move"),
        "The number of a move, 0 to 80, from any way of writing it.");
    module.def(
        "algebraic", [](py::handle move) { return rules::to_algebraic(to_move(move)); },
        py::arg("move"), "Column and row: `a9` is block 0, cell 0.");
    PositionClass type(module, "Position", R"(A position, with the moves that led to it.

The rules are those of a ruleset, such as `standard` or `open`, with `+draw` or `+majority` behind
it for another tie-break. `ninefold.RULES` has all of them.

>>> position = Position()
>>> position.play("44").play("40")
Position('9/9/9/9/o3x4/9/9/9/9 x 0 standard')
>>> position.winner is None
True
)");
    publish(type);
    bind_making(type);
    bind_moves(type);
    bind_play(type);
    bind_state(type);
    bind_shown(type);
}

}  // namespace ninefold::python
