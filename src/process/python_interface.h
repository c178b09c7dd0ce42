// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace ninefold::process {

/// An interface of Python bots, as far as this program must know it before it reads a file. All
/// else is in hosts/python/ninefold_host_lib/interfaces.py, which lists the same names.
struct PythonInterface {
    std::string_view name;
    /// What a file with such a bot defines, behind `def`: names and signs with a blank between
    /// them. A star stands for the rest of a name.
    std::array<std::string_view, 2> defines;
    std::string_view example;  ///< of examples/bots, to start from
    std::string_view advice;   ///< what to change in it first
    /// Modules that the community hands out to lie beside bots, which are no bots.
    std::array<std::string_view, 2> handed_out{};
    bool takes_settings = false;  ///< constructor arguments: best_move:e.py#MyEngine:depth=3
};

inline constexpr PythonInterface kPythonInterfaces[] = {
    {"select_move",
     {"select_move ("},
     "select_move_tactician.py",
     "'score' rates a move: it is the whole strategy",
     {"state.py"}},
    {"class",
     {"move ("},
     "class_move_greedy.py",
     "the class may have any name; 'move' is called once a turn"},
    {"function",
     {"Player* (", "* ( board , T ,"},
     "function_counter.py",
     "'rate' rates a move: it is the whole strategy"},
    {"best_move",
     {"best_move ("},
     "best_move_seeker.py",
     "'material' values a board: it is the whole strategy",
     {"engine_base.py", "board.py"},
     true},
};

/// Null where there is none of that name.
constexpr const PythonInterface* find_python_interface(std::string_view name) {
    const auto* const found = std::ranges::find(kPythonInterfaces, name, &PythonInterface::name);
    return found == std::end(kPythonInterfaces) ? nullptr : found;
}

}  // namespace ninefold::process
