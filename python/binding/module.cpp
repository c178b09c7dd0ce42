// SPDX-License-Identifier: MIT
#include "binding/binding.h"

namespace ninefold::python {

namespace {

newfunc new_instance = nullptr;  ///< what the base class of all bound classes is made with

PyObject* new_checked_instance(PyTypeObject* type, PyObject* args, PyObject* keywords) {
    if (type == reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base)) {
        PyErr_Format(PyExc_TypeError, "cannot make a '%s'", type->tp_name);
        return nullptr;
    }
    return new_instance(type, args, keywords);
}

/// pybind11 ends the process when its base class itself is called, and pickle's protocols 0 and 1
/// do so for every object that does not know them.
void guard_base_class() {
    auto* const base = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base);
    new_instance = base->tp_new;
    base->tp_new = new_checked_instance;
}

}  // namespace

PYBIND11_MODULE(_ninefold, module) {
    module.doc() = "The compiled part of ninefold; import ninefold instead.";
    module.attr("__version__") = NINEFOLD_VERSION;
    guard_base_class();
    bind_position(module);
    bind_network(module);
    bind_batch(module);
    bind_engine(module);
    bind_game(module);
    bind_game_files(module);
    bind_match(module);
}

}  // namespace ninefold::python
