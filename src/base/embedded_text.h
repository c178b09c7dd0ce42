// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace ninefold::base {

/// A file that the program carries, as it was at build time (cmake/embed_texts.cmake).
struct EmbeddedText {
    std::string_view path;  ///< from the embedded folder
    std::string_view text;
};

}  // namespace ninefold::base
