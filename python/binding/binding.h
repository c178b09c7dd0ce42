// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace ninefold::python {

namespace py = pybind11;

// Each adds one topic to the module, in this order: a type is bound before it is used.
void bind_position(py::module_& module);
void bind_network(py::module_& module);
void bind_batch(py::module_& module);
void bind_engine(py::module_& module);
void bind_game(py::module_& module);
void bind_game_files(py::module_& module);
void bind_match(py::module_& module);

}  // namespace ninefold::python
