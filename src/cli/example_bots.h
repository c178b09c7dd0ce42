// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace ninefold::cli {

/// A file of examples/bots, as it was when the program was built.
struct ExampleBot {
    std::string_view path;  ///< from examples/bots
    std::string_view text;
};

/// The source of this function is generated (cmake/embed_examples.cmake).
std::span<const ExampleBot> example_bots();

}  // namespace ninefold::cli
