// SPDX-License-Identifier: MIT
#include "binding/convert.h"

#include <array>
#include <cmath>

#include "arena/time_control.h"
#include "rules/move_text.h"

namespace ninefold::python {

using rules::Move;

void throw_error(const base::Error& error) { throw py::value_error(error.message); }

void throw_if_failed(const base::Result<void>& result) {
    if (!result) throw_error(result.error());
}

namespace {

std::string type_name(py::handle object) {
    return py::cast<std::string>(py::type::handle_of(object).attr("__name__"));
}

/// The integer where it has one of 0..last, as Python's own indexing takes it.
std::optional<unsigned> index_of(py::handle object, long last) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (!index) throw py::error_already_set();
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0 || value < 0 || value > last) return std::nullopt;
    return static_cast<unsigned>(value);
}

Move move_of_number(py::handle object) {
    const auto value = index_of(object, Move::kCount - 1);
    if (value) return Move(*value);
    throw py::value_error(fmt::format("move {}: an integer is 9 * block + cell, 0 to 80",
                                      py::cast<std::string>(py::str(object))));
}

Move move_of_pair(py::handle object) {
    const auto pair = py::reinterpret_borrow<py::tuple>(object);
    if (pair.size() == 2 && PyIndex_Check(pair[0].ptr()) != 0 && PyIndex_Check(pair[1].ptr())) {
        const auto block = index_of(pair[0], 8);
        const auto cell = index_of(pair[1], 8);
        if (block && cell) return Move(9 * *block + *cell);
    }
    throw py::value_error(fmt::format("move {}: a tuple is (block, cell), each 0 to 8",
                                      py::cast<std::string>(py::repr(object))));
}

/// One object of ninefold.Move for each move. They live as long as the process.
const std::array<py::handle, Move::kCount>& move_objects() {
    static const auto* const kObjects = [] {
        auto* objects = new std::array<py::handle, Move::kCount>;
        const py::object type = py::module_::import("ninefold.move").attr("Move");
        for (std::size_t i = 0; i < objects->size(); ++i) (*objects)[i] = type(i).release();
        return objects;
    }();
    return *kObjects;
}

}  // namespace

Move to_move(py::handle object) {
    if (PyLong_Check(object.ptr())) return move_of_number(object);
    if (PyUnicode_Check(object.ptr())) {
        return value_or_throw(rules::parse_move(py::cast<std::string>(object)));
    }
    if (PyTuple_Check(object.ptr())) return move_of_pair(object);
    if (PyIndex_Check(object.ptr()) != 0) return move_of_number(object);
    throw py::type_error(
        fmt::format("a move is an integer 0 to 80, a string such as '40' or a tuple (block, cell), "
                    "not {}",
                    type_name(object)));
}

py::object to_python(Move move) {
    return py::reinterpret_borrow<py::object>(move_objects()[move.value()]);
}

py::list to_python(rules::BoardSet moves) {
    const auto& objects = move_objects();
    py::list list(static_cast<std::size_t>(moves.size()));
    py::ssize_t at = 0;
    for (const Move move : moves) {
        PyList_SET_ITEM(list.ptr(), at++, objects[move.value()].inc_ref().ptr());
    }
    return list;
}

py::list to_python(const std::vector<Move>& moves) {
    py::list list;
    for (const Move move : moves) list.append(to_python(move));
    return list;
}

std::string to_python(rules::Side side) { return {rules::to_char(side)}; }

std::optional<std::string> to_python(std::optional<rules::Side> side) {
    if (!side) return std::nullopt;
    return to_python(*side);
}

rules::Rules to_rules(const std::string& name) { return value_or_throw(rules::parse_rules(name)); }

std::chrono::nanoseconds to_duration(py::handle object, const char* what) {
    constexpr double kMost = 1e9;  // seconds: thirty years
    if (PyUnicode_Check(object.ptr())) {
        return value_or_throw(arena::parse_duration(py::cast<std::string>(object)));
    }
    if (PyFloat_Check(object.ptr()) == 0 && PyLong_Check(object.ptr()) == 0) {
        throw py::type_error(fmt::format("{}: a number of seconds or a string such as '500ms', not "
                                         "{}",
                                         what, type_name(object)));
    }
    const double seconds = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred() != nullptr) PyErr_Clear();  // an integer too large for a double
    else if (seconds > 0 && seconds <= kMost) {
        return std::chrono::nanoseconds(std::llround(seconds * 1e9));
    }
    throw py::value_error(fmt::format("{}: {} s; more than 0 and at most {:.0f} are possible", what,
                                      py::cast<std::string>(py::str(object)), kMost));
}

double in_seconds(std::chrono::nanoseconds duration) {
    return std::chrono::duration<double>(duration).count();
}

std::int64_t in_range(const char* what, std::int64_t value, std::int64_t low, std::int64_t high) {
    if (value >= low && value <= high) return value;
    throw py::value_error(fmt::format("{}: {}; {} to {} are possible", what, value, low, high));
}

}  // namespace ninefold::python
